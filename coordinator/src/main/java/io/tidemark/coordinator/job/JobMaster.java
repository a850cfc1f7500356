package io.tidemark.coordinator.job;

import com.google.protobuf.Message;
import io.tidemark.api.config.JobOptions;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.coordinator.checkpoint.CheckpointCoordinator;
import io.tidemark.coordinator.checkpoint.CheckpointPhase;
import io.tidemark.coordinator.checkpoint.CheckpointPurpose;
import io.tidemark.coordinator.graph.Deployment;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.RestoreCheck;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.Vertex;
import io.tidemark.network.proto.CancelTasksRequest;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.DrainRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.FinishRequest;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.StartRequest;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import io.tidemark.network.proto.UnalignCheckpointRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs one job: an event and the time go in, effects come out. It holds the {@link JobFacts}, and asks for them to be
 * made durable before anything happens that depends on them:
 *
 * <ul>
 *   <li>an attempt's number and the checkpoint it starts from, before its tasks are deployed;
 *   <li>a checkpoint's id, before its barriers go out, so that no id is ever used twice;
 *   <li>a complete checkpoint, before sinks are told to commit;
 *   <li>a cancel or an end, before anybody is told.
 * </ul>
 *
 * <p>After each event it goes as far as the facts, the reports and the time allow; so it does not matter in which order
 * what it waits for arrives.
 */
public final class JobMaster {
    private static final long QUIET_MS = 60_000;
    private static final long READ_RETRY_MS = 1_000;
    private static final long LATE_WAIT_MS = 3_000;
    private static final int REFUSALS_REMEMBERED = 32;
    private static final String SAVEPOINT_HINT =
            "See that its directory can be written by the coordinator and has room, and ask again.";

    private final JobSpec spec;
    private final long epoch;
    private ExecutionGraph graph;
    private final JobPolicy policy;
    private final RestartPolicy restarts;
    private final CheckpointCoordinator checkpoints;
    private final JobLog log = new JobLog();

    private JobState state;
    private final Ledger ledger;

    /** Null before the first of this coordinator. */
    private Attempt attempt;

    private long restartAtMs;
    private boolean slotsHeld;
    private String slotsShort = "";
    /** Why the job store has not taken the last change; empty when it has. */
    private String storeTrouble = "";
    /** Clean-ups that are not answered yet. */
    private int cleanUps;

    /** Waits for these facts before it acts on a cancel, a checkpoint id, a complete checkpoint, the end. */
    private long cancelVersion;

    private long checkpointVersion;
    private long endVersion;
    /** The terminal state that is being made durable, or is reached. */
    private JobState ending;

    private boolean endedSaid;

    /** Orders that were refused at once, the last ones by token. They are as good as never given, and not durable. */
    private final Map<String, Order> refused = new LinkedHashMap<>();
    /** Savepoints that are being written: tokens by checkpoint. */
    private final Map<Long, String> savepointsWriting = new TreeMap<>();
    /** Token of the savepoint whose checkpoint is under way. */
    private String savepointToken = "";

    private long finalCheckpointId;
    private long lateDeadlineMs;
    private long stale;

    private long nowMs;
    private List<Effect> effects = new ArrayList<>();

    /**
     * @param epoch of this coordinator
     * @param facts as they stand durable in the job store
     */
    public JobMaster(JobSpec spec, long epoch, JobFacts facts) {
        if (facts.status().isTerminal()) {
            throw new IllegalArgumentException("job " + spec.jobId() + " has ended: " + facts.status());
        }
        this.spec = spec;
        this.epoch = epoch;
        this.graph = graphOf(facts);
        this.policy = spec.policy();
        this.ledger = new Ledger(facts);
        this.restarts = new RestartPolicy(
                policy.maxRestarts(),
                policy.maxRestartsWithoutProgress(),
                new RestartBackoff(policy.backoffInitialMs(), policy.backoffMaxMs(), QUIET_MS));
        this.checkpoints = new CheckpointCoordinator(policy.checkpoints(), this::nameOf);
        this.state = facts.attempt() == 0 ? JobState.CREATED : JobState.RESTARTING;
    }

    private ExecutionGraph graphOf(JobFacts of) {
        int parallelism = of.orders().parallelism();
        return parallelism == 0 ? spec.graph() : spec.graph().rescaled(parallelism);
    }

    /** Takes an event, and says what is to be done, in order. Time never goes back. */
    public List<Effect> on(Event event, long timeMs) {
        nowMs = timeMs;
        effects = new ArrayList<>();
        take(event);
        goOn();
        return effects;
    }

    private void take(Event event) {
        switch (event.kind()) {
            case BEGIN -> begin();
            case TICK -> tick();
            case CANCEL_REQUESTED -> cancelRequested();
            case ASKED -> asked((Event.Asked) event);
            case SLOTS_GRANTED -> slotsGranted((Event.SlotsGranted) event);
            case SLOTS_SHORT -> slotsShort((Event.SlotsShort) event);
            case WORKER_LOST -> workerLost((Event.WorkerLost) event);
            case WORKER_IDLE -> workerIdle((Event.WorkerIdle) event);
            case CALL_DONE -> callDone((Event.CallDone) event);
            case CALL_REFUSED -> callRefused((Event.CallRefused) event);
            case TASK_REPORTED -> taskReported((Event.TaskReported) event);
            case METRICS -> metrics((Event.Metrics) event);
            case CHECKPOINT_ACKED -> checkpointAcked((Event.CheckpointAcked) event);
            case CHECKPOINT_DECLINED -> checkpointDeclined((Event.CheckpointDeclined) event);
            case PERSISTED -> persisted((Event.Persisted) event);
            case PERSIST_FAILED -> persistFailed((Event.PersistFailed) event);
            case MANIFEST_READ -> manifestRead((Event.ManifestRead) event);
            case MANIFEST_UNREADABLE -> manifestUnreadable((Event.ManifestUnreadable) event);
            case MANIFEST_WRITTEN -> manifestWritten((Event.ManifestWritten) event);
            case MANIFEST_FAILED -> manifestFailed((Event.ManifestFailed) event);
            case SAVEPOINT_READ -> savepointRead((Event.SavepointRead) event);
            case SAVEPOINT_WRITTEN -> savepointWritten((Event.SavepointWritten) event);
            case SAVEPOINT_FAILED -> savepointFailed((Event.SavepointFailed) event);
            case CLEANED_UP -> cleanedUp((Event.CleanedUp) event);
            case LATE_KEPT -> lateKept((Event.LateKept) event);
        }
    }

    // --------------------------------------------------------------------------- going on by itself

