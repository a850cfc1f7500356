package io.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.CancelTasksRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.ExplainRequest;
import io.tidemark.network.proto.FinishRequest;
import io.tidemark.network.proto.RunningJob;
import io.tidemark.network.proto.StartRequest;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskReport;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import io.tidemark.network.rpc.NetworkSetupException;
import io.tidemark.network.rpc.Security;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real workers, with their ports and threads, under a coordinator that the test speaks for. */
class WorkerTest {
    @TempDir
    private Path directory;

    private final String jobId = "job-" + UUID.randomUUID();
    private final List<String> fatal = new CopyOnWriteArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private FakeCoordinator coordinator = new FakeCoordinator(0);

    private Worker start(String id) {
        return start(id, Duration.ofSeconds(30));
    }

    private Worker start(String id, Duration cancellationTimeout) {
        Worker worker = Worker.start(
                new WorkerConfig(
                        id,
                        "127.0.0.1",
                        0,
                        0,
                        null,
                        coordinator.address(),
                        2,
                        directory.resolve(id),
                        1,
                        16 << 20,
                        16 << 20,
                        Security.LOOPBACK_ONLY,
                        cancellationTimeout,
                        Configuration.empty()),
                (reason, cause) -> fatal.add(reason));
        workers.add(worker);
        await().until(() -> coordinator.workers.containsKey(id));
        return worker;
    }

    @AfterEach
    void close() {
        TestJob.BLOCKED.clear();
        TestJob.ignoresInterrupts = false;
        workers.forEach(Worker::close);
        coordinator.close();
    }

    private DeployRequest job(int attempt, long epoch) {
        return TestJob.onOneWorker(jobId, attempt, epoch, directory.resolve("checkpoints"));
    }

    private void awaitStates(String... states) {
        await().untilAsserted(() -> assertThat(coordinator.states()).contains(states));
    }

    private void startJob(String worker, int attempt) {
        coordinator
                .worker(worker)
                .start(StartRequest.newBuilder()
                        .setEpoch(coordinator.epoch)
                        .setJobId(jobId)
                        .setAttempt(attempt)
                        .build());
    }

    private void run(String worker, int attempt) {
        coordinator.reports.clear();
        coordinator.worker(worker).deploy(job(attempt, coordinator.epoch));
        awaitStates("1-0 DEPLOYED", "2-0 DEPLOYED");
        startJob(worker, attempt);
        awaitStates("1-0 RUNNING", "2-0 RUNNING");
    }

    private void awaitSum(long sum) {
        await().untilAsserted(() -> assertThat(TestJob.SUMS.get(jobId)).hasValue(sum));
    }

    private void cancel(String worker, int attempt) {
        coordinator
                .worker(worker)
                .cancel(CancelTasksRequest.newBuilder()
                        .setEpoch(coordinator.epoch)
                        .setJobId(jobId)
                        .setAttempt(attempt)
                        .build());
    }

    private void trigger(String worker, int attempt, long checkpointId) {
        coordinator
                .worker(worker)
                .triggerCheckpoint(TriggerCheckpointRequest.newBuilder()
                        .setEpoch(coordinator.epoch)
                        .setJobId(jobId)
                        .setAttempt(attempt)
                        .setCheckpointId(checkpointId)
                        .addTasks(TaskId.newBuilder().setVertex(TestJob.SOURCE))
                        .build());
    }

    @Test
    void aJobRunsIsCheckpointedEndsAndFinishes() {
        start("w");
        run("w", 0);
        TestJob.LIMITS.get(jobId).set(1000);
        awaitSum(500_500);
        trigger("w", 0, 1);
        await().until(() -> coordinator.acks.size() == 2);
        TestJob.LIMITS.get(jobId).set(-1);
        awaitStates("1-0 ENDED", "2-0 ENDED");
        trigger("w", 0, 2);
        await().until(() -> coordinator.acks.size() == 4);
        coordinator
                .worker("w")
                .finish(FinishRequest.newBuilder()
                        .setEpoch(1)
                        .setJobId(jobId)
                        .setCheckpointId(2)
                        .build());
        awaitStates("1-0 FINISHED", "2-0 FINISHED");
        await().until(() -> coordinator.heartbeats.get("w").getRunningCount() == 0);
        assertThat(directory.resolve("w").resolve("state").resolve(jobId).resolve("0"))
                .doesNotExist();
    }

