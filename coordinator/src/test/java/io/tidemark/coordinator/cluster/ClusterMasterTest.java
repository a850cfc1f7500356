package io.tidemark.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobPolicy;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.JobState;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.job.JobViews;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.HeartbeatReply;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.RegisterWorkerReply;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.RunningJob;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Workers, heartbeats and fencing, with a job of one source and one sink subtask. */
class ClusterMasterTest {
    private static final long EPOCH = 5;
    private static final JobPolicy POLICY =
            new JobPolicy(new CheckpointTiming(1_000, 0, 5_000, 0), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);

    /** Answers writes at once, keeps calls for the test to answer. */
    private static final class Hands implements Outside {
        private final List<String> calls = new ArrayList<>();
        private final List<Long> callIds = new ArrayList<>();
        private final List<Effect> performed = new ArrayList<>();
        private final List<String> gone = new ArrayList<>();
        private final List<List<String>> known = new ArrayList<>();
        private final Map<String, StoredReport> ended = new HashMap<>();

        @Override
        public void call(WorkerRegistry.Worker worker, long callId, WorkerCall call) {
            calls.add(worker.workerId() + " " + call.kind() + " " + call.attempt());
            callIds.add(callId);
        }

        @Override
        public void perform(String jobId, Effect effect) {
            performed.add(effect);
        }

        @Override
        public void workersKnown(List<String> workerIds) {
            known.add(workerIds);
        }

        @Override
        public void note(String jobId, String line) {}

        @Override
        public void workerGone(WorkerRegistry.Worker worker) {
            gone.add(worker.workerId() + " " + worker.registration());
        }

        @Override
        public void tellEnd(String jobId) {}

        @Override
        public void ended(String jobId, StoredReport report) {
            ended.put(jobId, report);
        }
    }

    private final Hands hands = new Hands();
    private final ClusterMaster master = new ClusterMaster(EPOCH, new ClusterTiming(500, 2_000, 200, 1_000), hands);
    private long nowMs = 10_000;

    private static JobSpec spec(String jobId) {
        return new JobSpec(jobId, 0, ExecutionGraph.of(Plans.sourceToSink(1)), "", 0, "/c", POLICY);
    }

    private RegisterWorkerReply register(String workerId) {
        return master.register(
                RegisterWorkerRequest.newBuilder()
                        .setWorkerId(workerId)
                        .setGrpcAddress(workerId + ":1")
                        .setDataAddress(workerId + ":2")
                        .setSlots(1)
                        .build(),
                nowMs);
    }

    private HeartbeatReply beat(String workerId, long registration, RunningJob... running) {
        return master.heartbeat(
                HeartbeatRequest.newBuilder()
                        .setWorkerId(workerId)
                        .setEpoch(EPOCH)
                        .setRegistration(registration)
                        .addAllRunning(List.of(running))
                        .build(),
                nowMs);
    }

    private static RunningJob running(String jobId, int attempt) {
        return RunningJob.newBuilder().setJobId(jobId).setAttempt(attempt).build();
    }

    /** Answers all writes that were asked for. */
    private void write() {
        List<Effect> asked = List.copyOf(hands.performed);
        hands.performed.clear();
        for (Effect effect : asked) {
            if (effect instanceof Effect.Persist persist) {
                master.jobEvent("job", new Event.Persisted(persist.version()), nowMs);
            } else if (effect instanceof Effect.CleanUp) {
                master.jobEvent("job", new Event.CleanedUp(""), nowMs);
            }
        }
        if (!hands.performed.isEmpty()) {
            write();
        }
    }

    private void deploy() {
        master.add(spec("job"), JobFacts.fresh(), nowMs);
        write();
        assertThat(master.job("job").orElseThrow().state()).isEqualTo(JobState.DEPLOYING);
    }

    private static TaskId task(int attempt, int vertex) {
        return TaskId.newBuilder()
                .setJobId("job")
                .setAttempt(attempt)
                .setVertex(vertex)
                .build();
    }

    private boolean report(String workerId, long epoch, int attempt, String state) {
        return master.reportTasks(
                ReportTasksRequest.newBuilder()
                        .setWorkerId(workerId)
                        .setEpoch(epoch)
                        .addTasks(TaskReport.newBuilder()
                                .setTask(task(attempt, 1))
                                .setState(state)
                                .setRestartable(true))
                        .build(),
                nowMs);
    }

    @Test
    void aWorkerIsToldEpochAndHeartbeatsWhenItRegisters() {
        RegisterWorkerReply reply = register("w1");
        assertThat(reply.getEpoch()).isEqualTo(EPOCH);
        assertThat(reply.getHeartbeatIntervalMs()).isEqualTo(500);
        assertThat(reply.getHeartbeatTimeoutMs()).isEqualTo(2_000);
        assertThat(beat("w1", reply.getRegistration()).getKnown()).isTrue();
    }