    private void goOn() {
        boolean moved = true;
        while (moved) {
            moved = recordCheckpoint() | (ending != null ? end() : advance());
        }
    }

    private boolean advance() {
        return switch (state) {
            case CREATED -> prepareAttempt();
            case WAITING_FOR_SLOTS -> deployWhenReady();
            case DEPLOYING -> startWhenDeployed();
            case RUNNING -> run();
            case RESTARTING -> restart();
            case CANCELLING -> endWhenCancelled();
            case FINISHING -> finish();
            case FINISHED, FAILED, CANCELLED -> false;
        };
    }

    private boolean prepareAttempt() {
        boolean afterFailure = attempt == null ? facts().attempt() > 0 : attempt.failure() != null;
        parallelismWanted().ifPresent(wanted -> graph = spec.graph().rescaled(wanted));
        ledger.set(facts().with(orders().stoppedWith("")).nextAttempt(afterFailure));
        attempt = new Attempt(facts().attempt(), facts().restoreFrom(), facts().restoreOrigin(), persist());
        finalCheckpointId = 0;
        slotsShort = "";
        slotsHeld = true;
        emit(new Effect.RequestSlots(graph.slotsNeeded()));
        if (attempt.isManifestAwaited()) {
            readStart();
        }
        move(JobState.WAITING_FOR_SLOTS);
        return true;
    }

    private void readStart() {
        emit(
                attempt.origin().isEmpty()
                        ? new Effect.ReadManifest(attempt.restoreFrom())
                        : new Effect.ReadSavepoint(attempt.origin()));
    }

    /** That somebody wants and that the job is not about to have yet. */
    private Optional<Integer> parallelismWanted() {
        return orders().rescale().map(Order::parallelism).filter(wanted -> wanted != graph.parallelism());
    }

    private boolean deployWhenReady() {
        if (attempt.takeReadAgain(nowMs)) {
            readStart();
        }
        if (attempt.slots().isEmpty() || attempt.isManifestAwaited() || !ledger.isDurable(attempt.factsVersion())) {
            return false;
        }
        SortedMap<String, DeployRequest> requests =
                Deployment.requests(graph, attempt.slots(), deployHeader(), attempt.manifest());
        requests.forEach((workerId, request) -> {
            request.getTasksList().forEach(task -> attempt.tasks().add(keyOf(task.getTask()), workerId));
            call(workerId, WorkerCall.Kind.DEPLOY, request);
        });
        attempt.deployed(nowMs);
        note("attempt " + attempt.number() + " is deployed to " + String.join(", ", requests.keySet())
                + (attempt.restoreFrom() == 0 ? "" : " from checkpoint " + attempt.restoreFrom())
                + (attempt.origin().isEmpty() ? "" : " from savepoint " + attempt.origin()));
        move(JobState.DEPLOYING);
        return true;
    }

    private DeployRequest deployHeader() {
        return DeployRequest.newBuilder()
                .setEpoch(epoch)
                .setJobId(spec.jobId())
                .setAttempt(attempt.number())
                .setJobName(spec.name())
                .setJarSha256(spec.jarSha256())
                .setJarBytes(spec.jarBytes())
                .putAllConfiguration(graph.plan().getConfigurationMap())
                .setCheckpointDirectory(spec.checkpointLocation())
                .setRestoredCheckpointId(attempt.restoreFrom())
                .setRestoredFrom(attempt.origin())
                .build();
    }

    private boolean startWhenDeployed() {
        TaskTable tasks = attempt.tasks();
        if (!attempt.isStarted() && tasks.allAtLeast(TaskState.DEPLOYED)) {
            attempt.started();
            StartRequest request = StartRequest.newBuilder()
                    .setEpoch(epoch)
                    .setJobId(spec.jobId())
                    .setAttempt(attempt.number())
                    .build();
            tasks.workers().forEach(workerId -> call(workerId, WorkerCall.Kind.START, request));
            return true;
        }
        if (attempt.isStarted() && tasks.allAtLeast(TaskState.RUNNING)) {
            attempt.runs(nowMs);
            checkpoints.attemptRuns(nowMs);
            note("attempt " + attempt.number() + " runs");
            orders().rescale()
                    .filter(rescale -> rescale.parallelism() == graph.parallelism())
                    .ifPresent(rescale -> answer(rescale.done("")));
            move(JobState.RUNNING);
            return true;
        }
        if (nowMs - attempt.deployedAtMs() >= policy.deployTimeoutMs()) {
            TaskState wanted = attempt.isStarted() ? TaskState.RUNNING : TaskState.DEPLOYED;
            TaskTable.Entry slow = tasks.entries().stream()
                    .filter(entry -> entry.state().compareTo(wanted) < 0)
                    .findFirst()
                    .orElseThrow();
            attemptFailed(Failure.environment(
                    nameOf(slow.task()) + " on " + slow.workerId() + " was not " + wanted + " after "
                            + policy.deployTimeoutMs() + " ms",
                    "Look at the log of that worker; " + SchedulingOptions.DEPLOY_TIMEOUT.key()
                            + " gives it more time."));
            return true;
        }
        return false;
    }

    private boolean run() {
        if (!attempt.isStopped() && attempt.tasks().allAtLeast(TaskState.ENDED)) {
            note("all input is worked off");
            move(JobState.FINISHING);
            return true;
        }
        Optional<Order> stop = orders().stop();
        if (stop.isPresent() && stop.get().drain()) {
            return drain();
        }
        if (cleanUps > 0 || !checkpoints.mayBegin(nowMs) || attempt.isStopped()) {
            return false;
        }
        if (stop.isPresent()) {
            reserveCheckpoint(CheckpointPurpose.STOP);
        } else if (parallelismWanted().isPresent()) {
            reserveCheckpoint(CheckpointPurpose.RESCALE);
        } else if (savepointWanted().isPresent()) {
            savepointToken = savepointWanted().get().token();
            reserveCheckpoint(CheckpointPurpose.SAVEPOINT);
        } else if (checkpoints.isPeriodicDue(nowMs)) {
            reserveCheckpoint(CheckpointPurpose.PERIODIC);
        } else {
            return false;
        }
        return true;
    }

    /** The first that nobody works on yet. */
    private Optional<Order> savepointWanted() {
        return orders().open(Order.Kind.SAVEPOINT).stream()
                .filter(order -> !savepointsWriting.containsValue(order.token()))
                .findFirst();
    }

