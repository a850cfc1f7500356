package io.tidemark.network.data;

import static io.tidemark.network.data.TestPlane.id;
import static io.tidemark.network.data.TestPlane.reason;
import static io.tidemark.network.data.TestPlane.transfer;
import static io.tidemark.network.data.TestPlane.until;
import static io.tidemark.network.data.TestPlane.untilFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.data.DataPlaneException.Reason;
import io.tidemark.network.rpc.NetworkSetupException;
import io.tidemark.network.rpc.Security;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may come in, and what happens to those who do not behave. */
@Timeout(60)
final class HandshakeTest {
    private static final Security SECRET = Security.withSecret("swordfish");
    private static final Security OTHER = Security.withSecret("tunafish");

    private static TestPlane plane(Security server, Security client) {
        return new TestPlane(server, client, TestPlane.LIMITS);
    }

    @Test
    void whoKnowsTheSecretComesIn() {
        try (TestPlane plane = plane(SECRET, SECRET)) {
            InputChannel input = plane.register(id(0, 0), String.class, 2);
            RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
            output.write("a", 0, 0);
            assertThat(transfer(output, input, 1)).containsExactly("a");
        }
    }

    @Test
    void aSenderWithAWrongSecretOrNoneIsRefusedByName() {
        for (Security wrong : new Security[] {OTHER, Security.LOOPBACK_ONLY}) {
            try (TestPlane plane = plane(SECRET, wrong)) {
                plane.register(id(0, 0), String.class, 2);
                RemoteOutputChannel output = plane.open(id(0, 0), String.class);
                untilFails(output);
                assertThat(reason(output.failure())).isEqualTo(Reason.WRONG_SECRET);
                assertThat(output.failure()).hasMessageContaining("sender").hasMessageContaining("receiver");
                assertThat(((DataPlaneException) output.failure()).isRestartable())
                        .isFalse();
                assertThat(plane.server.counters().count(Reason.WRONG_SECRET)).isOne();
            }
        }
    }

    @Test
    void aReceiverThatDoesNotKnowTheSecretGetsNoRecord() {
        try (TestPlane plane = plane(Security.LOOPBACK_ONLY, SECRET)) {
            InputChannel input = plane.register(id(0, 0), String.class, 2);
            RemoteOutputChannel output = plane.open(id(0, 0), String.class);
            output.write("confidential", 0, 0);
            untilFails(output);
            assertThat(reason(output.failure())).isEqualTo(Reason.WRONG_SECRET);
            assertThat(input.isEmpty()).isTrue();
        }
    }

    @Test
    void listeningOrConnectingBeyondLoopbackNeedsASecret() {
        assertThatThrownBy(() -> DataServer.start(
                        new DataServerConfig("0.0.0.0", 0, Security.LOOPBACK_ONLY, "w", () -> 1, DataLimits.DEFAULT)))
                .isInstanceOf(NetworkSetupException.class)
                .hasMessageContaining("needs a shared secret");
        try (TestPlane plane = new TestPlane()) {
            assertThatThrownBy(
                            () -> plane.client.open("192.0.2.1:1", 1, id(0, 0), TestPlane.serializerOf(String.class)))
                    .isInstanceOf(NetworkSetupException.class)
                    .hasMessageContaining("needs a shared secret");
        }
    }

    @Test
    void aTakenPortIsNamed() {
        try (TestPlane plane = new TestPlane()) {
            int port = plane.server.address().getPort();
            assertThatThrownBy(() -> DataServer.start(new DataServerConfig(
                            "127.0.0.1", port, Security.LOOPBACK_ONLY, "w", () -> 1, DataLimits.DEFAULT)))
                    .isInstanceOfSatisfying(
                            NetworkSetupException.class,
                            e -> assertThat(e.problem()).isEqualTo(NetworkSetupException.Problem.PORT_TAKEN));
        }
    }

