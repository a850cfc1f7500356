package io.tidemark.coordinator.job;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.checkpoint.CheckpointPurpose;
import io.tidemark.coordinator.graph.Deployment;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.network.proto.CancelTasksRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.DrainRequest;
import io.tidemark.network.proto.FinishRequest;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.StartRequest;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import io.tidemark.network.proto.UnalignCheckpointRequest;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the tasks of the attempt are told, worker by worker. Decides nothing. */
final class TaskCalls {
    private final JobRun run;

    TaskCalls(JobRun run) {
        this.run = run;
    }

    /** @return the workers that get tasks */
    Set<String> deploy(Optional<CheckpointManifest> restored) {
        Attempt attempt = run.attempt();
        SortedMap<String, DeployRequest> requests =
                Deployment.requests(run.graph(), attempt.slots(), deployHeader(), restored);
        requests.forEach((workerId, request) -> {
            request.getTasksList().forEach(task -> attempt.tasks().add(keyOf(task.getTask()), workerId));
            run.call(workerId, WorkerCall.Kind.DEPLOY, request);
        });
        return requests.keySet();
    }

    private DeployRequest deployHeader() {
        JobSpec spec = run.spec();
        return DeployRequest.newBuilder()
                .setEpoch(run.epoch())
                .setJobId(spec.jobId())
                .setAttempt(run.attempt().number())
                .setJobName(spec.name())
                .setJarSha256(spec.jarSha256())
                .setJarBytes(spec.jarBytes())
                .putAllConfiguration(run.graph().plan().getConfigurationMap())
                .setCheckpointDirectory(spec.checkpointLocation())
                .setRestoredCheckpointId(run.attempt().restoreFrom())
                .setRestoredFrom(run.attempt().origin())
                .addAllWatermarks(run.graph().plan().getWatermarksList())
                .build();
    }

    void start() {
        StartRequest request = StartRequest.newBuilder()
                .setEpoch(run.epoch())
                .setJobId(run.spec().jobId())
                .setAttempt(run.attempt().number())
                .build();
        tasks().workers().forEach(workerId -> run.call(workerId, WorkerCall.Kind.START, request));
    }

    void drain() {
        DrainRequest request = DrainRequest.newBuilder()
                .setEpoch(run.epoch())
                .setJobId(run.spec().jobId())
                .setAttempt(run.attempt().number())
                .build();
        tasks().workers().forEach(workerId -> run.call(workerId, WorkerCall.Kind.DRAIN, request));
    }

    /** Has barriers sent by the tasks without inputs. */
    void trigger(long checkpointId, CheckpointPurpose purpose) {
        SortedMap<String, TriggerCheckpointRequest.Builder> requests = new TreeMap<>();
        for (TaskTable.Entry entry : tasks().entries()) {
            if (run.graph().vertex(entry.task().vertex()).isSource()) {
                requests.computeIfAbsent(
                                entry.workerId(),
                                workerId -> TriggerCheckpointRequest.newBuilder()
                                        .setEpoch(run.epoch())
                                        .setJobId(run.spec().jobId())
                                        .setAttempt(run.attempt().number())
                                        .setCheckpointId(checkpointId)
                                        .setTriggeredAtMs(run.nowMs())
                                        .setPurpose(purpose.barrier().name()))
                        .addTasks(idOf(entry.task()));
            }
        }
        requests.forEach(
                (workerId, request) -> run.call(workerId, WorkerCall.Kind.TRIGGER_CHECKPOINT, request.build()));
    }

    /** @param onlyInBursts whether tasks that are not in a burst go on aligning */
    void unalign(long checkpointId, boolean onlyInBursts) {
        UnalignCheckpointRequest request = UnalignCheckpointRequest.newBuilder()
                .setEpoch(run.epoch())
                .setJobId(run.spec().jobId())
                .setAttempt(run.attempt().number())
                .setCheckpointId(checkpointId)
                .setOnlyInBursts(onlyInBursts)
                .build();
        tasks().workersLeft().forEach(workerId -> run.call(workerId, WorkerCall.Kind.UNALIGN, request));
    }

    void completed(long checkpointId) {
        tellOf(checkpointId, true, false);
    }

    /** Tasks that have stopped at its barrier go on. */
    void completedAndGoOn(long checkpointId) {
        tellOf(checkpointId, true, true);
    }

    /** Tasks that have stopped at its barrier go on. */
    void aborted(long checkpointId) {
        tellOf(checkpointId, false, true);
    }

    private void tellOf(long checkpointId, boolean completed, boolean goOn) {
        NotifyCheckpointRequest request = NotifyCheckpointRequest.newBuilder()
                .setEpoch(run.epoch())
                .setJobId(run.spec().jobId())
                .setAttempt(run.attempt().number())
                .setCheckpointId(checkpointId)
                .setCompleted(completed)
                .setGoOn(goOn)
                .build();
        tasks().workersLeft().forEach(workerId -> run.call(workerId, WorkerCall.Kind.NOTIFY_CHECKPOINT, request));
    }

    void finish(long finalCheckpointId) {
        FinishRequest request = FinishRequest.newBuilder()
                .setEpoch(run.epoch())
                .setJobId(run.spec().jobId())
                .setAttempt(run.attempt().number())
                .setCheckpointId(finalCheckpointId)
                .build();
        tasks().workers().forEach(workerId -> run.call(workerId, WorkerCall.Kind.FINISH, request));
    }

    /** Ends the tasks of the attempt, and waits for them for so long. */
    void cancel(String reason) {
        run.attempt().stop(run.nowMs() + run.spec().policy().cancelTimeoutMs());
        CancelTasksRequest request = CancelTasksRequest.newBuilder()
                .setEpoch(run.epoch())
                .setJobId(run.spec().jobId())
                .setAttempt(run.attempt().number())
                .setReason(reason)
                .build();
        tasks().workersLeft().forEach(workerId -> run.call(workerId, WorkerCall.Kind.CANCEL, request));
    }

    private TaskTable tasks() {
        return run.attempt().tasks();
    }

    private TaskId idOf(TaskKey task) {
        return TaskId.newBuilder()
                .setJobId(run.spec().jobId())
                .setAttempt(run.attempt().number())
                .setVertex(task.vertex())
                .setSubtask(task.subtask())
                .build();
    }

    private static TaskKey keyOf(TaskId task) {
        return new TaskKey(task.getVertex(), task.getSubtask());
    }
}