    @Test
    void recordsTravelBetweenTwoWorkers() {
        start("a");
        start("b");
        Path checkpoints = directory.resolve("checkpoints");
        DeployRequest.Builder request = TestJob.request(jobId, 0, 1, checkpoints);
        String dataOfB = coordinator.workers.get("b").getDataAddress();
        String dataOfA = coordinator.workers.get("a").getDataAddress();
        TaskDescriptor sum = TestJob.sum(request, dataOfA);
        TaskDescriptor source = TestJob.source(request, dataOfB);
        coordinator.worker("b").deploy(request.clone().addTasks(sum).build());
        coordinator.worker("a").deploy(request.clone().addTasks(source).build());
        awaitStates("1-0 DEPLOYED", "2-0 DEPLOYED");
        startJob("b", 0);
        startJob("a", 0);
        TestJob.LIMITS.get(jobId).set(100_000);
        awaitSum(5_000_050_000L);
        assertThat(coordinator.heartbeats.get("b").getMetricsList()).hasSize(1);
        await().until(() -> coordinator.heartbeats.get("b").getMetrics(0).getRecordsIn() == 100_000);
    }

    @Test
    void aJobGoesOnFromItsCheckpointInANewAttemptWhichEndsTheOldOneFirst() throws Exception {
        start("w");
        run("w", 0);
        TestJob.LIMITS.get(jobId).set(10);
        awaitSum(55);
        trigger("w", 0, 1);
        await().until(() -> coordinator.acks.size() == 2);
        DeployRequest.Builder second = TestJob.request(jobId, 1, 1, directory.resolve("checkpoints"));
        second.addTasks(TestJob.source(second, "").toBuilder().addRestore(snapshotOf(TestJob.SOURCE)));
        second.addTasks(TestJob.sum(second, "").toBuilder().addRestore(snapshotOf(TestJob.SUM)));
        coordinator.reports.clear();

        coordinator.worker("w").deploy(second.build());

        awaitStates("1-0 DEPLOYED", "2-0 DEPLOYED");
        List<String> states = coordinator.states();
        assertThat(states.indexOf("2-0 CANCELLED")).isLessThan(states.indexOf("1-0 DEPLOYED"));
        startJob("w", 1);
        TestJob.LIMITS.get(jobId).set(12);
        awaitSum(55 + 11 + 12);
    }

