package io.tidemark.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobOrders;
import io.tidemark.coordinator.job.JobPolicy;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskReport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A job that starts from a checkpoint of another, which goes on and would remove it. */
class LentCheckpointsTest {
    private static final long EPOCH = 5;
    private static final JobPolicy POLICY =
            new JobPolicy(new CheckpointTiming(1_000, 0, 5_000, 0), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);

    private record Asked(String jobId, Effect effect) {}

    private final Deque<Asked> asked = new ArrayDeque<>();
    private final ClusterMaster master =
            new ClusterMaster(EPOCH, new ClusterTiming(500, 200_000, 200, 1_000), new Outside() {
                @Override
                public void call(WorkerRegistry.Worker worker, long callId, WorkerCall call) {}

                @Override
                public void perform(String jobId, Effect effect) {
                    asked.add(new Asked(jobId, effect));
                }

                @Override
                public void workersKnown(List<String> workerIds) {}

                @Override
                public void workerGone(WorkerRegistry.Worker worker) {}

                @Override
                public void note(String jobId, String line) {}

                @Override
                public void tellEnd(String jobId) {}

                @Override
                public void ended(String jobId, StoredReport report) {}
            });
    private List<Long> kept = List.of();
    private long nowMs = 10_000;

    private static JobSpec spec(String jobId) {
        return new JobSpec(jobId, 0, ExecutionGraph.of(Plans.sourceToSink(1)), "", 0, "/c", POLICY);
    }

    /** Answers what was asked of the disk, and remembers which checkpoints of the owner were kept. */
    private void write() {
        while (!asked.isEmpty()) {
            Asked one = asked.removeFirst();
            if (one.effect() instanceof Effect.Persist persist) {
                master.jobEvent(one.jobId(), new Event.Persisted(persist.version()), nowMs);
            } else if (one.effect() instanceof Effect.WriteManifest write) {
                long id = write.manifest().getCheckpointId();
                master.jobEvent(one.jobId(), new Event.ManifestWritten(id, "chk-" + id), nowMs);
            } else if (one.effect() instanceof Effect.CleanUp cleanUp) {
                kept = one.jobId().equals("owner") ? cleanUp.retained() : kept;
                master.jobEvent(one.jobId(), new Event.CleanedUp(""), nowMs);
            }
        }
    }

    private static TaskId task(int vertex) {
        return TaskId.newBuilder()
                .setJobId("owner")
                .setAttempt(1)
                .setVertex(vertex)
                .build();
    }

    private void report(String state) {
        for (int vertex = 1; vertex <= 2; vertex++) {
            master.reportTasks(
                    ReportTasksRequest.newBuilder()
                            .setWorkerId("w1")
                            .setEpoch(EPOCH)
                            .addTasks(TaskReport.newBuilder()
                                    .setTask(task(vertex))
                                    .setState(state)
                                    .setRestartable(true))
                            .build(),
                    nowMs);
        }
    }

    private void ownerRuns() {
        master.register(
                RegisterWorkerRequest.newBuilder()
                        .setWorkerId("w1")
                        .setGrpcAddress("w1:1")
                        .setDataAddress("w1:2")
                        .setSlots(1)
                        .build(),
                nowMs);
        master.add(spec("owner"), JobFacts.fresh(), nowMs);
        write();
        report("DEPLOYED");
        report("RUNNING");
    }

    private void checkpoint(long id) {
        nowMs += 1_000;
        master.tick(nowMs);
        write();
        for (int vertex = 1; vertex <= 2; vertex++) {
            master.ackCheckpoint(
                    AckCheckpointRequest.newBuilder()
                            .setWorkerId("w1")
                            .setEpoch(EPOCH)
                            .setTask(task(vertex))
                            .setCheckpointId(id)
                            .build(),
                    TaskSnapshot.newBuilder()
                            .setVertex(vertex)
                            .setParallelism(1)
                            .build(),
                    nowMs);
        }
        write();
        assertThat(master.job("owner").orElseThrow().facts().latestCheckpoint()).isEqualTo(id);
    }

    private static Origin of(long checkpointId) {
        return new Origin("/checkpoints/owner/manifest-" + checkpointId, "owner", checkpointId);
    }

    @Test
    void whatANewJobIsAboutToStartFromStaysUntilItIsGivenBack() {
        ownerRuns();
        checkpoint(1);
        assertThat(master.borrow("new", of(1))).isEqualTo(ClusterMaster.Loan.GIVEN);
        checkpoint(2);
        checkpoint(3);
        assertThat(kept).containsExactly(1L, 2L, 3L);
        master.giveBack("new");
        checkpoint(4);
        assertThat(kept).containsExactly(3L, 4L);
    }

    @Test
    void whatAJobStartsFromStaysUntilItHasACheckpointOfItsOwn() {
        ownerRuns();
        checkpoint(1);
        master.borrow("new", of(1));
        // No slot is free, so it waits.
        master.add(spec("new"), JobFacts.fresh().with(JobOrders.startFrom(of(1))), nowMs);
        write();
        checkpoint(2);
        checkpoint(3);
        assertThat(kept).containsExactly(1L, 2L, 3L);
        master.cancel("new", nowMs);
        write();
        checkpoint(4);
        assertThat(kept).as("it has ended").containsExactly(3L, 4L);
    }

    @Test
    void aCheckpointThatItsJobDoesNotKeepIsNotLent() {
        ownerRuns();
        checkpoint(1);
        checkpoint(2);
        checkpoint(3);
        assertThat(master.borrow("new", of(1))).isEqualTo(ClusterMaster.Loan.GONE);
        assertThat(master.borrow("new", new Origin("/c/else/manifest-1", "else", 1)))
                .isEqualTo(ClusterMaster.Loan.OF_NOBODY);
    }

    private static JobFacts withCheckpoints(JobOrders orders, Long... completed) {
        return new JobFacts(JobStatus.ACTIVE, 1, 0, List.of(completed), 9, 0, 0, null, orders);
    }

    @Test
    void aCoordinatorThatComesAfterwardsKnowsFromTheFactsWhatIsLent() {
        Map<JobSpec, JobFacts> unfinished = new LinkedHashMap<>();
        unfinished.put(spec("owner"), withCheckpoints(JobOrders.NONE, 4L, 5L));
        unfinished.put(spec("new"), withCheckpoints(JobOrders.startFrom(of(3))));
        unfinished.put(spec("older"), withCheckpoints(JobOrders.startFrom(of(2)), 1L));
        master.recover(unfinished, List.of(), nowMs);
        write();
        assertThat(kept).containsExactly(3L, 4L, 5L);
    }
}
