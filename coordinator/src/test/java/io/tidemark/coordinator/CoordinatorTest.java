package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.planning.JobJars;
import io.tidemark.coordinator.store.FencedException;
import io.tidemark.coordinator.store.JobStoreException;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.CancelJobRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.FetchJarRequest;
import io.tidemark.network.proto.GetClusterStatusRequest;
import io.tidemark.network.proto.GetJobRequest;
import io.tidemark.network.proto.GetLateRecordsRequest;
import io.tidemark.network.proto.GetWatermarksRequest;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.JobServiceGrpc;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.ListCheckpointsRequest;
import io.tidemark.network.proto.ListJobsRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.proto.SubmitJobRequest;
import io.tidemark.network.proto.SubmitPlanRequest;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskReport;
import io.tidemark.network.rpc.ErrorDetails;
import io.tidemark.network.rpc.NetworkSetupException;
import io.tidemark.network.rpc.RpcChannels;
import io.tidemark.network.rpc.Security;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell, over real gRPC and a real directory. */
class CoordinatorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private Coordinator coordinator;
    private ManagedChannel channel;
    private JobServiceGrpc.JobServiceBlockingStub jobs;

    @BeforeEach
    void start() {
        start(config());
    }

    private CoordinatorConfig config() {
        return CoordinatorConfig.local(directory.resolve("jobs"), directory.resolve("checkpoints"));
    }

    private void start(CoordinatorConfig config) {
        coordinator = Coordinator.start(config);
        channel = RpcChannels.connect(coordinator.address(), Security.LOOPBACK_ONLY);
        jobs = JobServiceGrpc.newBlockingStub(channel).withDeadlineAfter(2, TimeUnit.MINUTES);
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        coordinator.close();
    }

    private static SubmitPlanRequest plan(String submissionId) {
        JobPlanProto plan = new Plans()
                .node(1, "source", 1)
                .node(2, "sink", 1)
                .edge(1, 2, Partitioning.HASH)
                .option("execution.checkpointing.interval", "100 ms")
                .build();
        return SubmitPlanRequest.newBuilder()
                .setPlan(plan)
                .setSubmissionId(submissionId)
                .build();
    }

    private JobSummary job(String jobId) {
        return jobs.getJob(GetJobRequest.newBuilder().setJobId(jobId).build()).getSummary();
    }

    private void awaitState(String jobId, String state) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(job(jobId).getState()).isEqualTo(state));
    }

    private static ErrorDetail refusal(Status.Code code, Throwable failure) {
        assertThat(failure).isInstanceOf(StatusRuntimeException.class);
        assertThat(((StatusRuntimeException) failure).getStatus().getCode()).isEqualTo(code);
        ErrorDetail detail = ErrorDetails.from(failure).orElseThrow();
        assertThat(detail.getCause()).isNotBlank().doesNotContain("\n");
        assertThat(detail.getHint()).isNotBlank().doesNotContain("\n");
        return detail;
    }

    // ---------------------------------------------------------------------------------------- life of a job

    @Test
    void aJobWithoutWorkersSaysAtOnceWhatItNeeds() {
        String jobId = jobs.submitPlan(plan("")).getJobId();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(job(jobId).getDetail()).isEqualTo("need 1 slots, have 0"));
        assertThat(job(jobId).getState()).isEqualTo("WAITING_FOR_SLOTS");
        assertThat(jobs.getWatermarks(GetWatermarksRequest.newBuilder()
                                .setJobId(jobId)
                                .build())
                        .getExplanations(0))
                .isEqualTo("No task of the job runs: it is WAITING_FOR_SLOTS (need 1 slots, have 0).");
    }

    @Test
    void aBoundedJobRunsTakesCheckpointsFinishesAndIsRemembered() {
        String jobId = jobs.submitPlan(plan("")).getJobId();
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            awaitState(jobId, "RUNNING");
            await().atMost(PATIENCE).until(() -> worker.completed.size() >= 2);
            assertThat(jobs.getWatermarks(GetWatermarksRequest.newBuilder()
                            .setJobId(jobId.substring(0, 6))
                            .build()))
                    .satisfies(reply -> {
                        assertThat(reply.getOperatorsList())
                                .extracting(operator -> operator.getName())
                                .containsExactly("source", "sink");
                        assertThat(reply.getExplanationsList()).contains("one task was busy");
                    });
            worker.report("ENDED");
            awaitState(jobId, "FINISHED");
        }
        restart();
        assertThat(job(jobId).getState()).isEqualTo("FINISHED");
        assertThat(job(jobId).getName()).isEqualTo("test job");
        assertThat(jobs.getLateRecords(GetLateRecordsRequest.newBuilder()
                                .setJobId(jobId)
                                .build())
                        .getOperators(0)
                        .getDropped())
                .isEqualTo(15);
        assertThat(jobs.listCheckpoints(ListCheckpointsRequest.newBuilder()
                                .setJobId(jobId)
                                .build())
                        .getCheckpoints(0)
                        .getState())
                .isEqualTo("COMPLETED");
        assertThat(jobs.listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
                .hasSize(1);
    }

    @Test
    void aCancelledJobStillTellsItsLateRecordsAsOfItsLastCheckpoint() {
        String jobId = jobs.submitPlan(plan("")).getJobId();
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            await().atMost(PATIENCE).until(() -> !worker.completed.isEmpty());
            jobs.cancelJob(CancelJobRequest.newBuilder().setJobId(jobId).build());
            awaitState(jobId, "CANCELLED");
        }
        assertThat(jobs.getLateRecords(GetLateRecordsRequest.newBuilder()
                                .setJobId(jobId)
                                .build())
                        .getOperatorsList())
                .hasSize(2)
                .allSatisfy(operator -> {
                    assertThat(operator.getDropped()).isEqualTo(4);
                    assertThat(operator.getCountersMap()).containsOnlyKeys("malformed lines dropped");
                    assertThat(operator.getName()).isIn("source", "sink");
                });
    }

    @Test
    void aNewCoordinatorGoesOnFromTheNewestCheckpoint() {
        String jobId = jobs.submitPlan(plan("")).getJobId();
        long seen;
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            await().atMost(PATIENCE).until(() -> worker.completed.size() >= 2);
            seen = worker.completed.get(worker.completed.size() - 1);
            assertThat(worker.deployments.get(0).getEpoch()).isEqualTo(1);
        }
        restart();
        assertThat(coordinator.epoch()).isEqualTo(2);
        try (FakeWorker worker = new FakeWorker("w2", coordinator.address())) {
            awaitState(jobId, "RUNNING");
            assertThat(worker.deployments).singleElement().satisfies(deployment -> {
                assertThat(deployment.getEpoch()).isEqualTo(2);
                assertThat(deployment.getAttempt()).isGreaterThanOrEqualTo(2);
                assertThat(deployment.getRestoredCheckpointId()).isGreaterThanOrEqualTo(seen);
                assertThat(deployment.getTasksList())
                        .allSatisfy(task -> assertThat(task.getRestoreCount()).isEqualTo(1));
            });
        }
    }

    private void restart() {
        stop();
        start();
    }

    @Test
    void anAckOfAnAttemptThatIsOverIsRefused() {
        String jobId = jobs.submitPlan(plan("")).getJobId();
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            awaitState(jobId, "RUNNING");
            AckCheckpointRequest stale = AckCheckpointRequest.newBuilder()
                    .setWorkerId("w1")
                    .setEpoch(coordinator.epoch())
                    .setTask(TaskId.newBuilder().setJobId(jobId).setAttempt(0).setVertex(1))
                    .setCheckpointId(1)
                    .build();
            refusal(
                    Status.Code.FAILED_PRECONDITION,
                    catchThrowable(() -> worker.coordinator().ackCheckpoint(stale)));
        }
    }

    @Test
    void aReportThatMakesNoSenseIsRefusedAndDoesNoHarm() {
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            ReportTasksRequest report = ReportTasksRequest.newBuilder()
                    .setWorkerId("w1")
                    .addTasks(TaskReport.newBuilder().setState("ASLEEP"))
                    .build();
            refusal(
                    Status.Code.INVALID_ARGUMENT,
                    catchThrowable(() -> worker.coordinator().reportTasks(report)));
            AckCheckpointRequest ack = AckCheckpointRequest.newBuilder()
                    .setTaskSnapshot(ByteString.copyFromUtf8("\u0001\u0002\u0003"))
                    .build();
            refusal(
                    Status.Code.INVALID_ARGUMENT,
                    catchThrowable(() -> worker.coordinator().ackCheckpoint(ack)));
        }
        assertThat(coordinator.failure()).isEmpty();
        assertThat(jobs.listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
                .isEmpty();
    }

    // ------------------------------------------------------------------------------------------- submission

    private CompletableFuture<SubmitJobReply> upload(SubmitHeader header, byte[] jar) {
        CompletableFuture<SubmitJobReply> reply = new CompletableFuture<>();
        StreamObserver<SubmitJobRequest> parts = JobServiceGrpc.newStub(channel)
                .withDeadlineAfter(1, TimeUnit.MINUTES)
                .submitJob(new StreamObserver<>() {
                    @Override
                    public void onNext(SubmitJobReply value) {
                        reply.complete(value);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        reply.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {}
                });
        parts.onNext(SubmitJobRequest.newBuilder().setHeader(header).build());
        for (int from = 0; from < jar.length; from += 1_000) {
            byte[] chunk = Arrays.copyOfRange(jar, from, Math.min(jar.length, from + 1_000));
            parts.onNext(SubmitJobRequest.newBuilder()
                    .setJarChunk(ByteString.copyFrom(chunk))
                    .build());
        }
        parts.onCompleted();
        return reply;
    }

    private static SubmitHeader.Builder header(byte[] jar, String name) throws Exception {
        return SubmitHeader.newBuilder()
                .setJarName(name)
                .setJarBytes(jar.length)
                .setJarSha256(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(jar)));
    }

    private byte[] jobJar() throws IOException {
        return Files.readAllBytes(new JobJars(directory)
                .job("Job", "env.fromSequence(1, 10).sinkTo(context -> null); env.execute(\"from a jar\");"));
    }

    private static ErrorDetail refusal(CompletableFuture<?> reply) throws Exception {
        try {
            reply.get(1, TimeUnit.MINUTES);
            throw new AssertionError("it was accepted");
        } catch (ExecutionException e) {
            return refusal(Status.Code.INVALID_ARGUMENT, e.getCause());
        }
    }

    @Test
    void aSubmittedJarIsPlannedStoredAndHandedToWorkersAsItCame() throws Exception {
        byte[] jar = jobJar();
        SubmitJobReply reply = upload(header(jar, "job.jar").build(), jar).get(1, TimeUnit.MINUTES);
        assertThat(reply.getJobName()).isEqualTo("from a jar");
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            await().atMost(PATIENCE).until(() -> !worker.deployments.isEmpty());
            assertThat(worker.deployments.get(0).getJarBytes()).isEqualTo(jar.length);
            ByteArrayOutputStream fetched = new ByteArrayOutputStream();
            worker.coordinator()
                    .fetchJar(FetchJarRequest.newBuilder()
                            .setJobId(reply.getJobId())
                            .build())
                    .forEachRemaining(
                            chunk -> fetched.writeBytes(chunk.getData().toByteArray()));
            assertThat(fetched.toByteArray()).isEqualTo(jar);
        }
        assertThat(directory.resolve("jobs/uploads")).isEmptyDirectory();
    }

    /** TR-X5. */
    @Test
    void theSameSubmissionTwiceAtOnceOrLaterIsOneJob() throws Exception {
        byte[] jar = jobJar();
        SubmitHeader header = header(jar, "job.jar").setSubmissionId("once").build();
        CompletableFuture<SubmitJobReply> first = upload(header, jar);
        CompletableFuture<SubmitJobReply> second = upload(header, jar);
        String jobId = first.get(1, TimeUnit.MINUTES).getJobId();
        assertThat(second.get(1, TimeUnit.MINUTES).getJobId()).isEqualTo(jobId);
        restart();
        assertThat(upload(header, jar).get(1, TimeUnit.MINUTES).getJobId()).isEqualTo(jobId);
        assertThat(jobs.listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
                .hasSize(1);
        assertThat(jobs.submitPlan(plan("twice")).getJobId())
                .isEqualTo(jobs.submitPlan(plan("twice")).getJobId())
                .isNotEqualTo(jobId);
    }

    @Test
    void aJarThatArrivesDamagedIsRefused() throws Exception {
        byte[] jar = jobJar();
        SubmitHeader header = header(jar, "job.jar").build();
        byte[] damaged = jar.clone();
        damaged[100] ^= 1;
        assertThat(refusal(upload(header, damaged)).getCause()).contains("job.jar did not arrive as it was sent");
        assertThat(refusal(upload(header, Arrays.copyOf(jar, 50))).getCause()).contains("50 bytes of");
    }

    @Test
    void aJarThatIsTooLargeIsRefusedBeforeItIsSent() throws Exception {
        SubmitHeader header = SubmitHeader.newBuilder()
                .setJarName("huge.jar")
                .setJarBytes(600L << 20)
                .build();
        assertThat(refusal(upload(header, new byte[0])).getCause())
                .isEqualTo("huge.jar has 600 MiB, the limit is 512 MiB");
    }

    @Test
    void aMainThatThrowsIsToldWithinSeconds() throws Exception {
        byte[] jar = Files.readAllBytes(
                new JobJars(directory).job("Bad", "throw new IllegalStateException(\"no settings\");"));
        ErrorDetail detail = refusal(upload(header(jar, "bad.jar").build(), jar));
        assertThat(detail.getCause()).contains("java.lang.IllegalStateException: no settings");
        assertThat(detail.getStackTrace()).contains("jobs.Bad.main");
        assertThat(jobs.listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
                .isEmpty();
    }

    @Test
    void anUnknownOptionIsRefusedNamingTheNearest() {
        SubmitPlanRequest request = plan("").toBuilder()
                .setPlan(plan("").getPlan().toBuilder().putConfiguration("restart.max-atempts", "4"))
                .build();
        ErrorDetail detail = refusal(Status.Code.INVALID_ARGUMENT, catchThrowable(() -> jobs.submitPlan(request)));
        assertThat(detail.getCause()).contains("restart.max-atempts").contains("restart.max-attempts");
    }

    @Test
    void aValueThatDoesNotFitIsRefusedAndTheCoordinatorGoesOn() {
        SubmitPlanRequest request = plan("").toBuilder()
                .setPlan(plan("").getPlan().toBuilder().putConfiguration("execution.checkpointing.retained", "0"))
                .build();
        ErrorDetail detail = refusal(Status.Code.INVALID_ARGUMENT, catchThrowable(() -> jobs.submitPlan(request)));
        assertThat(detail.getCause()).contains("execution.checkpointing.retained is 0");
        assertThat(coordinator.failure()).isEmpty();
        assertThat(jobs.listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
                .isEmpty();
    }

    @Test
    void aPlanThatCannotBeRunIsRefused() {
        SubmitPlanRequest request = SubmitPlanRequest.newBuilder()
                .setPlan(new Plans()
                        .node(1, "a", 1)
                        .node(2, "b", 2)
                        .edge(1, 2, Partitioning.FORWARD)
                        .build())
                .build();
        ErrorDetail detail = refusal(Status.Code.INVALID_ARGUMENT, catchThrowable(() -> jobs.submitPlan(request)));
        assertThat(detail.getCause()).contains("forward from \"a\"");
    }

    @Test
    void aJobThatIsNotThereIsToldAndOneThatIsMeantTwiceToo() {
        ErrorDetail none = refusal(
                Status.Code.NOT_FOUND,
                catchThrowable(() ->
                        jobs.getJob(GetJobRequest.newBuilder().setJobId("nope").build())));
        assertThat(none.getCause()).isEqualTo("there is no job nope");
        for (int i = 0; i < 17; i++) {
            jobs.submitPlan(plan("submission " + i));
        }
        // 17 ids of hexadecimal digits: two start alike.
        String common = jobs.listJobs(ListJobsRequest.getDefaultInstance()).getJobsList().stream()
                .collect(Collectors.groupingBy(job -> job.getJobId().substring(0, 1), Collectors.counting()))
                .entrySet()
                .stream()
                .filter(start -> start.getValue() > 1)
                .findFirst()
                .orElseThrow()
                .getKey();
        ErrorDetail twice = refusal(
                Status.Code.INVALID_ARGUMENT,
                catchThrowable(() ->
                        jobs.getJob(GetJobRequest.newBuilder().setJobId(common).build())));
        assertThat(twice.getCause()).contains("jobs start with " + common);
    }

    // ---------------------------------------------------------------------------------- start and end

    @Test
    void theClusterTellsItsWorkers() {
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(jobs.getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                                    .getWorkersList())
                            .singleElement()
                            .satisfies(info -> {
                                assertThat(info.getWorkerId()).isEqualTo("w1");
                                assertThat(info.getFreeSlots()).isEqualTo(1);
                            }));
            assertThat(worker.deployments).isEmpty();
        }
    }

    @Test
    void aTakenPortIsToldAndLeavesNothingBehind() {
        int port = Integer.parseInt(coordinator.address().split(":")[1]);
        CoordinatorConfig other = CoordinatorConfig.local(directory.resolve("other"), directory.resolve("c"))
                .listeningOn("127.0.0.1", port);
        assertThatThrownBy(() -> Coordinator.start(other)).isInstanceOf(NetworkSetupException.class);
        Coordinator.start(other.listeningOn("127.0.0.1", 0)).close();
    }

    @Test
    void aSecondCoordinatorOnTheSameJobStoreIsRefused() {
        assertThatThrownBy(() -> Coordinator.start(config()))
                .isInstanceOf(JobStoreException.class)
                .hasMessageContaining("another coordinator uses the job store");
    }

    @Test
    void listeningBeyondLoopbackNeedsASecret() {
        CoordinatorConfig open = config().listeningOn("0.0.0.0", 0);
        assertThatThrownBy(() -> Coordinator.start(open)).isInstanceOf(NetworkSetupException.class);
    }

    /** TR-K1: cut off from its store. */
    @Test
    void aCoordinatorThatWasReplacedEndsByItself() throws Exception {
        jobs.submitPlan(plan(""));
        Files.writeString(directory.resolve("jobs/epoch"), "99");
        try (FakeWorker worker = new FakeWorker("w1", coordinator.address())) {
            assertThat(worker.completed).isEmpty();
            coordinator.awaitTermination();
            assertThat(coordinator.failure())
                    .hasValueSatisfying(failure -> assertThat(failure).isInstanceOf(FencedException.class));
        }
    }

    @Test
    void aJobWhoseStateIsDamagedIsShownAndLeftAlone() throws Exception {
        String jobId = jobs.submitPlan(plan("")).getJobId();
        stop();
        Path state = directory.resolve("jobs/jobs").resolve(jobId).resolve("state");
        Files.writeString(state, "not a state");
        start();
        assertThat(job(jobId).getState()).isEqualTo("FAILED");
        assertThat(job(jobId).getFailure().getCause()).contains("cannot be read");
        assertThat(state).hasContent("not a state");
    }
}
