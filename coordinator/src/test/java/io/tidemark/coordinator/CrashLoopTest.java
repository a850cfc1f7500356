package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.store.JobStore;
import io.tidemark.network.proto.GetJobRequest;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobServiceGrpc;
import io.tidemark.network.proto.JobServiceGrpc.JobServiceBlockingStub;
import io.tidemark.network.proto.ListCheckpointsRequest;
import io.tidemark.network.proto.ListJobsRequest;
import io.tidemark.network.rpc.RpcChannels;
import io.tidemark.network.rpc.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator whose job fails as soon as it runs, again and again, and which has kept many large checkpoints. */
class CrashLoopTest {
    private static final int RETAINED = 100;
    private static final int CRASHES = 15;
    private static final int STATE_BYTES = 1 << 20;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** A coordinator whose loop reads all its manifests at a restart takes longer than that to answer. */
    private static final long ANSWER_NS = TimeUnit.MILLISECONDS.toNanos(300);

    @TempDir
    Path directory;

    private void prepare() throws Exception {
        CheckpointStorage storage = CheckpointStorage.directory(directory.resolve("checkpoints"), "job");
        for (long id = 1; id <= RETAINED; id++) {
            storage.writeManifest(manifest(id));
        }
        List<Long> completed = LongStream.rangeClosed(1, RETAINED).boxed().toList();
        try (JobStore store = JobStore.open(directory.resolve("jobs"))) {
            store.create(
                    StoredJob.newBuilder()
                            .setFormatVersion(1)
                            .setJobId("job")
                            .setPlan(new Plans()
                                    .node(1, "source", 1)
                                    .node(2, "sink", 1)
                                    .edge(1, 2, Partitioning.HASH)
                                    .option("execution.checkpointing.interval", "0 ms")
                                    .option("execution.checkpointing.retained", Integer.toString(RETAINED))
                                    .option("restart.max-attempts-without-progress", "1000000")
                                    .build())
                            .build(),
                    new JobFacts(JobStatus.ACTIVE, 1, 0, completed, RETAINED + 1, 0, 0, null));
        }
    }

    private static CheckpointManifest manifest(long id) {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder()
                .setFormatVersion(1)
                .setJobId("job")
                .setCheckpointId(id);
        for (int vertex = 1; vertex <= 2; vertex++) {
            manifest.addTasks(TaskSnapshot.newBuilder()
                    .setVertex(vertex)
                    .setParallelism(1)
                    .addOperators(OperatorSnapshot.newBuilder()
                            .setUid("uid-" + vertex)
                            .addOwn(NamedState.newBuilder()
                                    .setName("large")
                                    .addElements(ByteString.copyFrom(new byte[STATE_BYTES])))));
        }
        return manifest.build();
    }

    @Test
    void trC10_inACrashLoopWithAHundredRetainedCheckpointsTheCoordinatorAnswersAllTheTime() throws Exception {
        prepare();
        CoordinatorConfig config = CoordinatorConfig.local(directory.resolve("jobs"), directory.resolve("checkpoints"))
                .restartingAfter(PAUSE, PAUSE);
        try (Coordinator coordinator = Coordinator.start(config);
                FakeWorker worker = new FakeWorker("w", coordinator.address())) {
            ManagedChannel channel = RpcChannels.connect(coordinator.address(), Security.LOOPBACK_ONLY);
            JobServiceBlockingStub jobs = JobServiceGrpc.newBlockingStub(channel);
            List<Long> slowestNs = new ArrayList<>();
            for (int crash = 1; crash <= CRASHES; crash++) {
                int deployments = crash;
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> worker.deployments.size() >= deployments && isRunning(jobs));
                assertThat(worker.deployments.get(crash - 1).getRestoredCheckpointId())
                        .isEqualTo(RETAINED);
                worker.report("FAILED");
                slowestNs.add(LongStream.range(0, 10)
                        .map(question -> answerNs(jobs))
                        .max()
                        .orElseThrow());
            }
            Collections.sort(slowestNs);
            // Of most crashes, since anything may hold up a machine once.
            assertThat(slowestNs.get(CRASHES / 2)).as("%s", slowestNs).isLessThan(ANSWER_NS);
            assertThat(CheckpointStorage.directory(directory.resolve("checkpoints"), "job")
                            .manifestIds())
                    .hasSize(RETAINED);
            channel.shutdownNow();
        }
    }

    private static boolean isRunning(JobServiceBlockingStub jobs) {
        return detail(jobs).getSummary().getState().equals("RUNNING");
    }

    private static JobDetail detail(JobServiceBlockingStub jobs) {
        return jobs.withDeadlineAfter(1, TimeUnit.MINUTES)
                .getJob(GetJobRequest.newBuilder().setJobId("job").build());
    }

    /** How long the slowest of all questions took. */
    private static long answerNs(JobServiceBlockingStub jobs) {
        long slowest = 0;
        List<Runnable> questions = List.of(
                () -> detail(jobs),
                () -> jobs.listJobs(ListJobsRequest.getDefaultInstance()),
                () -> jobs.listCheckpoints(
                        ListCheckpointsRequest.newBuilder().setJobId("job").build()));
        for (Runnable question : questions) {
            long startNs = System.nanoTime();
            question.run();
            slowest = Math.max(slowest, System.nanoTime() - startNs);
        }
        return slowest;
    }
}