    /** Has the sources end, once; all other tasks follow, and then it goes on as at the end of all input. */
    private boolean drain() {
        if (attempt.isDrainSent()) {
            return false;
        }
        attempt.drainSent();
        note("sources are told to end, as the job is to be drained");
        DrainRequest request = DrainRequest.newBuilder()
                .setEpoch(epoch)
                .setJobId(spec.jobId())
                .setAttempt(attempt.number())
                .build();
        attempt.tasks().workers().forEach(workerId -> call(workerId, WorkerCall.Kind.DRAIN, request));
        return true;
    }

    private boolean restart() {
        if (attempt == null) {
            return prepareAttempt();
        }
        if (!attempt.isDrained(nowMs)) {
            return false;
        }
        if (restartAtMs == 0) {
            decideRestart();
            return true;
        }
        return nowMs >= restartAtMs && prepareAttempt();
    }

    /** Once nothing runs any more all failures of the attempt are known. */
    private void decideRestart() {
        RestartPolicy.Decision decision = restarts.decide(
                attempt.failure(), facts().restarts(), attempt.hasProgressed(), attempt.ranForMs(attempt.failedAtMs()));
        String cause = attempt.failure().detail().getCause();
        if (decision.giveUp().isPresent()) {
            endAs(JobStatus.FAILED, decision.giveUp().get());
            return;
        }
        restartAtMs = Math.max(1, attempt.failedAtMs() + decision.pauseMs());
        note("attempt " + attempt.number() + " failed, the next follows after " + decision.pauseMs() + " ms: " + cause);
    }

    private boolean finish() {
        if (finalCheckpointId == 0) {
            if (cleanUps == 0 && !attempt.isStopped() && checkpoints.isFinalDue(nowMs)) {
                reserveCheckpoint(CheckpointPurpose.FINAL);
                return true;
            }
            return false;
        }
        if (savepointsWriting.containsKey(finalCheckpointId)) {
            return false;
        }
        if (!attempt.isLateAsked()) {
            attempt.lateAsked();
            lateDeadlineMs = nowMs + LATE_WAIT_MS;
            emit(new Effect.KeepLate(
                    attempt.number(), List.copyOf(attempt.tasks().workers())));
            return true;
        }
        if (!attempt.isFinishSent()) {
            if (!attempt.isLateKept() && nowMs < lateDeadlineMs) {
                return false;
            }
            attempt.finishSent();
            FinishRequest request = FinishRequest.newBuilder()
                    .setEpoch(epoch)
                    .setJobId(spec.jobId())
                    .setAttempt(attempt.number())
                    .setCheckpointId(finalCheckpointId)
                    .build();
            attempt.tasks().workers().forEach(workerId -> call(workerId, WorkerCall.Kind.FINISH, request));
            return true;
        }
        if (attempt.tasks().all(TaskState.FINISHED)) {
            endAs(JobStatus.FINISHED, null);
            return true;
        }
        return false;
    }

    private boolean endWhenCancelled() {
        if (!ledger.isDurable(cancelVersion)) {
            return false;
        }
        if (attempt != null && attempt.isDeployed() && !attempt.isStopping()) {
            stopTasks("the job is cancelled");
            return true;
        }
        if (attempt == null || attempt.isDrained(nowMs)) {
            // It may have been too late: all results were committed by the time the cancel came.
            boolean finished =
                    attempt != null && attempt.isFinishSent() && attempt.tasks().all(TaskState.FINISHED);
            endAs(finished ? JobStatus.FINISHED : JobStatus.CANCELLED, null);
            return true;
        }
        return false;
    }

    /** The end is decided; it is told once it is durable, and over once nothing runs any more. */
    private boolean end() {
        if (!state.isTerminal()) {
            if (!ledger.isDurable(endVersion)) {
                return false;
            }
            note("the job is " + ending
                    + facts().failureIfAny().map(why -> ": " + why.getCause()).orElse(""));
            move(ending);
            // Also removes a manifest that was still being written when its checkpoint was given up.
            cleanUp();
            return true;
        }
        if (!endedSaid
                && cleanUps == 0
                && savepointsWriting.isEmpty()
                && (attempt == null || attempt.isDrained(nowMs))) {
            endedSaid = true;
            releaseSlots();
            emit(new Effect.Ended());
            return true;
        }
        return false;
    }

    // ----------------------------------------------------------------------------------- checkpoints

    private void reserveCheckpoint(CheckpointPurpose purpose) {
        long id = facts().nextCheckpointId();
        ledger.set(facts().checkpointIdUsed());
        checkpointVersion = persist();
        checkpoints.reserve(id, attempt.number(), purpose, attempt.tasks().keys());
    }

    /** Goes on with a checkpoint that waited for the job store. */
    private boolean recordCheckpoint() {
        if (!ledger.isDurable(checkpointVersion)) {
            return false;
        }
        if (checkpoints.phase() == CheckpointPhase.RESERVED) {
            triggerCheckpoint();
            return true;
        }
        if (checkpoints.phase() == CheckpointPhase.RECORDING) {
            completeCheckpoint();
            return true;
        }
        return false;
    }

    private void triggerCheckpoint() {
        checkpoints.triggered(nowMs);
        SortedMap<String, TriggerCheckpointRequest.Builder> requests = new TreeMap<>();
        for (TaskTable.Entry entry : attempt.tasks().entries()) {
            if (graph.vertex(entry.task().vertex()).isSource()) {
                requests.computeIfAbsent(
                                entry.workerId(),
                                workerId -> TriggerCheckpointRequest.newBuilder()
                                        .setEpoch(epoch)
                                        .setJobId(spec.jobId())
                                        .setAttempt(attempt.number())
                                        .setCheckpointId(checkpoints.id())
                                        .setTriggeredAtMs(nowMs)
                                        .setPurpose(
                                                checkpoints.purpose().barrier().name()))
                        .addTasks(idOf(entry.task()));
            }
        }
        requests.forEach((workerId, request) -> call(workerId, WorkerCall.Kind.TRIGGER_CHECKPOINT, request.build()));
    }

    private void unalign() {
        UnalignCheckpointRequest request = UnalignCheckpointRequest.newBuilder()
                .setEpoch(epoch)
                .setJobId(spec.jobId())
                .setAttempt(attempt.number())
                .setCheckpointId(checkpoints.id())
                .build();
        attempt.tasks().workersLeft().forEach(workerId -> call(workerId, WorkerCall.Kind.UNALIGN, request));
    }

