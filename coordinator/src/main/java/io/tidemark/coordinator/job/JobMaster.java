package io.tidemark.coordinator.job;

import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs one job: an event and the time go in, effects come out. It holds the {@link JobFacts}, and asks for them to be
 * made durable before anything happens that depends on them:
 *
 * <ul>
 *   <li>an attempt's number and the checkpoint it starts from, before its tasks are deployed;
 *   <li>a checkpoint's id, before its barriers go out, so that no id is ever used twice;
 *   <li>a complete checkpoint, before sinks are told to commit;
 *   <li>a cancel or an end, and the answer to whatever was asked, before anybody is told.
 * </ul>
 *
 * <p>After each event it goes as far as the facts, the reports and the time allow; so it does not matter in which order
 * what it waits for arrives. The state that the job is in says which part of it does that: {@link Preparation}, {@link
 * Checkpointing} with {@link Stopping}, {@link Restarting}, {@link Ending}.
 */
public final class JobMaster {
    private final JobRun run;
    private final OrderBook orders;
    private final SlotClaim slots;
    private final Checkpointing checkpointing;
    private final Ending ending;
    private final Restarting restarting;
    private final Stopping stopping;
    private final Preparation preparation;
    private final TaskReports reports;
    /** Why the job store has not taken the last change; empty when it has. */
    private String storeTrouble = "";

    /**
     * @param epoch of this coordinator
     * @param facts as they stand durable in the job store
     */
    public JobMaster(JobSpec spec, long epoch, JobFacts facts) {
        if (facts.status().isTerminal()) {
            throw new IllegalArgumentException("job " + spec.jobId() + " has ended: " + facts.status());
        }
        run = new JobRun(spec, epoch, facts);
        TaskCalls calls = new TaskCalls(run);
        orders = new OrderBook(run);
        slots = new SlotClaim(run);
        SavepointWrites savepoints = new SavepointWrites(run);
        checkpointing = new Checkpointing(run, calls, orders, savepoints);
        ending = new Ending(run, calls, orders, slots, savepoints, checkpointing);
        restarting = new Restarting(run, calls, checkpointing, ending);
        stopping = new Stopping(run, calls, orders, savepoints, checkpointing, restarting);
        preparation = new Preparation(run, calls, orders, slots, checkpointing, ending, restarting);
        reports = new TaskReports(run, checkpointing, restarting, preparation);
    }

    /** Takes an event, and says what is to be done, in order. Time never goes back. */
    public List<Effect> on(Event event, long timeMs) {
        run.begin(timeMs);
        take(event);
        goOn();
        return run.effects();
    }

    private void take(Event event) {
        switch (event.kind()) {
            case BEGIN -> begin();
            case TICK -> tick();
            case CANCEL_REQUESTED -> ending.cancelRequested();
            case ASKED -> asked((Event.Asked) event);
            case SLOTS_GRANTED -> preparation.slotsGranted((Event.SlotsGranted) event);
            case SLOTS_SHORT -> preparation.slotsShort((Event.SlotsShort) event);
            case WORKER_LOST -> reports.workerLost((Event.WorkerLost) event);
            case WORKER_IDLE -> reports.workerIdle((Event.WorkerIdle) event);
            case CALL_DONE -> reports.callDone((Event.CallDone) event);
            case CALL_REFUSED -> reports.callRefused((Event.CallRefused) event);
            case TASK_REPORTED -> reports.taskReported((Event.TaskReported) event);
            case METRICS -> reports.metrics((Event.Metrics) event);
            case CHECKPOINT_ACKED -> reports.checkpointAcked((Event.CheckpointAcked) event);
            case CHECKPOINT_DECLINED -> reports.checkpointDeclined((Event.CheckpointDeclined) event);
            case PERSISTED -> persisted((Event.Persisted) event);
            case PERSIST_FAILED -> persistFailed((Event.PersistFailed) event);
            case MANIFEST_READ -> preparation.manifestRead((Event.ManifestRead) event);
            case MANIFEST_UNREADABLE -> preparation.manifestUnreadable((Event.ManifestUnreadable) event);
            case MANIFEST_WRITTEN -> {
                if (run.isLive()) {
                    checkpointing.manifestWritten((Event.ManifestWritten) event);
                }
            }
            case MANIFEST_FAILED -> {
                if (run.isLive()) {
                    checkpointing.manifestFailed((Event.ManifestFailed) event).ifPresent(restarting::failed);
                }
            }
            case SAVEPOINT_READ -> preparation.savepointRead((Event.SavepointRead) event);
            case SAVEPOINT_WRITTEN -> stopping.savepointWritten((Event.SavepointWritten) event);
            case SAVEPOINT_FAILED -> stopping.savepointFailed((Event.SavepointFailed) event);
            case CLEANED_UP -> checkpointing.cleanedUp((Event.CleanedUp) event);
            case LATE_KEPT -> reports.lateKept((Event.LateKept) event);
        }
    }