    @Test
    void aWorkerThatIsNotKnownIsToldToRegister() {
        assertThat(beat("w1", 0).getKnown()).isFalse();
        assertThat(beat("w1", 0).getEpoch()).isEqualTo(EPOCH);
    }

    @Test
    void aHeartbeatOfAnEarlierEpochOrRegistrationIsNotHeard() {
        long first = register("w1").getRegistration();
        long second = register("w1").getRegistration();
        assertThat(second).isGreaterThan(first);
        assertThat(beat("w1", first).getKnown()).isFalse();
        assertThat(beat("w1", second).getKnown()).isTrue();
        HeartbeatRequest stale = HeartbeatRequest.newBuilder()
                .setWorkerId("w1")
                .setEpoch(EPOCH - 1)
                .setRegistration(second)
                .build();
        assertThat(master.heartbeat(stale, nowMs).getKnown()).isFalse();
    }

    @Test
    void aCoordinatorThatStoodStillItselfBlamesNoWorker() {
        register("w1");
        deploy();
        master.tick(nowMs);
        nowMs += 60_000;
        master.tick(nowMs);
        assertThat(hands.gone).isEmpty();
        pass(1_900);
        assertThat(hands.gone).isEmpty();
        pass(200);
        assertThat(hands.gone).hasSize(1);
    }

    /** Time as it passes for a process that is not held up. */
    private void pass(long ms) {
        for (long step = 0; step < ms; step += 100) {
            nowMs += 100;
            master.tick(nowMs);
        }
    }

    /** TR-K2. */
    @Test
    void aSilentWorkerIsLostAndItsJobGoesOnElsewhere() {
        register("w1");
        deploy();
        nowMs += 1_999;
        long w2 = register("w2").getRegistration();
        master.tick(nowMs);
        assertThat(hands.gone).isEmpty();
        nowMs += 1;
        beat("w2", w2);
        master.tick(nowMs);
        assertThat(hands.gone).containsExactly("w1 1");
        assertThat(master.job("job").orElseThrow().state()).isEqualTo(JobState.RESTARTING);
        nowMs += 100;
        master.tick(nowMs);
        write();
        assertThat(hands.calls).endsWith("w2 DEPLOY 2");
    }

    @Test
    void aProcessThatTakesAWorkersNameTakesItsPlace() {
        register("w1");
        deploy();
        register("w1");
        assertThat(hands.gone).containsExactly("w1 1");
        assertThat(master.job("job").orElseThrow().state()).isEqualTo(JobState.RESTARTING);
        assertThat(master.workerInfos(nowMs)).hasSize(1);
    }

    @Test
    void whatAWorkerRunsAndShouldNotIsToEnd() {
        long w1 = register("w1").getRegistration();
        long w2 = register("w2").getRegistration();
        deploy();
        assertThat(beat("w1", w1, running("job", 1)).getCancelList()).isEmpty();
        assertThat(beat("w2", w2, running("job", 1)).getCancelList()).containsExactly(running("job", 1));
        assertThat(beat("w1", w1, running("job", 0), running("unknown", 3)).getCancelList())
                .containsExactly(running("job", 0), running("unknown", 3));
        master.cancel("job", nowMs);
        write();
        assertThat(beat("w1", w1, running("job", 1)).getCancelList()).containsExactly(running("job", 1));
    }

    /** A zombie does no harm. */
    @Test
    void reportsAndAcksOfAnotherEpochAttemptJobOrUnknownWorkerAreStale() {
        register("w1");
        deploy();
        assertThat(report("w1", EPOCH - 1, 1, "FAILED")).isFalse();
        assertThat(report("w1", EPOCH, 2, "FAILED")).isFalse();
        assertThat(report("w9", EPOCH, 1, "FAILED")).isFalse();
        AckCheckpointRequest ack = AckCheckpointRequest.newBuilder()
                .setWorkerId("w1")
                .setEpoch(EPOCH)
                .setTask(task(1, 1).toBuilder().setJobId("other"))
                .build();
        assertThat(master.ackCheckpoint(ack, TaskSnapshot.getDefaultInstance(), nowMs))
                .isFalse();
        assertThat(master.job("job").orElseThrow().state()).isEqualTo(JobState.DEPLOYING);
        assertThat(report("w1", EPOCH, 1, "FAILED")).isTrue();
        assertThat(master.job("job").orElseThrow().state()).isEqualTo(JobState.RESTARTING);
    }