    private void completeCheckpoint() {
        long id = checkpoints.id();
        CheckpointPurpose purpose = checkpoints.purpose();
        checkpoints.recorded(nowMs);
        boolean isRunning = attempt != null && attempt.isDeployed() && !attempt.isStopping();
        if (purpose == CheckpointPurpose.SAVEPOINT) {
            orders().find(savepointToken).filter(Order::isOpen).ifPresent(order -> writeSavepoint(id, order));
        }
        if (isRunning && !purpose.stopsTasks()) {
            attempt.progressed();
            notifyCheckpoint(id, true, false);
        }
        if (isRunning) {
            switch (purpose) {
                case FINAL -> finalCheckpointComplete(id);
                case STOP -> stopCheckpointComplete(id);
                case RESCALE -> rescaleCheckpointComplete(id);
                case PERIODIC, SAVEPOINT -> {}
            }
        }
        cleanUp();
    }

    private void finalCheckpointComplete(long id) {
        if (state != JobState.FINISHING) {
            return;
        }
        finalCheckpointId = id;
        note("final checkpoint " + id + " is complete");
        orders().stop().ifPresent(stop -> writeSavepoint(id, stop));
    }

    /** Its tasks stand at the barrier; they end once there is a savepoint, or go on if there is none. */
    private void stopCheckpointComplete(long id) {
        attempt.progressed();
        attempt.stoppedAt(id);
        orders().stop().ifPresent(stop -> writeSavepoint(id, stop));
    }

    /** Its tasks stand at the barrier and are replaced; those that follow commit what it holds. */
    private void rescaleCheckpointComplete(long id) {
        attempt.progressed();
        note("the job goes on at another parallelism from checkpoint " + id);
        stopTasks("the job is rescaled");
        restartAtMs = Math.max(1, nowMs);
        move(JobState.RESTARTING);
    }

    private void writeSavepoint(long id, Order order) {
        savepointsWriting.put(id, order.token());
        emit(new Effect.WriteSavepoint(id, order.directory()));
    }

    private void savepointWritten(Event.SavepointWritten written) {
        Order order = takeWriting(written.checkpointId());
        if (order == null) {
            return;
        }
        note("savepoint " + written.location() + " is written");
        if (order.isOpen() && order.kind() == Order.Kind.SAVEPOINT) {
            answer(order.done(written.location()));
        } else if (isStopOf(written.checkpointId())) {
            // Answered by the end: until then the attempt may fail, and the job would go on behind this savepoint.
            ledger.set(facts().with(orders().stoppedWith(written.location())));
            persist();
            finalCheckpointId = written.checkpointId();
            if (state == JobState.RUNNING) {
                move(JobState.FINISHING);
            }
        } else {
            note("nobody waits for it any more, and the job has not ended with it");
        }
        cleanUp();
    }

    private void savepointFailed(Event.SavepointFailed failed) {
        Order order = takeWriting(failed.checkpointId());
        if (order == null) {
            return;
        }
        String cause = "the savepoint was not written: " + failed.cause();
        note("of checkpoint " + failed.checkpointId() + ": " + cause);
        if (order.isOpen() && order.kind() == Order.Kind.SAVEPOINT) {
            answer(order.failed(Failure.detail(cause, SAVEPOINT_HINT)));
        } else if (isStopOf(failed.checkpointId()) && attempt.isStopped()) {
            answer(order.failed(Failure.detail(cause + "; the job goes on", SAVEPOINT_HINT)));
            notifyCheckpoint(failed.checkpointId(), true, true);
            attempt.stoppedAt(0);
        } else if (isStopOf(failed.checkpointId())) {
            // All input has ended, and sinks have committed what came of that: the job ends, and says then what it has.
            attempt.savepointFailed(cause);
        }
        cleanUp();
    }

    /** The order for whose savepoint this checkpoint was taken; it may have been answered since. Null when there is none. */
    private Order takeWriting(long checkpointId) {
        String token = savepointsWriting.remove(checkpointId);
        return token == null ? null : orders().find(token).orElse(null);
    }

    private boolean isStopOf(long checkpointId) {
        return isLive()
                && orders().stop().isPresent()
                && (attempt.stoppedAt() == checkpointId || finalCheckpointId == checkpointId);
    }

    /** @param goOn whether tasks that have stopped at its barrier go on */
    private void notifyCheckpoint(long id, boolean completed, boolean goOn) {
        NotifyCheckpointRequest request = NotifyCheckpointRequest.newBuilder()
                .setEpoch(epoch)
                .setJobId(spec.jobId())
                .setAttempt(attempt.number())
                .setCheckpointId(id)
                .setCompleted(completed)
                .setGoOn(goOn)
                .build();
        attempt.tasks().workersLeft().forEach(workerId -> call(workerId, WorkerCall.Kind.NOTIFY_CHECKPOINT, request));
    }

    private void checkpointFailed(String cause) {
        checkpointFailed(cause, true);
    }

    /** @param mayRestart whether a restart may help; where the storage is at fault it would only need it too */
    private void checkpointFailed(String cause, boolean mayRestart) {
        long id = checkpoints.id();
        CheckpointPurpose purpose = checkpoints.purpose();
        checkpoints.failed(cause, mayRestart && isCounted(purpose), nowMs);
        note("checkpoint " + id + " failed: " + cause);
        notifyCheckpoint(id, false, true);
        requestFailed(purpose, "its checkpoint " + id + " failed: " + cause);
        int limit = policy.failuresBeforeRestart();
        if (limit > 0 && checkpoints.failuresInARow() >= limit) {
            attemptFailed(Failure.environment(
                    checkpoints.failuresInARow() + " checkpoints in a row failed, the last one: " + cause,
                    "Look at the storage of checkpoints; " + SchedulingOptions.CHECKPOINT_FAILURES.key()
                            + " sets how many may fail."));
        }
    }

    /** What somebody has asked for fails for them alone. */
    private static boolean isCounted(CheckpointPurpose purpose) {
        return purpose == CheckpointPurpose.PERIODIC || purpose == CheckpointPurpose.FINAL;
    }

    private void requestFailed(CheckpointPurpose purpose, String cause) {
        String hint = "The job goes on as it was. Ask again once the cause is gone.";
        switch (purpose) {
            case SAVEPOINT ->
                orders().find(savepointToken)
                        .filter(Order::isOpen)
                        .ifPresent(
                                order -> answer(order.failed(Failure.detail("there is no savepoint: " + cause, hint))));
            case STOP ->
                orders().stop()
                        .ifPresent(order ->
                                answer(order.failed(Failure.detail("the job was not stopped: " + cause, hint))));
            case RESCALE ->
                orders().rescale()
                        .ifPresent(order ->
                                answer(order.failed(Failure.detail("the job was not rescaled: " + cause, hint))));
            case PERIODIC, FINAL -> {}
        }
    }