    // --------------------------------------------------------------------------- going on by itself

    private void goOn() {
        boolean moved = true;
        while (moved) {
            moved = checkpoint() | (run.isEnding() ? ending.end() : advance());
        }
    }

    /** Goes on with a checkpoint that waited for the job store. */
    private boolean checkpoint() {
        if (checkpointing.triggerReserved()) {
            return true;
        }
        Optional<Checkpointing.Completed> completed = checkpointing.takeCompleted();
        completed.ifPresent(stopping::completed);
        return completed.isPresent();
    }

    private boolean advance() {
        return switch (run.state()) {
            case CREATED -> preparation.begin();
            case WAITING_FOR_SLOTS -> preparation.deployWhenReady();
            case DEPLOYING -> preparation.startWhenDeployed();
            case RUNNING -> goOnRunning();
            case RESTARTING -> restarting.decide() || (restarting.isDue() && preparation.begin());
            case CANCELLING -> ending.endWhenCancelled();
            case FINISHING -> ending.finish();
            case FINISHED, FAILED, CANCELLED -> false;
        };
    }

    private boolean goOnRunning() {
        Attempt attempt = run.attempt();
        if (!attempt.isStopped() && attempt.tasks().allAtLeast(TaskState.ENDED)) {
            run.note("all input is worked off");
            run.move(JobState.FINISHING);
            return true;
        }
        boolean isDrained = run.orders().stop().filter(Order::drain).isPresent();
        return isDrained ? stopping.drain() : checkpointing.beginDue();
    }

    // ---------------------------------------------------------------------------------------- events

    private void begin() {
        if (run.facts().attempt() > 0) {
            run.note("coordinator of epoch " + run.epoch() + " takes the job over after attempt "
                    + run.facts().attempt());
            checkpointing.cleanUp();
        } else {
            run.note("the job is taken on");
        }
        if (run.facts().status() == JobStatus.CANCELLING) {
            run.move(JobState.CANCELLING);
        }
    }

    private void tick() {
        run.ledger().again(run.nowMs()).ifPresent(run::emit);
        if (run.isLive()) {
            checkpointing.tick().ifPresent(restarting::failed);
        }
    }

    private void persisted(Event.Persisted event) {
        run.ledger().persisted(event.version());
        if (!storeTrouble.isEmpty()) {
            run.note("the job store takes changes again");
            storeTrouble = "";
        }
    }

    /** Told once for each cause: it is tried again every second, which would leave nothing else in the log. */
    private void persistFailed(Event.PersistFailed failed) {
        if (!storeTrouble.equals(failed.cause())) {
            run.note("the job store did not take a change, which is tried again until it does: " + failed.cause());
            storeTrouble = failed.cause();
        }
        run.ledger().failed(run.nowMs());
    }

    private void asked(Event.Asked event) {
        Order order = event.order();
        boolean isTaken = orders.take(order, event.slotsThere(), slots.shortage());
        if (isTaken && order.kind() == Order.Kind.RESCALE && run.state() == JobState.WAITING_FOR_SLOTS) {
            preparation.aimAt(order.parallelism());
        }
    }

    // ---------------------------------------------------------------------------------------- asking

    public JobSpec spec() {
        return run.spec();
    }

    public JobState state() {
        return run.state();
    }