    @Test
    void aWorkerAtWhoseAddressNothingListensIsNotWaitedFor() {
        register("w1");
        deploy();
        WorkerRegistry.Worker worker = master.workers().find("w1").orElseThrow();
        long callId = hands.callIds.get(hands.callIds.size() - 1);

        master.nobodyThere(worker, callId, nowMs);

        assertThat(hands.gone).containsExactly("w1 " + worker.registration());
        write();
        assertThat(master.job("job").orElseThrow().state()).isNotEqualTo(JobState.DEPLOYING);
    }

    @Test
    void aWorkerThatHasComeBackMeanwhileIsNotLostForWhatItsPredecessorMissed() {
        register("w1");
        WorkerRegistry.Worker predecessor = master.workers().find("w1").orElseThrow();
        register("w1");
        hands.gone.clear();

        master.nobodyThere(predecessor, 1, nowMs);

        assertThat(hands.gone).isEmpty();
        assertThat(master.workers().find("w1")).isPresent();
    }

    @Test
    void aWorkerThatCannotBeCalledIsLostThoughItBeats() {
        long w1 = register("w1").getRegistration();
        deploy();
        for (int i = 0; i < 50 && hands.gone.isEmpty(); i++) {
            master.callLost("w1", hands.callIds.get(hands.callIds.size() - 1), nowMs);
            nowMs += 200;
            beat("w1", w1, running("job", 1));
            master.tick(nowMs);
        }
        assertThat(hands.gone).hasSize(1);
        assertThat(nowMs - 10_000).isBetween(4_000L, 4_600L);
    }

    private void takeOver(String... formerWorkers) {
        Map<JobSpec, JobFacts> left = new LinkedHashMap<>();
        left.put(spec("job"), new JobFacts(JobStatus.ACTIVE, 1, 0, List.of(), 1, 0, 0, null));
        master.recover(left, List.of(formerWorkers), nowMs);
        write();
    }

    @Test
    void aNewCoordinatorGivesOutSlotsOnceTheWorkersOfTheOneBeforeAreBack() {
        takeOver("w1", "w2");
        register("w1");
        register("w3");
        assertThat(hands.calls).isEmpty();
        register("w2");
        assertThat(hands.calls).containsExactly("w1 DEPLOY 2");
    }

    @Test
    void butItDoesNotWaitForThemForLong() {
        takeOver("w1", "w2");
        register("w1");
        nowMs += 999;
        master.tick(nowMs);
        assertThat(hands.calls).isEmpty();
        nowMs += 1;
        master.tick(nowMs);
        assertThat(hands.calls).containsExactly("w1 DEPLOY 2");
    }

    @Test
    void theNamesOfTheWorkersAreHandedOutForWhoeverComesNext() {
        register("w1");
        register("w2");
        nowMs += 2_000;
        register("w3");
        master.tick(nowMs);
        assertThat(hands.known)
                .containsExactly(
                        List.of("w1"),
                        List.of("w1", "w2"),
                        List.of("w1", "w2", "w3"),
                        List.of("w2", "w3"),
                        List.of("w3"));
    }

    @Test
    void aTaskThatEndsBetweenHeartbeatsStillTellsWhatItDid() {
        register("w1");
        deploy();
        master.reportTasks(
                ReportTasksRequest.newBuilder()
                        .setWorkerId("w1")
                        .setEpoch(EPOCH)
                        .addTasks(TaskReport.newBuilder()
                                .setTask(task(1, 1))
                                .setState("RUNNING")
                                .setRecordsIn(10)
                                .setRecordsOut(20))
                        .build(),
                nowMs);

        assertThat(JobViews.detail(master.job("job").orElseThrow()).getVerticesList())
                .filteredOn(vertex -> vertex.getVertex() == 1)
                .singleElement()
                .satisfies(vertex -> {
                    assertThat(vertex.getTasks(0).getRecordsIn()).isEqualTo(10);
                    assertThat(vertex.getTasks(0).getRecordsOut()).isEqualTo(20);
                });
    }

    @Test
    void anEndedJobIsForgottenAndItsReportKept() {
        register("w1");
        deploy();
        OperatorLate late = OperatorLate.newBuilder().setNode(2).setDropped(7).build();
        master.keepLate("job", List.of(late));
        master.cancel("job", nowMs);
        write();
        report("w1", EPOCH, 1, "CANCELLED");
        master.reportTasks(
                ReportTasksRequest.newBuilder()
                        .setWorkerId("w1")
                        .setEpoch(EPOCH)
                        .addTasks(TaskReport.newBuilder().setTask(task(1, 2)).setState("CANCELLED"))
                        .build(),
                nowMs);
        write();
        assertThat(master.jobs()).isEmpty();
        assertThat(hands.ended.get("job").getDetail().getSummary().getState()).isEqualTo("CANCELLED");
        assertThat(master.workerInfos(nowMs).get(0).getFreeSlots()).isEqualTo(1);
        assertThat(master.cancel("job", nowMs)).isFalse();
    }
}