    /** The attempt under way ends, and with it the checkpoint. A stop and a rescale are taken up by the next attempt. */
    private void giveUpCheckpoint(String cause) {
        if (checkpoints.canFail()) {
            if (checkpoints.purpose() == CheckpointPurpose.SAVEPOINT) {
                requestFailed(CheckpointPurpose.SAVEPOINT, cause);
            }
            checkpoints.failed(cause, false, nowMs);
        }
    }

    private void cleanUp() {
        cleanUps++;
        SortedSet<Long> kept = new TreeSet<>(facts().completed());
        kept.addAll(savepointsWriting.keySet());
        emit(new Effect.CleanUp(List.copyOf(kept)));
    }

    private void checkpointAcked(Event.CheckpointAcked ack) {
        if (isStale(ack.epoch(), ack.attempt()) || !isLive() || !attempt.tasks().isOn(ack.workerId(), ack.task())) {
            stale++;
            return;
        }
        if (checkpoints.acked(ack.checkpointId(), ack.task(), ack.snapshot(), nowMs)) {
            emit(new Effect.WriteManifest(checkpoints.manifest(manifestHeader())));
        }
    }

    private CheckpointManifest manifestHeader() {
        boolean drained = checkpoints.purpose() == CheckpointPurpose.FINAL
                && orders().stop().map(Order::drain).orElse(false);
        CheckpointManifest.Builder header = CheckpointManifest.newBuilder()
                .setJobId(spec.jobId())
                .setJobName(spec.name())
                .setEpoch(epoch)
                .setDrained(drained);
        for (PlanNodeProto node : graph.plan().getNodesList()) {
            header.addOperators(PlanOperator.newBuilder()
                    .setUid(node.getUid())
                    .setName(node.getName())
                    .setUidGiven(node.getUidGiven())
                    .setParallelism(node.getParallelism())
                    .setMaxParallelism(graph.plan().getMaxParallelism()));
        }
        return header.build();
    }

    private void checkpointDeclined(Event.CheckpointDeclined decline) {
        if (isStale(decline.epoch(), decline.attempt())
                || !isLive()
                || !attempt.tasks().isOn(decline.workerId(), decline.task())) {
            stale++;
            return;
        }
        boolean isUnderWay =
                checkpoints.phase() == CheckpointPhase.TRIGGERED && checkpoints.id() == decline.checkpointId();
        String cause = nameOf(decline.task()) + ": " + decline.cause();
        boolean isBusy = decline.reason() == Event.CheckpointDeclined.Reason.BUSY;
        if (isUnderWay && isBusy) {
            note("checkpoint " + checkpoints.id() + " has to wait: " + cause);
            checkpoints.busy(decline.task(), cause, nowMs);
            // What somebody has asked for is tried again.
            notifyCheckpoint(decline.checkpointId(), false, true);
        } else if (isUnderWay) {
            checkpointFailed(cause, decline.reason() == Event.CheckpointDeclined.Reason.FAULT);
        } else if (!isBusy) {
            checkpoints.noLongerBusy(decline.task());
        }
    }

    private void manifestWritten(Event.ManifestWritten written) {
        if (isLive() && checkpoints.written(written.checkpointId(), written.path())) {
            ledger.set(facts().checkpointCompleted(written.checkpointId(), policy.retainedCheckpoints()));
            checkpointVersion = persist();
        }
    }

    private void manifestFailed(Event.ManifestFailed failed) {
        if (isLive() && checkpoints.phase() == CheckpointPhase.WRITING && checkpoints.id() == failed.checkpointId()) {
            checkpointFailed("its manifest was not written: " + failed.cause(), false);
        }
    }

    private void cleanedUp(Event.CleanedUp cleaned) {
        cleanUps--;
        if (!cleaned.problem().isEmpty()) {
            note("old checkpoints were not all removed, to be tried again: " + cleaned.problem());
        }
    }

    // ---------------------------------------------------------------------------------------- events

    private void begin() {
        if (facts().attempt() > 0) {
            note("coordinator of epoch " + epoch + " takes the job over after attempt " + facts().attempt());
            cleanUp();
        } else {
            note("the job is taken on");
        }
        if (facts().status() == JobStatus.CANCELLING) {
            move(JobState.CANCELLING);
        }
    }

    private void tick() {
        ledger.again(nowMs).ifPresent(this::emit);
        if (isLive()) {
            checkpoints.overdue(nowMs).ifPresent(this::checkpointFailed);
            if (isLive() && checkpoints.takeUnalign(nowMs)) {
                unalign();
            }
        }
    }

    private void cancelRequested() {
        if (state.isTerminal() || ending != null || state == JobState.CANCELLING) {
            return;
        }
        ledger.set(facts().cancelling());
        cancelVersion = persist();
        giveUpCheckpoint("the job is cancelled");
        note("a cancel was asked for");
        if (attempt == null || !attempt.isDeployed()) {
            releaseSlots();
        }
        move(JobState.CANCELLING);
    }

    private void asked(Event.Asked event) {
        Order order = event.order();
        if (request(order.token()).isPresent()) {
            return;
        }
        Optional<ErrorDetail> problem =
                order.kind() == Order.Kind.RESCALE ? rescaleProblem(order, event.slotsThere()) : problem();
        if (problem.isPresent()) {
            refused.put(order.token(), order.failed(problem.get()));
            if (refused.size() > REFUSALS_REMEMBERED) {
                refused.remove(refused.keySet().iterator().next());
            }
            return;
        }
        boolean waitsForSlots = state == JobState.WAITING_FOR_SLOTS;
        if (order.kind() == Order.Kind.RESCALE && waitsForSlots) {
            orders().rescale()
                    .ifPresent(old -> answer(old.failed(Failure.detail(
                            "a rescale to " + order.parallelism() + " has taken the place of this one",
                            "Nothing needs to be done; tidemark job " + spec.jobId() + " shows how it goes on."))));
        }
        ledger.set(facts().with(orders().with(order)));
        long version = persist();
        note(asked(order));
        if (order.kind() == Order.Kind.RESCALE && waitsForSlots) {
            graph = spec.graph().rescaled(order.parallelism());
            attempt.recordedAgain(version);
            requestSlotsAnew();
        }
    }

    private static String asked(Order order) {
        return switch (order.kind()) {
            case SAVEPOINT -> "a savepoint was asked for";
            case STOP -> order.drain() ? "a stop with drain was asked for" : "a stop was asked for";
            case RESCALE -> "a parallelism of " + order.parallelism() + " was asked for";
        };
    }

    private void requestSlotsAnew() {
        attempt.slots(List.of());
        slotsShort = "";
        emit(new Effect.RequestSlots(graph.slotsNeeded()));
    }

    /** The answer is told once it is durable. */
    private void answer(Order answered) {
        ledger.set(facts().with(orders().answered(answered)));
        persist();
    }

