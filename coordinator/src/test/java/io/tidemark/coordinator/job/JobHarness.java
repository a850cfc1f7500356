package io.tidemark.coordinator.job;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.TaskSlot;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobPlanProto;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Steps a {@link JobMaster} by hand. Its world is one of two workers, w1 with subtask 0 and w2 with subtask 1, of a source
 * (vertex 1) and a sink (vertex 2). Effects gather in {@link #effects}; writes are answered at once unless {@link
 * #holdWrites} is called.
 */
final class JobHarness {
    static final long EPOCH = 7;
    static final JobPolicy POLICY =
            new JobPolicy(new CheckpointTiming(1_000, 0, 5_000, 0), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);
    static final List<TaskSlot> SLOTS = List.of(new TaskSlot("w1", "w1:1"), new TaskSlot("w2", "w2:1"));

    final List<Effect> effects = new ArrayList<>();
    final JobMaster master;
    long nowMs = 50_000;
    private boolean writesHeld;
    private JobFacts durable;

    JobHarness() {
        this(POLICY, JobFacts.fresh());
    }

    JobHarness(JobPolicy policy) {
        this(policy, JobFacts.fresh());
    }

    JobHarness(JobPolicy policy, JobFacts facts) {
        this(Plans.sourceToSink(2), policy, facts);
    }

    JobHarness(JobPlanProto plan, JobPolicy policy, JobFacts facts) {
        durable = facts;
        master = new JobMaster(
                new JobSpec("job", 1_000, ExecutionGraph.of(plan), "jar-sha", 9, "/checkpoints", policy), EPOCH, facts);
    }

    // ---------------------------------------------------------------------------------------- stepping

    JobHarness send(Event event) {
        List<Effect> out = new ArrayList<>(master.on(event, nowMs));
        effects.addAll(out);
        for (Effect effect : out) {
            if (!writesHeld) {
                answerWrite(effect);
            }
        }
        return this;
    }

    private void answerWrite(Effect effect) {
        if (effect instanceof Effect.Persist persist) {
            durable = persist.facts();
            send(new Event.Persisted(persist.version()));
        } else if (effect instanceof Effect.WriteManifest write) {
            send(new Event.ManifestWritten(write.manifest().getCheckpointId(), "chk"));
        } else if (effect instanceof Effect.CleanUp) {
            send(new Event.CleanedUp(""));
        }
    }

    /** From now on the test answers writes itself. */
    JobHarness holdWrites() {
        writesHeld = true;
        return this;
    }

    /** Answers all writes that were asked for since {@link #holdWrites}, and later ones at once. */
    JobHarness releaseWrites() {
        writesHeld = false;
        List<Effect> held = all(Effect.class);
        effects.clear();
        held.forEach(this::answerWrite);
        effects.addAll(0, held);
        return this;
    }

    JobHarness tick(long passMs) {
        nowMs += passMs;
        return send(new Event.Tick());
    }

    JobHarness forget() {
        effects.clear();
        return this;
    }

    JobFacts durable() {
        return durable;
    }

    // ------------------------------------------------------------------------------------------ stories

    JobHarness begin() {
        return send(new Event.Begin());
    }

    JobHarness grant() {
        return send(new Event.SlotsGranted(SLOTS));
    }

    /** Begun, deployed, not yet started. */
    JobHarness deployed() {
        return begin().grant();
    }

    /** All tasks run; effects are forgotten. */
    JobHarness running() {
        return deployed().come("DEPLOYED").come("RUNNING").forget();
    }

    /** All tasks of the newest attempt report the state. */
    JobHarness come(String state) {
        for (int vertex = 1; vertex <= 2; vertex++) {
            for (int subtask = 0; subtask < 2; subtask++) {
                report(vertex, subtask, state);
            }
        }
        return this;
    }

    JobHarness report(int vertex, int subtask, String state) {
        return report(attempt(), vertex, subtask, state);
    }

    JobHarness report(int attempt, int vertex, int subtask, String state) {
        return send(new Event.TaskReported(
                worker(subtask),
                EPOCH,
                attempt,
                new TaskKey(vertex, subtask),
                TaskState.valueOf(state),
                ErrorDetail.getDefaultInstance(),
                Failure.Kind.OWN));
    }

    JobHarness fail(int vertex, int subtask, Failure.Kind kind, String cause) {
        return send(new Event.TaskReported(
                worker(subtask),
                EPOCH,
                attempt(),
                new TaskKey(vertex, subtask),
                TaskState.FAILED,
                ErrorDetail.newBuilder().setCause(cause).setHint("mend it").build(),
                kind));
    }

    JobHarness lose(String workerId) {
        return send(new Event.WorkerLost(workerId, "no heartbeat"));
    }

    JobHarness ack(long checkpointId, int vertex, int subtask) {
        return ack(attempt(), checkpointId, vertex, subtask);
    }

    JobHarness ack(int attempt, long checkpointId, int vertex, int subtask) {
        return send(new Event.CheckpointAcked(
                worker(subtask),
                EPOCH,
                attempt,
                new TaskKey(vertex, subtask),
                checkpointId,
                snapshot(vertex, subtask)));
    }

    JobHarness ackAll(long checkpointId) {
        return ack(checkpointId, 1, 0)
                .ack(checkpointId, 1, 1)
                .ack(checkpointId, 2, 0)
                .ack(checkpointId, 2, 1);
    }

    /** Takes a whole periodic checkpoint of a running job; returns its id. */
    long checkpoint() {
        tick(POLICY.checkpoints().intervalMs());
        long id = triggered();
        ackAll(id);
        return id;
    }

    /** Everything of the attempt is over as far as the workers know. */
    JobHarness drained() {
        return come("CANCELLED");
    }

    JobHarness answerManifest(long checkpointId) {
        return send(new Event.ManifestRead(manifest(checkpointId), "chk"));
    }

    static CheckpointManifest manifest(long checkpointId) {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder().setCheckpointId(checkpointId);
        for (int vertex = 1; vertex <= 2; vertex++) {
            for (int subtask = 0; subtask < 2; subtask++) {
                manifest.addTasks(snapshot(vertex, subtask));
            }
        }
        return manifest.build();
    }

    static TaskSnapshot snapshot(int vertex, int subtask) {
        return TaskSnapshot.newBuilder()
                .setVertex(vertex)
                .setSubtask(subtask)
                .setParallelism(2)
                .addOperators(OperatorSnapshot.newBuilder().setUid("uid-" + vertex))
                .build();
    }

    static String worker(int subtask) {
        return subtask == 0 ? "w1" : "w2";
    }

    // -------------------------------------------------------------------------------------------- seeing

    int attempt() {
        return master.facts().attempt();
    }

    JobState state() {
        return master.state();
    }

    <T extends Effect> List<T> all(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<WorkerCall> calls(WorkerCall.Kind kind) {
        return all(Effect.CallWorker.class).stream()
                .map(Effect.CallWorker::call)
                .filter(call -> call.kind() == kind)
                .toList();
    }

    /** Workers called so, in order. */
    List<String> called(WorkerCall.Kind kind) {
        return all(Effect.CallWorker.class).stream()
                .filter(call -> call.call().kind() == kind)
                .map(Effect.CallWorker::workerId)
                .toList();
    }

    <M> List<M> requests(WorkerCall.Kind kind, Class<M> type) {
        return calls(kind).stream().map(call -> type.cast(call.request())).toList();
    }

    List<DeployRequest> deployments() {
        return requests(WorkerCall.Kind.DEPLOY, DeployRequest.class);
    }

    /** Id of the newest triggered checkpoint. */
    long triggered() {
        List<io.tidemark.network.proto.TriggerCheckpointRequest> triggers =
                requests(WorkerCall.Kind.TRIGGER_CHECKPOINT, io.tidemark.network.proto.TriggerCheckpointRequest.class);
        return triggers.isEmpty() ? 0 : triggers.get(triggers.size() - 1).getCheckpointId();
    }

    /** Ids that workers were told are complete ({@code true}) or given up, one for each worker. */
    List<Long> notified(boolean completed) {
        return requests(WorkerCall.Kind.NOTIFY_CHECKPOINT, io.tidemark.network.proto.NotifyCheckpointRequest.class)
                .stream()
                .filter(request -> request.getCompleted() == completed)
                .map(io.tidemark.network.proto.NotifyCheckpointRequest::getCheckpointId)
                .toList();
    }

    boolean ended() {
        return effects.stream().anyMatch(Effect.Ended.class::isInstance);
    }

    int indexOf(Predicate<Effect> wanted) {
        for (int i = 0; i < effects.size(); i++) {
            if (wanted.test(effects.get(i))) {
                return i;
            }
        }
        return -1;
    }
}