    /** A connection by hand; reads until the server closes it and gives the bytes. */
    private static byte[] say(TestPlane plane, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), plane.server.address().getPort())) {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return socket.getInputStream().readAllBytes();
        } catch (IOException reset) {
            return new byte[0];
        }
    }

    private static byte[] bytes(Frame frame) {
        ByteBuf out = Unpooled.buffer();
        FrameType.write(frame, out);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private static byte[] answer(int magic, int version) {
        return bytes(new Frame.Answer(magic, version, "stranger", new byte[Frame.NONCE_BYTES], new byte[0]));
    }

    @Test
    void randomBytesCloseThatConnectionWithACountedNamedErrorAndNoOther() throws IOException {
        try (TestPlane plane = new TestPlane()) {
            InputChannel input = plane.register(id(0, 0), String.class, 2);
            RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
            Random random = new Random(17);
            int rounds = 50;
            for (int i = 0; i < rounds; i++) {
                byte[] noise = new byte[100 + random.nextInt(5000)];
                random.nextBytes(noise);
                noise[0] |= (byte) 0x80; // a length that cannot be
                say(plane, noise);
            }
            until(() -> plane.server.counters().count(Reason.MALFORMED_FRAME) == rounds);
            output.write("a", 0, 0);
            assertThat(transfer(output, input, 1)).containsExactly("a");
        }
    }

    @Test
    void noiseAfterAHandshakeClosesThatConnectionAndFailsItsChannelsOnly() throws IOException {
        try (TestPlane plane = new TestPlane()) {
            InputChannel hit = plane.register(id(1, 0), String.class, 2);
            InputChannel spared = plane.register(id(0, 0), String.class, 2);
            RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
            ByteBuf said = Unpooled.buffer()
                    .writeBytes(answer(Frame.MAGIC, Frame.VERSION))
                    .writeBytes(bytes(new Frame.Open(0, TestPlane.EPOCH, id(1, 0))))
                    .writeBytes(new byte[] {0, 0, 0, 9, 99, 1, 2, 3});
            byte[] bytes = new byte[said.readableBytes()];
            said.readBytes(bytes);
            say(plane, bytes);
            untilFails(hit);
            assertThat(reason(hit.failure())).isEqualTo(Reason.MALFORMED_FRAME);
            assertThat(spared.failure()).isNull();
            output.write("a", 0, 0);
            assertThat(transfer(output, spared, 1)).containsExactly("a");
        }
    }

    @Test
    void framesOutOfPlaceAreMalformed() throws IOException {
        try (TestPlane plane = new TestPlane()) {
            plane.register(id(0, 0), String.class, 2);
            Frame[] beforeTheHandshake = {
                new Frame.Open(0, TestPlane.EPOCH, id(0, 0)), new Frame.Close(0), new Frame.Credit(0, 1)
            };
            for (Frame frame : beforeTheHandshake) {
                say(plane, bytes(frame));
            }
            until(() -> plane.server.counters().count(Reason.MALFORMED_FRAME) == 3);
            assertThat(plane.opened(id(0, 0), String.class).failure()).isNull();
        }
    }

    @Test
    void moreDataThanWasGrantedAndDataOutOfSequenceFailTheChannelByName() throws IOException {
        for (Reason reason : new Reason[] {Reason.CREDIT_EXCEEDED, Reason.OUT_OF_SEQUENCE}) {
            try (TestPlane plane = new TestPlane()) {
                InputChannel input = plane.register(id(0, 0), String.class, 2);
                ByteBuf said = Unpooled.buffer()
                        .writeBytes(answer(Frame.MAGIC, Frame.VERSION))
                        .writeBytes(bytes(new Frame.Open(0, TestPlane.EPOCH, id(0, 0))));
                for (int i = 0; i < 3; i++) {
                    int sequence = reason == Reason.OUT_OF_SEQUENCE ? i * 2 : i;
                    said.writeInt(10)
                            .writeByte(FrameType.DATA.number())
                            .writeInt(0)
                            .writeInt(sequence);
                    said.writeByte(17);
                }
                byte[] bytes = new byte[said.readableBytes()];
                said.readBytes(bytes);
                say(plane, bytes);
                untilFails(input);
                assertThat(reason(input.failure())).isEqualTo(reason);
                assertThat(plane.server.counters().count(reason)).isOne();
            }
        }
    }

    @Test
    void anotherVersionOfTheProtocolIsRefusedByName() throws IOException {
        try (TestPlane plane = new TestPlane()) {
            byte[] reply = say(plane, answer(Frame.MAGIC, Frame.VERSION + 1));
            assertThat(new String(reply, StandardCharsets.ISO_8859_1)).contains("VERSION_MISMATCH");
            say(plane, answer(0x47455420, Frame.VERSION));
            until(() -> plane.server.counters().count(Reason.VERSION_MISMATCH) == 2);
        }
    }

    @Test
    void aServerThatSpeaksSomethingElseFailsTheChannelByName() throws Exception {
        try (TestPlane plane = new TestPlane();
                ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            RemoteOutputChannel output = plane.client.open(
                    "127.0.0.1:" + listening.getLocalPort(), 1, id(0, 0), TestPlane.serializerOf(String.class));
            try (Socket socket = listening.accept()) {
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                untilFails(output);
                assertThat(reason(output.failure())).isEqualTo(Reason.MALFORMED_FRAME);
            }
        }
    }

    @Test
    void trK2_aServerThatGoesSilentIsGivenUp() throws Exception {
        DataLimits limits = TestPlane.LIMITS.withHeartbeat(50, 4);
        try (TestPlane plane = new TestPlane(Security.LOOPBACK_ONLY, Security.LOOPBACK_ONLY, limits);
                ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            RemoteOutputChannel output = plane.client.open(
                    "127.0.0.1:" + listening.getLocalPort(), 1, id(0, 0), TestPlane.serializerOf(String.class));
            try (Socket silent = listening.accept()) {
                untilFails(output);
                assertThat(reason(output.failure())).isEqualTo(Reason.PEER_SILENT);
                assertThat(new DataInputStream(silent.getInputStream()).readInt())
                        .as("it was sent signs of life: frames of one byte")
                        .isOne();
            }
        }
    }

    @Test
    void trK2_aClientThatGoesSilentIsGivenUpAndItsChannelsFail() throws Exception {
        DataLimits limits = TestPlane.LIMITS.withHeartbeat(50, 4);
        try (TestPlane plane = new TestPlane(Security.LOOPBACK_ONLY, Security.LOOPBACK_ONLY, limits);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), plane.server.address().getPort())) {
            InputChannel input = plane.register(id(0, 0), String.class, 2);
            socket.getOutputStream().write(answer(Frame.MAGIC, Frame.VERSION));
            socket.getOutputStream().write(bytes(new Frame.Open(0, TestPlane.EPOCH, id(0, 0))));
            untilFails(input);
            assertThat(reason(input.failure())).isEqualTo(Reason.PEER_SILENT);
        }
    }

    @Test
    void aQuietConnectionStaysUp() {
        DataLimits limits = TestPlane.LIMITS.withHeartbeat(10, 4);
        try (TestPlane plane = new TestPlane(Security.LOOPBACK_ONLY, Security.LOOPBACK_ONLY, limits)) {
            InputChannel input = plane.register(id(0, 0), String.class, 2);
            RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
            long untilNs = System.nanoTime() + 200_000_000L;
            until(() -> System.nanoTime() > untilNs);
            assertThat(output.failure()).isNull();
            assertThat(input.failure()).isNull();
        }
    }
}