    /** Why a rescale cannot be had of the job now, or nothing. */
    private Optional<ErrorDetail> rescaleProblem(Order order, int slotsThere) {
        int wanted = order.parallelism();
        int most = graph.plan().getMaxParallelism();
        if (wanted < 1 || wanted > most) {
            return Optional.of(Failure.detail(
                    "a parallelism of " + wanted + " is not possible, the job has " + most + " key groups",
                    "Give a number from 1 to " + most + ". More takes a job of a higher "
                            + JobOptions.MAX_PARALLELISM.key()
                            + ", which starts without the keyed state of this one."));
        }
        if (ending != null || state == JobState.CANCELLING || state == JobState.FINISHING) {
            return problem();
        }
        boolean isRescaled = orders().rescale().isPresent() && state != JobState.WAITING_FOR_SLOTS;
        if (orders().stop().isPresent() || isRescaled) {
            return Optional.of(Failure.detail(
                    "the job is being " + (isRescaled ? "rescaled" : "stopped") + " already",
                    "Wait for that; tidemark job " + spec.jobId() + " shows it."));
        }
        if (wanted == graph.parallelism()) {
            return Optional.of(
                    Failure.detail("the job has a parallelism of " + wanted + " already", "Nothing needs to be done."));
        }
        ExecutionGraph next = spec.graph().rescaled(wanted);
        if (next.plan().getNodesList().equals(graph.plan().getNodesList())) {
            return Optional.of(Failure.detail(
                    "no operator has the job's parallelism of " + graph.parallelism()
                            + "; all have a number of their own",
                    "Leave setParallelism out in the job's code where the job's own should do."));
        }
        boolean isWider = next.slotsNeeded() > graph.slotsNeeded();
        if (isWider && next.slotsNeeded() > slotsThere && !order.waits()) {
            return Optional.of(Failure.detail(
                    "a parallelism of " + wanted + " needs " + next.slotsNeeded() + " slots, and " + slotsThere
                            + " are there, those of the job included",
                    "Start more workers first. With --wait the job stops now, and goes on once the slots are there."));
        }
        return Optional.empty();
    }

    /** Why nothing that needs running tasks can be had of the job now, or nothing. */
    private Optional<ErrorDetail> problem() {
        boolean ends = ending != null
                || state == JobState.CANCELLING
                || state == JobState.FINISHING
                || orders().stop().isPresent();
        boolean waits = state == JobState.WAITING_FOR_SLOTS && !slotsShort.isEmpty();
        if (!ends && !waits) {
            return Optional.empty();
        }
        String newest = facts().latestCheckpoint() == 0
                ? "It has no checkpoint yet."
                : "tidemark checkpoints " + spec.jobId() + " shows its checkpoints, from which a job can start, too.";
        return Optional.of(Failure.detail(
                "job " + spec.jobId() + " is " + (ends ? "about to end" : state + ", " + slotsShort)
                        + ", so its tasks cannot be asked",
                newest));
    }

    private void slotsGranted(Event.SlotsGranted granted) {
        boolean isEnough = granted.slots().size() >= graph.slotsNeeded();
        if (state == JobState.WAITING_FOR_SLOTS && ending == null && isEnough) {
            attempt.slots(granted.slots());
            slotsShort = "";
            if (graph.parallelism() != graphOf(facts()).parallelism()) {
                ledger.set(facts().with(orders().withParallelism(graph.parallelism())));
                attempt.recordedAgain(persist());
            }
        }
    }

    private void slotsShort(Event.SlotsShort lack) {
        if (state != JobState.WAITING_FOR_SLOTS || ending != null) {
            return;
        }
        String text = "need " + lack.needed() + " slots, have " + lack.have();
        Optional<Order> rescale = orders().rescale().filter(order -> !order.waits());
        if (rescale.isPresent() && graph.parallelism() != graphOf(facts()).parallelism()) {
            graph = graphOf(facts());
            answer(rescale.get()
                    .failed(Failure.detail(
                            "the job was not rescaled, as slots were lost meanwhile: " + text,
                            "It goes on at a parallelism of " + graph.parallelism()
                                    + ". Ask again once there are more.")));
            note("goes on at a parallelism of " + graph.parallelism() + ", as for another: " + text);
            requestSlotsAnew();
        } else if (!text.equals(slotsShort)) {
            slotsShort = text;
            note(text);
        }
    }

    private void workerLost(Event.WorkerLost lost) {
        if (attempt == null || !attempt.usesWorker(lost.workerId())) {
            return;
        }
        if (!attempt.isDeployed()) {
            attempt.slots(List.of());
            if (state == JobState.WAITING_FOR_SLOTS && ending == null) {
                emit(new Effect.RequestSlots(graph.slotsNeeded()));
            }
            return;
        }
        if (attempt.tasks().lose(lost.workerId())) {
            attemptFailed(Failure.environment(
                    "worker " + lost.workerId() + " is lost: " + lost.reason(),
                    "The job goes on by itself; the log of that worker says more."));
        }
    }

    private void workerIdle(Event.WorkerIdle idle) {
        if (attempt != null && attempt.isStopping() && attempt.wasCancelTakenBy(idle.workerId())) {
            attempt.tasks().lose(idle.workerId());
        }
    }

    private void callDone(Event.CallDone done) {
        if (attempt != null && done.attempt() == attempt.number() && done.call() == WorkerCall.Kind.CANCEL) {
            attempt.cancelTakenBy(done.workerId());
        }
    }

    private void callRefused(Event.CallRefused answer) {
        if (attempt == null || answer.attempt() != attempt.number()) {
            return;
        }
        if (answer.call() == WorkerCall.Kind.CANCEL) {
            attempt.cancelTakenBy(answer.workerId());
            return;
        }
        if (!isLive()) {
            return;
        }
        String what = "worker " + answer.workerId() + " refused " + answer.call() + ": " + answer.cause();
        if (answer.call() == WorkerCall.Kind.UNALIGN) {
            // It may be over there, and else its time-out ends it.
            return;
        }
        if (answer.call() == WorkerCall.Kind.TRIGGER_CHECKPOINT) {
            if (checkpoints.canFail()) {
                checkpointFailed(what);
            }
            return;
        }
        attemptFailed(Failure.environment(what, "The log of that worker says more."));
    }

