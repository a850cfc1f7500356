package io.tidemark.network.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Frames on the wire, whole and broken. */
final class FrameProperties {
    private static final int MAX_FRAME_BYTES = 1 << 16;

    private static Frame random(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        String text = "wörker-" + random.nextInt(100);
        return switch (random.nextInt(9)) {
            case 0 -> new Frame.Challenge(random.nextInt(), random.nextInt(), text, bytes);
            case 1 -> new Frame.Answer(random.nextInt(), random.nextInt(), text, bytes, bytes);
            case 2 -> new Frame.Welcome(bytes);
            case 3 -> new Frame.Refusal(random.nextInt(), "STALE_EPOCH", text);
            case 4 ->
                new Frame.Open(
                        random.nextInt(),
                        random.nextLong(),
                        new ChannelId(text, random.nextInt(), 1, 2, random.nextInt()));
            case 5 -> new Frame.Credit(random.nextInt(), random.nextInt());
            case 6 -> new Frame.Close(random.nextInt());
            case 7 -> Frame.Ping.INSTANCE;
            default -> {
                byte[] payload = new byte[1 + random.nextInt(10_000)];
                random.nextBytes(payload);
                yield new Frame.Data(random.nextInt(), random.nextInt(), Unpooled.wrappedBuffer(payload));
            }
        };
    }

    private static void write(Frame frame, ByteBuf out) {
        if (frame instanceof Frame.Data data) {
            out.writeInt(data.payload().readableBytes() + Frame.DATA_HEADER_BYTES - Integer.BYTES);
            out.writeByte(FrameType.DATA.number()).writeInt(data.channel()).writeInt(data.sequence());
            out.writeBytes(data.payload().duplicate());
        } else {
            FrameType.write(frame, out);
        }
    }

    /** All that came out, data let go of. */
    private static List<String> received(EmbeddedChannel channel) {
        List<String> received = new ArrayList<>();
        Frame frame;
        while ((frame = channel.readInbound()) != null) {
            received.add(text(frame));
            if (frame instanceof Frame.Data data) {
                data.payload().release();
            }
        }
        channel.finish();
        return received;
    }

    private static String text(Frame frame) {
        if (frame instanceof Frame.Data data) {
            return "Data " + data.channel() + " " + data.sequence() + " " + ByteBufUtil.hexDump(data.payload());
        }
        ByteBuf bytes = Unpooled.buffer();
        FrameType.write(frame, bytes);
        return frame.getClass().getSimpleName() + " " + ByteBufUtil.hexDump(bytes);
    }

    @Property(tries = 300)
    void framesCutIntoAnyPortionsComeOutWhole(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5000) int portion) {
        Random random = new Random(seed);
        ByteBuf wire = Unpooled.buffer();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Frame frame = random(random);
            sent.add(text(frame));
            write(frame, wire);
        }
        FrameDecoder decoder = new FrameDecoder(MAX_FRAME_BYTES);
        decoder.trust();
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        while (wire.isReadable()) {
            channel.writeInbound(wire.readBytes(Math.min(wire.readableBytes(), 1 + random.nextInt(portion))));
        }
        assertThat(received(channel)).isEqualTo(sent);
    }

    @Property(tries = 2000)
    void bytesThatAreNoFrameAreANamedErrorAndNothingElse(
            @ForAll @Size(max = 60) byte[] bytes, @ForAll boolean trusted) {
        FrameDecoder decoder = new FrameDecoder(MAX_FRAME_BYTES);
        if (trusted) {
            decoder.trust();
        }
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        try {
            channel.writeInbound(Unpooled.copiedBuffer(bytes));
        } catch (DataPlaneException e) {
            assertThat(e.reason()).isEqualTo(Reason.MALFORMED_FRAME);
            channel.writeInbound(Unpooled.copiedBuffer(new byte[] {0, 0, 0, 1, 9}));
            assertThat(channel.<Object>readInbound())
                    .as("nothing is read after an error")
                    .isNull();
        }
        received(channel);
    }

    @Property(tries = 500)
    void aFrameWithOneByteChangedIsAFrameOrANamedError(
            @ForAll long seed, @ForAll @IntRange(max = 100) int at, @ForAll byte value) {
        ByteBuf wire = Unpooled.buffer();
        write(random(new Random(seed)), wire);
        wire.setByte(Math.min(at, wire.writerIndex() - 1), value);
        FrameDecoder decoder = new FrameDecoder(MAX_FRAME_BYTES);
        decoder.trust();
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        try {
            channel.writeInbound(wire);
        } catch (DataPlaneException e) {
            assertThat(e.reason()).isEqualTo(Reason.MALFORMED_FRAME);
        }
        received(channel);
    }

    @Property(tries = 50)
    void aLengthBeyondTheLimitIsRefusedBeforeAnythingIsAllocated(
            @ForAll @IntRange(min = MAX_FRAME_BYTES, max = Integer.MAX_VALUE) int length, @ForAll boolean trusted) {
        FrameDecoder decoder = new FrameDecoder(MAX_FRAME_BYTES);
        if (trusted) {
            decoder.trust();
        }
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        ByteBuf head = Unpooled.buffer().writeInt(length).writeByte(FrameType.DATA.number());
        assertThatThrownBy(() -> channel.writeInbound(head))
                .isInstanceOf(DataPlaneException.class)
                .hasMessageContaining(Integer.toString(length));
    }
}
