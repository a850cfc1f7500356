package io.tidemark.network.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.GetJobRequest;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobServiceGrpc;
import io.tidemark.network.proto.ListJobsReply;
import io.tidemark.network.proto.ListJobsRequest;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class RpcTest {
    private static final Security SECRET = Security.withSecret("swordfish");

    /** Lists nothing, and refuses to show a job. */
    private static final class Service extends JobServiceGrpc.JobServiceImplBase {
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
                            .setCause("there is no job '" + request.getJobId() + "'")
                            .setHint("list them with: tidemark jobs")
                            .setStackTrace("at x\n".repeat(10_000))
                            .build()));
        }
    }

    private static RpcServer start(Security security) {
        return RpcServer.start("127.0.0.1", 0, security, new Service());
    }

    private interface Call<T> {
        T with(JobServiceGrpc.JobServiceBlockingStub stub);
    }

    private static <T> T call(RpcServer server, Security security, Call<T> call) throws InterruptedException {
        ManagedChannel channel =
                RpcChannels.connect("127.0.0.1:" + server.address().getPort(), security);
        try {
            return call.with(JobServiceGrpc.newBlockingStub(channel).withDeadlineAfter(10, TimeUnit.SECONDS));
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    private static ListJobsReply list(JobServiceGrpc.JobServiceBlockingStub stub) {
        return stub.listJobs(ListJobsRequest.getDefaultInstance());
    }

    @Test
    void answersOnLoopbackWithoutASecret() throws InterruptedException {
        try (RpcServer server = start(Security.LOOPBACK_ONLY)) {
            assertThat(call(server, Security.LOOPBACK_ONLY, RpcTest::list).getJobsCount())
                    .isZero();
        }
    }

    @Test
    void answersWhoKnowsTheSecretAndRefusesWhoDoesNot() throws InterruptedException {
        try (RpcServer server = start(SECRET)) {
            assertThat(call(server, SECRET, RpcTest::list).getJobsCount()).isZero();
            for (Security wrong : new Security[] {Security.LOOPBACK_ONLY, Security.withSecret("tunafish")}) {
                assertThatThrownBy(() -> call(server, wrong, RpcTest::list))
                        .isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                            assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
                            assertThat(ErrorDetails.from(e).orElseThrow().getHint())
                                    .contains("security.shared-secret");
                        });
            }
        }
    }

    @Test
    void carriesCauseAndHintOfARefusalAndCutsAStackTraceThatIsTooLong() throws InterruptedException {
        try (RpcServer server = start(Security.LOOPBACK_ONLY)) {
            assertThatThrownBy(() -> call(
                            server,
                            Security.LOOPBACK_ONLY,
                            stub -> stub.getJob(
                                    GetJobRequest.newBuilder().setJobId("x").build())))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
                        ErrorDetail detail =
                                ErrorDetails.from(new RuntimeException(e)).orElseThrow();
                        assertThat(detail.getCause()).isEqualTo("there is no job 'x'");
                        assertThat(detail.getHint()).isEqualTo("list them with: tidemark jobs");
                        assertThat(detail.getStackTrace()).startsWith("at x\n").endsWith("(cut off)");
                    });
        }
    }

    @Test
    void anExceptionWithoutDetailHasNone() {
        assertThat(ErrorDetails.from(Status.UNAVAILABLE.asRuntimeException())).isEmpty();
        assertThat(ErrorDetails.from(new IllegalStateException())).isEmpty();
    }

    @Test
    void aTakenPortIsNamedWithWhatToDo() {
        try (RpcServer server = start(Security.LOOPBACK_ONLY)) {
            int port = server.address().getPort();
            assertThatThrownBy(() -> RpcServer.start("127.0.0.1", port, Security.LOOPBACK_ONLY, new Service()))
                    .isInstanceOfSatisfying(NetworkSetupException.class, e -> {
                        assertThat(e.problem()).isEqualTo(NetworkSetupException.Problem.PORT_TAKEN);
                        assertThat(e.getMessage()).contains("port " + port, "taken");
                        assertThat(e.hint()).contains("another port");
                    });
        }
    }

    @Test
    void anAddressOfAnotherMachineIsNamed() {
        assertThatThrownBy(() -> RpcServer.start("192.0.2.1", 0, SECRET, new Service()))
                .isInstanceOfSatisfying(
                        NetworkSetupException.class,
                        e -> assertThat(e.problem()).isEqualTo(NetworkSetupException.Problem.BAD_ADDRESS));
    }

    @Test
    void listeningOrConnectingBeyondLoopbackWithoutASecretIsRefusedBeforeAnythingIsOpened() {
        assertThatThrownBy(() -> RpcServer.start("0.0.0.0", 0, Security.LOOPBACK_ONLY))
                .isInstanceOf(NetworkSetupException.class)
                .hasMessageContaining("needs a shared secret");
        assertThatThrownBy(() -> RpcChannels.connect("192.0.2.1:7070", Security.LOOPBACK_ONLY))
                .isInstanceOf(NetworkSetupException.class)
                .hasMessageContaining("needs a shared secret");
    }

    @Test
    void aConnectionThatBreaksUnderACallLeavesItUnansweredWhateverCodeTheCallEndsWith() {
        Status broken = Status.UNKNOWN.withDescription("channel closed").withCause(new ClosedChannelException());

        assertThat(RpcChannels.isUnanswered(broken)).isTrue();
        assertThat(RpcChannels.isUnanswered(Status.UNAVAILABLE)).isTrue();
        assertThat(RpcChannels.isUnanswered(Status.UNKNOWN)).isFalse();
        assertThat(RpcChannels.isUnanswered(Status.FAILED_PRECONDITION)).isFalse();
    }
}