    private void taskReported(Event.TaskReported report) {
        if (isStale(report.epoch(), report.attempt()) || !attempt.isDeployed()) {
            stale++;
            return;
        }
        if (!attempt.tasks().report(report.workerId(), report.task(), report.state())) {
            return;
        }
        String task = nameOf(report.task());
        switch (report.state()) {
            case FAILED -> {
                attemptFailed(new Failure(report.failureKind(), named(report.task(), report.failure())));
            }
            case CANCELLED -> {
                if (!attempt.isStopping()) {
                    attemptFailed(Failure.environment(
                            task + " was ended by its worker " + report.workerId(),
                            "The log of that worker says more."));
                }
            }
            case FINISHED -> {
                if (!attempt.isStopping() && !attempt.isFinishSent()) {
                    attemptFailed(Failure.environment(
                            task + " says FINISHED and was not asked to finish",
                            "This is a defect; please report it."));
                }
            }
            default -> {}
        }
    }

    private void metrics(Event.Metrics event) {
        if (attempt != null && event.metrics().getAttempt() == attempt.number()) {
            attempt.tasks().metrics(event.metrics());
        }
    }

    private void persisted(Event.Persisted event) {
        ledger.persisted(event.version());
        if (!storeTrouble.isEmpty()) {
            note("the job store takes changes again");
            storeTrouble = "";
        }
    }

    /** Told once for each cause: it is tried again every second, which would leave nothing else in the log. */
    private void persistFailed(Event.PersistFailed failed) {
        if (!storeTrouble.equals(failed.cause())) {
            note("the job store did not take a change, which is tried again until it does: " + failed.cause());
            storeTrouble = failed.cause();
        }
        ledger.failed(nowMs);
    }

    private void manifestRead(Event.ManifestRead read) {
        checkpoints.remember(read.manifest(), read.path());
        if (!isAwaited(read.manifest().getCheckpointId())) {
            return;
        }
        Optional<String> misfit = RestoreCheck.misfit(graph, read.manifest());
        if (misfit.isPresent()) {
            endAs(JobStatus.FAILED, Failure.detail(misfit.get(), "The checkpoint was not made by this plan."));
            return;
        }
        attempt.manifest(read.manifest());
    }

    private void savepointRead(Event.SavepointRead read) {
        if (isAwaited(0)) {
            // That it fits was seen when the job was taken on.
            attempt.manifest(read.manifest());
        }
    }

    private void manifestUnreadable(Event.ManifestUnreadable unreadable) {
        if (!isAwaited(unreadable.checkpointId())) {
            return;
        }
        if (!unreadable.damaged()) {
            note(startName() + " was not read, to be tried again: " + unreadable.cause());
            attempt.readAgainAt(nowMs + READ_RETRY_MS);
            return;
        }
        if (!attempt.origin().isEmpty()) {
            endAs(
                    JobStatus.FAILED,
                    Failure.detail(
                            startName() + ", from which the job is to start, cannot be read: " + unreadable.cause(),
                            "Restore its files, and submit the job again."));
            return;
        }
        List<Long> others = facts().completed().stream()
                .filter(id -> id != unreadable.checkpointId())
                .toList();
        endAs(
                JobStatus.FAILED,
                Failure.detail(
                        "checkpoint " + unreadable.checkpointId() + ", the newest one, cannot be read: "
                                + unreadable.cause(),
                        others.isEmpty()
                                ? "There is no older one. Restore the file, or submit the job again to start anew."
                                : "Restore the file, or submit the job again from an older one with --from: " + others
                                        + "."));
    }

    private String startName() {
        return attempt.origin().isEmpty() ? "checkpoint " + attempt.restoreFrom() : "savepoint " + attempt.origin();
    }

    private boolean isAwaited(long checkpointId) {
        return state == JobState.WAITING_FOR_SLOTS
                && ending == null
                && attempt.isManifestAwaited()
                && attempt.restoreFrom() == checkpointId;
    }

    private void lateKept(Event.LateKept kept) {
        if (attempt != null && attempt.number() == kept.attempt()) {
            attempt.lateKept();
        }
    }

    // --------------------------------------------------------------------------------------- endings

    /** The running attempt is over. */
    private void attemptFailed(Failure failure) {
        if (ending != null || state == JobState.CANCELLING) {
            return;
        }
        attempt.failed(failure, nowMs);
        if (failure.kind() == Failure.Kind.FATAL) {
            endAs(JobStatus.FAILED, failure.detail());
            return;
        }
        if (!attempt.isStopping()) {
            giveUpCheckpoint("its attempt failed: " + failure.detail().getCause());
            stopTasks(failure.detail().getCause());
            restartAtMs = 0;
            move(JobState.RESTARTING);
        }
    }

    private void stopTasks(String reason) {
        attempt.stop(nowMs + policy.cancelTimeoutMs());
        CancelTasksRequest request = CancelTasksRequest.newBuilder()
                .setEpoch(epoch)
                .setJobId(spec.jobId())
                .setAttempt(attempt.number())
                .setReason(reason)
                .build();
        attempt.tasks().workersLeft().forEach(workerId -> call(workerId, WorkerCall.Kind.CANCEL, request));
    }

    private void endAs(JobStatus how, ErrorDetail why) {
        giveUpCheckpoint("the job ends");
        ledger.set(facts().with(ordersAtEnd(how)).ended(how, why, nowMs));
        endVersion = persist();
        ending = JobState.valueOf(how.name());
        if (attempt != null
                && attempt.isDeployed()
                && !attempt.isStopping()
                && !attempt.tasks().allGone()) {
            stopTasks("the job is " + how);
        }
    }

    /** All that was asked for is answered by the end, and told with it. */
    private JobOrders ordersAtEnd(JobStatus how) {
        boolean isStopped = how == JobStatus.FINISHED && !orders().savepoint().isEmpty();
        JobOrders answered = isStopped ? orders() : orders().stoppedWith("");
        for (Order order : orders().asked()) {
            if (order.isOpen() && order.kind() == Order.Kind.STOP && isStopped) {
                answered = answered.answered(order.done(orders().savepoint()));
            } else if (order.isOpen() && order.kind() == Order.Kind.STOP && how == JobStatus.FINISHED) {
                answered = answered.answered(order.failed(withoutSavepoint(order)));
            } else if (order.isOpen()) {
                answered = answered.answered(order.failed(Failure.detail(
                        "job " + spec.jobId() + " is " + how, "Look at it: tidemark job " + spec.jobId())));
            }
        }
        return answered;
    }

    /** The job has ended, and its savepoint could not be written; its final checkpoint holds the same. */
    private ErrorDetail withoutSavepoint(Order stop) {
        String cause = attempt.savepointFailure().isEmpty() ? "there is no savepoint" : attempt.savepointFailure();
        return Failure.detail(
                cause + "; the job has ended all the same, as all its input had",
                "Its final checkpoint is kept and holds the same. To go on from there: tidemark submit --from "
                        + checkpoints.pathOf(facts().latestCheckpoint()) + (stop.drain() ? " --allow-drained" : ""));
    }