    public JobFacts facts() {
        return run.facts();
    }

    /** The checkpoint of another job that this one still needs: its files must stay. */
    public Optional<Origin> borrowed() {
        return run.ledger().durable().borrowed();
    }

    /** Whether a checkpoint is one of those that are kept. */
    public boolean retains(long checkpointId) {
        return run.facts().completed().contains(checkpointId);
    }

    /** Whether what says this comes from the tasks that are meant to run, or are being ended. */
    public boolean isCurrent(long ofEpoch, int ofAttempt) {
        return !run.isStale(ofEpoch, ofAttempt)
                && run.isDeployed()
                && !run.state().isTerminal();
    }

    /** Whether a worker that runs an attempt of this job should go on with it. */
    public boolean wants(String workerId, int ofAttempt) {
        return run.isLive()
                && ofAttempt == run.attempt().number()
                && run.attempt().usesWorker(workerId);
    }

    /** Whether an attempt is being ended and tasks of it are left on the worker. */
    public boolean isDraining(String workerId) {
        Attempt attempt = run.attempt();
        return attempt != null && attempt.isStopping() && attempt.tasks().hasLeft(workerId);
    }

    /** Late, repeated and foreign messages that were refused. */
    public long refusedCount() {
        return reports.staleCount();
    }

    /** Number and workers of the attempt that runs, if one does. */
    public Optional<Map.Entry<Integer, Set<String>>> liveAttempt() {
        return run.isLive()
                ? Optional.of(Map.entry(
                        run.attempt().number(),
                        new TreeSet<>(run.attempt().tasks().workers())))
                : Optional.empty();
    }

    /** The newest first. Those whose files are gone have no path. */
    public List<CheckpointInfo> checkpointInfos(long timeMs) {
        return checkpointing.checkpoints().infos(timeMs).stream()
                .map(info -> retains(info.getCheckpointId())
                        ? info
                        : info.toBuilder().clearPath().build())
                .toList();
    }

    /** Late records by operator subtask as of the newest complete checkpoint, without samples. */
    public List<OperatorLate> lateAtCheckpoint() {
        Map<String, PlanNodeProto> byUid = new HashMap<>();
        run.graph().plan().getNodesList().forEach(node -> byUid.put(node.getUid(), node));
        return checkpointing.checkpoints().late().stream()
                .filter(late -> byUid.containsKey(late.getUid()))
                .map(late -> late.toBuilder()
                        .setNode(byUid.get(late.getUid()).getId())
                        .setName(byUid.get(late.getUid()).getName())
                        .build())
                .toList();
    }

    /** As it runs or is to run next. */
    ExecutionGraph graph() {
        return run.graph();
    }

    /** What was asked for under this token, refused orders included; an answer is told once it is durable. */
    public Optional<Order> request(String token) {
        return orders.find(token);
    }

    /** What was asked for and not refused, the newest last. */
    List<Order> requests() {
        return orders.all();
    }

    JobLog log() {
        return run.log();
    }

    Optional<TaskTable> tasks() {
        return Optional.ofNullable(run.attempt()).filter(Attempt::isDeployed).map(Attempt::tasks);
    }

    /** What people should know about the state the job is in, in a few words; may be empty. */
    String remark() {
        if (!storeTrouble.isEmpty()) {
            return "the job store cannot be written: " + storeTrouble;
        }
        JobState state = run.state();
        if (state == JobState.WAITING_FOR_SLOTS) {
            return slots.shortage();
        }
        if (state == JobState.FINISHED && !run.orders().savepoint().isEmpty()) {
            return "stopped, savepoint " + run.orders().savepoint();
        }
        if (run.isLive() && run.orders().stop().isPresent()) {
            return "being stopped";
        }
        Optional<Integer> parallelism = orders.parallelismWanted();
        if (state == JobState.RUNNING && parallelism.isPresent()) {
            return "to be rescaled to " + parallelism.get();
        }
        Attempt attempt = run.attempt();
        boolean failed = state == JobState.RESTARTING && attempt != null && attempt.failure() != null;
        return failed ? attempt.failure().detail().getCause() : "";
    }
}
