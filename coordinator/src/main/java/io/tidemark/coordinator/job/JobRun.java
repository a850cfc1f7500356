package io.tidemark.coordinator.job;

import com.google.protobuf.Message;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.Vertex;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.ArrayList;
import java.util.List;

/**
 * The job as it stands, which all parts of its {@link JobMaster} look at, and what they want done. Whose part moves the job
 * on is said by its {@link JobState}.
 */
final class JobRun {
    private final JobSpec spec;
    private final long epoch;
    private final Ledger ledger;
    private final JobLog log = new JobLog();
    private JobState state;
    private ExecutionGraph graph;
    /** Null before the first of this coordinator. */
    private Attempt attempt;

    /** The terminal state that is being made durable, or is reached. */
    private JobState ending;

    private long nowMs;
    private List<Effect> effects = new ArrayList<>();

    /** @param durable the facts as they stand in the job store */
    JobRun(JobSpec spec, long epoch, JobFacts durable) {
        this.spec = spec;
        this.epoch = epoch;
        this.ledger = new Ledger(durable);
        this.graph = recordedGraph();
        this.state = durable.attempt() == 0 ? JobState.CREATED : JobState.RESTARTING;
    }

    JobSpec spec() {
        return spec;
    }

    long epoch() {
        return epoch;
    }

    Ledger ledger() {
        return ledger;
    }

    JobFacts facts() {
        return ledger.facts();
    }

    JobOrders orders() {
        return ledger.facts().orders();
    }

    JobLog log() {
        return log;
    }

    // ------------------------------------------------------------------------------------------ moving on

    JobState state() {
        return state;
    }

    void move(JobState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("job " + spec.jobId() + ": " + state + " to " + next);
        }
        state = next;
    }

    /** The end is decided; nothing but that is done from now on. */
    void endAs(JobState end) {
        ending = end;
    }

    boolean isEnding() {
        return ending != null;
    }

    /** The terminal state that is being made durable, or is reached; null while it lives. */
    JobState ending() {
        return ending;
    }

    /** As it runs or is to run next. */
    ExecutionGraph graph() {
        return graph;
    }

    /** From the next deployment on; recorded once the job runs so. */
    void aimAt(int parallelism) {
        graph = spec.graph().rescaled(parallelism);
    }

    /** As the facts have it. */
    ExecutionGraph recordedGraph() {
        int parallelism = orders().parallelism();
        return parallelism == 0 ? spec.graph() : spec.graph().rescaled(parallelism);
    }

    void aimAtRecorded() {
        graph = recordedGraph();
    }

    /** Null before the first of this coordinator. */
    Attempt attempt() {
        return attempt;
    }

    void attempt(Attempt next) {
        attempt = next;
    }

    boolean isDeployed() {
        return attempt != null && attempt.isDeployed();
    }

    /** Whether there are tasks of an attempt that is not being ended. */
    boolean hasTasks() {
        return isDeployed() && !attempt.isStopping();
    }

    /** Whether there are tasks that are meant to run. */
    boolean isLive() {
        return hasTasks() && !isEnding();
    }

    boolean isStale(long ofEpoch, int ofAttempt) {
        return ofEpoch != epoch || attempt == null || ofAttempt != attempt.number();
    }

    // --------------------------------------------------------------------------------------- one event

    /** Begins to handle an event. Time never goes back. */
    void begin(long timeMs) {
        nowMs = timeMs;
        effects = new ArrayList<>();
    }

    /** What is to be done, in order. */
    List<Effect> effects() {
        return effects;
    }

    long nowMs() {
        return nowMs;
    }

    /** Has the facts made durable. @return their version */
    long persist() {
        emit(ledger.record());
        return ledger.version();
    }

    void note(String line) {
        log.add(nowMs, line);
        emit(new Effect.Note(line));
    }

    void emit(Effect effect) {
        effects.add(effect);
    }

    void call(String workerId, WorkerCall.Kind kind, Message request) {
        emit(new Effect.CallWorker(workerId, new WorkerCall(kind, spec.jobId(), attempt.number(), request)));
    }

    // ------------------------------------------------------------------------------------------- names

    String nameOf(TaskKey task) {
        Vertex vertex = graph.vertex(task.vertex());
        return vertex.name() + " [" + (task.subtask() + 1) + "/" + vertex.parallelism() + "]";
    }

    /** With the task in the cause, unless it names an operator of it already. */
    ErrorDetail named(TaskKey task, ErrorDetail failure) {
        String cause = failure.getCause();
        boolean isNamed = graph.vertex(task.vertex()).nodes().stream()
                .map(PlanNodeProto::getName)
                .anyMatch(name -> cause.startsWith(name) || cause.contains('"' + name + '"'));
        return isNamed
                ? failure
                : failure.toBuilder().setCause(nameOf(task) + ": " + cause).build();
    }
}