    private void releaseSlots() {
        if (slotsHeld) {
            slotsHeld = false;
            emit(new Effect.ReleaseSlots());
        }
    }

    // ------------------------------------------------------------------------------------ small parts

    private boolean isStale(long ofEpoch, int ofAttempt) {
        return ofEpoch != epoch || attempt == null || ofAttempt != attempt.number();
    }

    /** Whether there are tasks that are meant to run. */
    private boolean isLive() {
        return attempt != null && attempt.isDeployed() && !attempt.isStopping() && ending == null;
    }

    private JobOrders orders() {
        return ledger.facts().orders();
    }

    private long persist() {
        emit(ledger.record());
        return ledger.version();
    }

    private void move(JobState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("job " + spec.jobId() + ": " + state + " to " + next);
        }
        state = next;
    }

    private void note(String line) {
        log.add(nowMs, line);
        emit(new Effect.Note(line));
    }

    private void emit(Effect effect) {
        effects.add(effect);
    }

    private void call(String workerId, WorkerCall.Kind kind, Message request) {
        emit(new Effect.CallWorker(workerId, new WorkerCall(kind, spec.jobId(), attempt.number(), request)));
    }

    private TaskId idOf(TaskKey task) {
        return TaskId.newBuilder()
                .setJobId(spec.jobId())
                .setAttempt(attempt.number())
                .setVertex(task.vertex())
                .setSubtask(task.subtask())
                .build();
    }

    /** With the task in the cause, unless it names an operator of it already. */
    private ErrorDetail named(TaskKey task, ErrorDetail failure) {
        String cause = failure.getCause();
        boolean isNamed = graph.vertex(task.vertex()).nodes().stream()
                .map(PlanNodeProto::getName)
                .anyMatch(name -> cause.startsWith(name) || cause.contains('"' + name + '"'));
        return isNamed
                ? failure
                : failure.toBuilder().setCause(nameOf(task) + ": " + cause).build();
    }

    private static TaskKey keyOf(TaskId task) {
        return new TaskKey(task.getVertex(), task.getSubtask());
    }

    private String nameOf(TaskKey task) {
        Vertex vertex = graph.vertex(task.vertex());
        return vertex.name() + " [" + (task.subtask() + 1) + "/" + vertex.parallelism() + "]";
    }

    // ---------------------------------------------------------------------------------------- asking

    public JobSpec spec() {
        return spec;
    }

    public JobState state() {
        return state;
    }

    public JobFacts facts() {
        return ledger.facts();
    }

    /** The checkpoint of another job that this one still needs: its files must stay. */
    public Optional<Origin> borrowed() {
        return ledger.durable().borrowed();
    }

    /** Whether a checkpoint is one of those that are kept. */
    public boolean retains(long checkpointId) {
        return facts().completed().contains(checkpointId);
    }

    /** Whether what says this comes from the tasks that are meant to run, or are being ended. */
    public boolean isCurrent(long ofEpoch, int ofAttempt) {
        return !isStale(ofEpoch, ofAttempt) && attempt.isDeployed() && !state.isTerminal();
    }

    /** Whether a worker that runs an attempt of this job should go on with it. */
    public boolean wants(String workerId, int ofAttempt) {
        return isLive() && ofAttempt == attempt.number() && attempt.usesWorker(workerId);
    }

    /** Whether an attempt is being ended and tasks of it are left on the worker. */
    public boolean isDraining(String workerId) {
        return attempt != null
                && attempt.isStopping()
                && attempt.tasks().workersLeft().contains(workerId);
    }

    /** Late, repeated and foreign messages that were refused. */
    public long refusedCount() {
        return stale;
    }

    /** Number and workers of the attempt that runs, if one does. */
    public Optional<Map.Entry<Integer, Set<String>>> liveAttempt() {
        return isLive()
                ? Optional.of(Map.entry(attempt.number(), attempt.tasks().workers()))
                : Optional.empty();
    }

    /** The newest first. Those whose files are gone have no path. */
    public List<CheckpointInfo> checkpointInfos(long timeMs) {
        return checkpoints.infos(timeMs).stream()
                .map(info -> facts().completed().contains(info.getCheckpointId())
                        ? info
                        : info.toBuilder().clearPath().build())
                .toList();
    }

    /** Late records by operator subtask as of the newest complete checkpoint, without samples. */
    public List<OperatorLate> lateAtCheckpoint() {
        Map<String, PlanNodeProto> byUid = new HashMap<>();
        graph.plan().getNodesList().forEach(node -> byUid.put(node.getUid(), node));
        return checkpoints.late().stream()
                .filter(late -> byUid.containsKey(late.getUid()))
                .map(late -> late.toBuilder()
                        .setNode(byUid.get(late.getUid()).getId())
                        .setName(byUid.get(late.getUid()).getName())
                        .build())
                .toList();
    }

    /** As it runs or is to run next. */
    ExecutionGraph graph() {
        return graph;
    }

    /** What was asked for under this token, refused orders included; an answer is told once it is durable. */
    public Optional<Order> request(String token) {
        return orders().find(token).map(this::told).or(() -> Optional.ofNullable(refused.get(token)));
    }

    /** What was asked for and not refused, the newest last. */
    List<Order> requests() {
        return orders().asked().stream().map(this::told).toList();
    }

    private Order told(Order order) {
        boolean isTold = order.isOpen() || ledger.durable().orders().asked().contains(order);
        return isTold ? order : order.reopened();
    }

    JobLog log() {
        return log;
    }

    Optional<TaskTable> tasks() {
        return Optional.ofNullable(attempt).filter(Attempt::isDeployed).map(Attempt::tasks);
    }

    /** What people should know about the state the job is in, in a few words; may be empty. */
    String remark() {
        if (!storeTrouble.isEmpty()) {
            return "the job store cannot be written: " + storeTrouble;
        }
        if (state == JobState.WAITING_FOR_SLOTS) {
            return slotsShort;
        }
        if (state == JobState.FINISHED && !orders().savepoint().isEmpty()) {
            return "stopped, savepoint " + orders().savepoint();
        }
        if (isLive() && orders().stop().isPresent()) {
            return "being stopped";
        }
        if (state == JobState.RUNNING && parallelismWanted().isPresent()) {
            return "to be rescaled to " + parallelismWanted().get();
        }
        boolean failed = state == JobState.RESTARTING && attempt != null && attempt.failure() != null;
        return failed ? attempt.failure().detail().getCause() : "";
    }
}
