package io.tidemark.deploy.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.GetJobRequest;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobServiceGrpc;
import io.tidemark.network.proto.ListJobsReply;
import io.tidemark.network.proto.ListJobsRequest;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.proto.SubmitJobRequest;
import io.tidemark.network.rpc.ErrorDetails;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.RpcServer;
import io.tidemark.network.rpc.Security;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterClientTest {
    @TempDir
    Path directory;

    private RpcServer server;

    @AfterEach
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void nobodyListeningIsNoCoordinatorThere() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }

        assertUserError(
                () -> ClusterClient.connect(new HostPort("127.0.0.1", port), Security.LOOPBACK_ONLY),
                ExitStatus.NO_COORDINATOR,
                "no coordinator answers at 127.0.0.1:" + port);
    }

    @Test
    void aSecretThatIsNotTheClustersIsNamedAsTheCause() {
        server = RpcServer.start("127.0.0.1", 0, Security.withSecret("theirs"), new OneJob());

        try (ClusterClient client = connect(Security.withSecret("ours"))) {
            assertUserError(client::jobs, ExitStatus.USAGE, "does not accept the shared secret");
        }
    }

    @Test
    void whatTheCoordinatorReportsIsPassedOn() {
        server = RpcServer.start("127.0.0.1", 0, Security.LOOPBACK_ONLY, new OneJob());

        try (ClusterClient client = connect(Security.LOOPBACK_ONLY)) {
            assertThatThrownBy(() -> client.job("x")).isInstanceOfSatisfying(UserError.class, error -> {
                assertThat(error.status()).isEqualTo(ExitStatus.USAGE);
                assertThat(error.cause()).isEqualTo("there is no job x");
                assertThat(error.hint()).isEqualTo("See tidemark jobs.");
            });
            assertUserError(() -> client.lateRecords("x"), ExitStatus.FAILED, "does not know this call");
        }
    }

    @Test
    void aJarArrivesWholeInChunksBehindItsHeader() throws IOException {
        OneJob service = new OneJob();
        server = RpcServer.start("127.0.0.1", 0, Security.LOOPBACK_ONLY, service);
        byte[] content = new byte[3 * JarUpload.CHUNK_BYTES + 17];
        new Random(1).nextBytes(content);
        Path jar = Files.write(directory.resolve("job.jar"), content);
        List<Long> progress = new ArrayList<>();

        try (ClusterClient client = connect(Security.LOOPBACK_ONLY)) {
            SubmitJobReply reply =
                    client.submit(SubmitHeader.newBuilder().setJobName("n").build(), jar, progress::add);
            assertThat(reply.getJobId()).isEqualTo("n-id");
        }

        assertThat(service.jar.toByteArray()).isEqualTo(content);
        assertThat(service.largestChunk).isEqualTo(JarUpload.CHUNK_BYTES);
        assertThat(progress).isSorted().last().isEqualTo((long) content.length);
    }

    @Test
    void aRefusedJarIsTheCoordinatorsErrorEvenInTheMiddleOfIt() throws IOException {
        server = RpcServer.start("127.0.0.1", 0, Security.LOOPBACK_ONLY, new OneJob());
        Path jar = Files.write(directory.resolve("job.jar"), new byte[20 * JarUpload.CHUNK_BYTES]);

        try (ClusterClient client = connect(Security.LOOPBACK_ONLY)) {
            assertUserError(
                    () -> client.submit(
                            SubmitHeader.newBuilder().setJobName("refused").build(), jar, sent -> {}),
                    ExitStatus.FAILED,
                    "the jar is too large");
        }
    }

    private ClusterClient connect(Security security) {
        return ClusterClient.connect(new HostPort("127.0.0.1", server.address().getPort()), security);
    }

    private static void assertUserError(ThrowingCallable call, ExitStatus status, String cause) {
        assertThatThrownBy(call).isInstanceOfSatisfying(UserError.class, error -> {
            assertThat(error.status()).isEqualTo(status);
            assertThat(error.cause()).contains(cause);
            assertThat(error.hint()).isNotEmpty();
        });
    }

    private static final class OneJob extends JobServiceGrpc.JobServiceImplBase {
        private final ByteArrayOutputStream jar = new ByteArrayOutputStream();
        private int largestChunk;

        @Override
        public void listJobs(ListJobsRequest request, StreamObserver<ListJobsReply> reply) {
            reply.onNext(ListJobsReply.getDefaultInstance());
            reply.onCompleted();
        }

        @Override
        public void getJob(GetJobRequest request, StreamObserver<JobDetail> reply) {
            reply.onError(ErrorDetails.toStatus(
                    Status.Code.NOT_FOUND,
                    ErrorDetail.newBuilder()
                            .setCause("there is no job " + request.getJobId())
                            .setHint("See tidemark jobs.")
                            .build()));
        }

        @Override
        public StreamObserver<SubmitJobRequest> submitJob(StreamObserver<SubmitJobReply> reply) {
            return new StreamObserver<>() {
                private String name;

                @Override
                public void onNext(SubmitJobRequest request) {
                    if (request.hasHeader()) {
                        name = request.getHeader().getJobName();
                        if (name.equals("refused")) {
                            reply.onError(ErrorDetails.toStatus(
                                    Status.Code.INVALID_ARGUMENT,
                                    ErrorDetail.newBuilder()
                                            .setCause("the jar is too large")
                                            .setHint("Make it smaller.")
                                            .build()));
                        }
                        return;
                    }
                    largestChunk = Math.max(largestChunk, request.getJarChunk().size());
                    jar.writeBytes(request.getJarChunk().toByteArray());
                }

                @Override
                public void onError(Throwable failure) {}

                @Override
                public void onCompleted() {
                    reply.onNext(
                            SubmitJobReply.newBuilder().setJobId(name + "-id").build());
                    reply.onCompleted();
                }
            };
        }
    }
}