    private ByteString snapshotOf(int vertex) throws Exception {
        for (AckCheckpointRequest ack : coordinator.acks) {
            if (TaskSnapshot.parseFrom(ack.getTaskSnapshot()).getVertex() == vertex) {
                return ack.getTaskSnapshot();
            }
        }
        throw new AssertionError("no snapshot of vertex " + vertex);
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        refused ->
                                assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION));
    }

    @Test
    void whoSpeaksForAnOldEpochOrAttemptIsRefused() {
        start("w");
        coordinator.epoch = 5;
        run("w", 3);
        assertRefused(() -> coordinator.worker("w").deploy(job(4, 4)));
        assertRefused(() -> coordinator.worker("w").deploy(job(2, 5)));
        assertRefused(() -> startJob("w", 2));
        assertRefused(() -> trigger("w", 7, 1));
    }

    @Test
    void aDeploymentThatComesAfterItsCancellationIsRefused() {
        start("w");
        cancel("w", 2);
        assertRefused(() -> coordinator.worker("w").deploy(job(2, 1)));
        assertRefused(() -> coordinator.worker("w").deploy(job(1, 1)));
        run("w", 3);
    }

    @Test
    void theSameDeploymentTwiceIsOne() {
        start("w");
        coordinator.worker("w").deploy(job(0, 1));
        coordinator.worker("w").deploy(job(0, 1));
        startWhenDeployed();
        assertThat(coordinator.states()).containsOnlyOnce("1-0 DEPLOYED").containsOnlyOnce("2-0 DEPLOYED");
    }

    private void startWhenDeployed() {
        awaitStates("1-0 DEPLOYED", "2-0 DEPLOYED");
        startJob("w", 0);
        awaitStates("1-0 RUNNING", "2-0 RUNNING");
    }

    @Test
    void userCodeThatBlocksIsInterruptedWhenItsTaskIsCancelledAndTheOtherTasksGoOnMeanwhile() throws Exception {
        start("w");
        CountDownLatch blocked = new CountDownLatch(1);
        TestJob.BLOCKED.put(jobId, blocked);
        run("w", 0);
        blocked.await();
        // The other task of the job shares the only loop, and still answers.
        await().untilAsserted(() -> assertThat(coordinator
                        .worker("w")
                        .explainWatermarks(ExplainRequest.newBuilder()
                                .setEpoch(1)
                                .setJobId(jobId)
                                .build())
                        .getOperatorsList())
                .extracting("name")
                .containsExactly("sum"));
        cancel("w", 0);
        awaitStates("1-0 CANCELLED", "2-0 CANCELLED");
        assertThat(fatal).isEmpty();
    }

    @Test
    void trK3_aTaskThatIgnoresItsCancellationIsFatalToTheProcess() throws Exception {
        start("w", Duration.ofMillis(200));
        CountDownLatch blocked = new CountDownLatch(1);
        TestJob.ignoresInterrupts = true;
        TestJob.BLOCKED.put(jobId, blocked);
        run("w", 0);
        blocked.await();
        cancel("w", 0);
        await().untilAsserted(() -> assertThat(fatal).anyMatch(reason -> reason.contains("numbers")));
        TestJob.ignoresInterrupts = false;
    }

    @Test
    void trK3_tasksEndWhileTheDeploymentsOfOtherJobsGetNoAnswer() {
        start("w");
        run("w", 0);
        for (int other = 0; other < 3; other++) {
            coordinator
                    .worker("w")
                    .deploy(
                            TestJob.onOneWorker("without-a-jar-" + other, 0, 1, directory.resolve("checkpoints"))
                                    .toBuilder()
                                    .setJarSha256("never")
                                    .build());
        }

        cancel("w", 0);

        awaitStates("1-0 CANCELLED", "2-0 CANCELLED");
        coordinator.reports.clear();
        for (int other = 0; other < 3; other++) {
            coordinator
                    .worker("w")
                    .cancel(CancelTasksRequest.newBuilder()
                            .setEpoch(1)
                            .setJobId("without-a-jar-" + other)
                            .build());
        }
        await().untilAsserted(() ->
                assertThat(coordinator.states()).hasSize(6).allMatch(state -> state.endsWith("CANCELLED")));
        assertThat(fatal).isEmpty();
    }

    @Test
    void whileTheCoordinatorIsAwayTasksGoOnAndANewOneMayEndThem() {
        start("w");
        run("w", 0);
        int port = coordinator.port();
        coordinator.close();
        TestJob.LIMITS.get(jobId).set(100);
        awaitSum(5050);

        coordinator = new FakeCoordinator(port);
        coordinator.epoch = 2;
        await().atMost(Duration.ofSeconds(20)).until(() -> coordinator.workers.containsKey("w"));
        await().until(() -> coordinator.heartbeats.containsKey("w")
                && coordinator.heartbeats.get("w").getRunningCount() == 1);
        coordinator.toCancel = List.of(RunningJob.newBuilder().setJobId(jobId).build());
        awaitStates("1-0 CANCELLED", "2-0 CANCELLED");
    }

    @Test
    void aTaskWhoseClassesAreMissingFailsForGoodAndSaysSo() {
        start("w");
        DeployRequest.Builder request = TestJob.request(jobId, 0, 1, directory.resolve("checkpoints"));
        var task = TestJob.sum(request, "").toBuilder();
        var operator = task.getOperatorsBuilder(0);
        operator.getNodeBuilder().setOperator(ByteString.copyFromUtf8("nothing"));
        coordinator.worker("w").deploy(request.addTasks(task).build());
        awaitStates("2-0 FAILED");
        TaskReport report = coordinator.reports.get(coordinator.reports.size() - 1);
        assertThat(report.getRestartable()).isFalse();
        assertThat(report.getFailure().getCause()).contains("cannot be read");
    }

    @Test
    void aJarThatIsNotWhatWasPromisedFailsTheDeployment() {
        start("w");
        coordinator.jars.put(jobId, new byte[] {1, 2, 3});
        coordinator.worker("w").deploy(job(0, 1).toBuilder().setJarSha256("abc").build());
        awaitStates("1-0 FAILED", "2-0 FAILED");
    }

    @Test
    void theDirectoryIsWipedAtTheStart() throws Exception {
        Path leftover = directory.resolve("w").resolve("state").resolve("old");
        Files.createDirectories(leftover);
        start("w");
        assertThat(leftover).doesNotExist();
    }

    @Test
    void aTakenPortIsANamedErrorAndLeavesNothingOpen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            WorkerConfig config = new WorkerConfig(
                    "w",
                    "127.0.0.1",
                    taken.getLocalPort(),
                    0,
                    null,
                    coordinator.address(),
                    1,
                    directory,
                    1,
                    1 << 20,
                    1 << 20,
                    Security.LOOPBACK_ONLY,
                    Duration.ofSeconds(1),
                    Configuration.empty());
            assertThatThrownBy(() -> Worker.start(config, (reason, cause) -> {}))
                    .isInstanceOf(NetworkSetupException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
    }
}
