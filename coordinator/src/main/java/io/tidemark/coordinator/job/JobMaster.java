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
import io.tidemark.network.proto.JobRequest;
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
    private static final long PERSIST_RETRY_MS = 1_000;
    private static final long READ_RETRY_MS = 1_000;
    private static final long LATE_WAIT_MS = 3_000;

    private final JobSpec spec;
    private final long epoch;
    private ExecutionGraph graph;
    private final JobPolicy policy;
    private final RestartPolicy restarts;
    private final CheckpointCoordinator checkpoints;
    private final JobLog log = new JobLog();

    private JobState state;
    private JobFacts facts;
    private long factsVersion;
    private long durableVersion;
    private long persistAgainAtMs = Long.MAX_VALUE;

    /** Null before the first of this coordinator. */
    private Attempt attempt;

    private long restartAtMs;
    private boolean slotsHeld;
    private String slotsShort = "";
    /** Clean-ups that are not answered yet. */
    private int cleanUps;

    /** Waits for these facts before it acts on a cancel, a checkpoint id, a complete checkpoint, the end. */
    private long cancelVersion;

    private long checkpointVersion;
    private long endVersion;
    /** The terminal state that is being made durable, or is reached. */
    private JobState ending;

    private boolean endedSaid;

    private final JobRequests requests = new JobRequests();
    /** Savepoints that wait for their checkpoint: directories by token, in the order they were asked for. */
    private final Map<String, String> savepointsWanted = new LinkedHashMap<>();
    /** Savepoints that are being written: tokens by checkpoint. */
    private final Map<Long, String> savepointsWriting = new TreeMap<>();
    /** Token of the savepoint whose checkpoint is under way. */
    private String savepointToken = "";

    private int parallelismWanted;
    private String rescaleToken = "";

    private long finalCheckpointId;
    private long lateDeadlineMs;
    private long refused;

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
        this.facts = facts;
        this.restarts = new RestartPolicy(
                policy.maxRestarts(),
                policy.maxRestartsWithoutProgress(),
                new RestartBackoff(policy.backoffInitialMs(), policy.backoffMaxMs(), QUIET_MS));
        this.checkpoints = new CheckpointCoordinator(policy.checkpoints(), this::nameOf);
        facts.orders().stopIfAny().ifPresent(stop -> requests.open(stop.token(), JobRequests.Kind.STOP));
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
            case SAVEPOINT_REQUESTED -> savepointRequested((Event.SavepointRequested) event);
            case STOP_REQUESTED -> stopRequested((Event.StopRequested) event);
            case RESCALE_REQUESTED -> rescaleRequested((Event.RescaleRequested) event);
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
            case PERSISTED -> durableVersion = Math.max(durableVersion, ((Event.Persisted) event).version());
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
        boolean afterFailure = attempt == null ? facts.attempt() > 0 : attempt.failure() != null;
        if (parallelismWanted != 0) {
            takeParallelism();
        }
        facts = facts.with(facts.orders().stoppedWith(""));
        facts = facts.nextAttempt(afterFailure);
        attempt = new Attempt(facts.attempt(), facts.restoreFrom(), facts.restoreOrigin(), persist());
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

    /** From the next deployment on; recorded by the facts that follow. */
    private void takeParallelism() {
        facts = facts.with(facts.orders().withParallelism(parallelismWanted));
        graph = graphOf(facts);
        parallelismWanted = 0;
    }

    private boolean deployWhenReady() {
        if (attempt.takeReadAgain(nowMs)) {
            readStart();
        }
        if (attempt.slots().isEmpty() || attempt.isManifestAwaited() || attempt.factsVersion() > durableVersion) {
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
            if (!rescaleToken.isEmpty() && parallelismWanted == 0) {
                requests.done(rescaleToken, "");
                rescaleToken = "";
            }
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
        Optional<JobOrders.Stop> stop = facts.orders().stopIfAny();
        if (stop.isPresent() && stop.get().drain()) {
            return drain();
        }
        if (cleanUps > 0 || !checkpoints.mayBegin(nowMs) || attempt.isStopped()) {
            return false;
        }
        if (stop.isPresent()) {
            reserveCheckpoint(CheckpointPurpose.STOP);
        } else if (parallelismWanted != 0) {
            reserveCheckpoint(CheckpointPurpose.RESCALE);
        } else if (!savepointsWanted.isEmpty()) {
            savepointToken = savepointsWanted.keySet().iterator().next();
            reserveCheckpoint(CheckpointPurpose.SAVEPOINT);
        } else if (checkpoints.isPeriodicDue(nowMs)) {
            reserveCheckpoint(CheckpointPurpose.PERIODIC);
        } else {
            return false;
        }
        return true;
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
                attempt.failure(), facts.restarts(), attempt.hasProgressed(), attempt.ranForMs(attempt.failedAtMs()));
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
        if (cancelVersion > durableVersion) {
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
            if (endVersion > durableVersion) {
                return false;
            }
            note("the job is " + ending
                    + facts.failureIfAny().map(why -> ": " + why.getCause()).orElse(""));
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
        long id = facts.nextCheckpointId();
        facts = facts.checkpointIdUsed();
        checkpointVersion = persist();
        checkpoints.reserve(id, attempt.number(), purpose, attempt.tasks().keys());
    }

    /** Goes on with a checkpoint that waited for the job store. */
    private boolean recordCheckpoint() {
        if (checkpointVersion > durableVersion) {
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
            writeSavepoint(id, savepointToken, savepointsWanted.remove(savepointToken));
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
        facts.orders().stopIfAny().ifPresent(stop -> writeSavepoint(id, stop.token(), stop.directory()));
    }

    /** Its tasks stand at the barrier; they end once there is a savepoint, or go on if there is none. */
    private void stopCheckpointComplete(long id) {
        attempt.progressed();
        attempt.stoppedAt(id);
        facts.orders().stopIfAny().ifPresent(stop -> writeSavepoint(id, stop.token(), stop.directory()));
    }

    /** Its tasks stand at the barrier and are replaced; those that follow commit what it holds. */
    private void rescaleCheckpointComplete(long id) {
        attempt.progressed();
        note("the job goes on at a parallelism of " + parallelismWanted + " from checkpoint " + id);
        stopTasks("the job is rescaled");
        restartAtMs = Math.max(1, nowMs);
        move(JobState.RESTARTING);
    }

    private void writeSavepoint(long id, String token, String directory) {
        savepointsWriting.put(id, token);
        emit(new Effect.WriteSavepoint(id, directory));
    }

    private void savepointWritten(Event.SavepointWritten written) {
        String token = savepointsWriting.remove(written.checkpointId());
        if (token == null || isOfEarlierStop(token, written.checkpointId())) {
            return;
        }
        note("savepoint " + written.location() + " is written");
        requests.done(token, written.location());
        if (isStopOf(written.checkpointId())) {
            facts = facts.with(facts.orders().stoppedWith(written.location()));
            finalCheckpointId = written.checkpointId();
            if (state == JobState.RUNNING) {
                move(JobState.FINISHING);
            }
        }
        cleanUp();
    }

    private void savepointFailed(Event.SavepointFailed failed) {
        String token = savepointsWriting.remove(failed.checkpointId());
        if (token == null || isOfEarlierStop(token, failed.checkpointId())) {
            return;
        }
        note("the savepoint of checkpoint " + failed.checkpointId() + " was not written: " + failed.cause());
        requests.failed(
                token,
                "the savepoint was not written: " + failed.cause(),
                "See that its directory can be written by the coordinator and has room, and ask again.");
        if (isStopOf(failed.checkpointId())) {
            forgetStop();
            notifyCheckpoint(failed.checkpointId(), true, true);
            attempt.stoppedAt(0);
        }
        cleanUp();
    }

    /** Whether its attempt failed meanwhile: the next one stops with a savepoint of its own. */
    private boolean isOfEarlierStop(String token, long checkpointId) {
        JobOrders.Stop stop = facts.orders().stop();
        return stop != null && stop.token().equals(token) && !isStopOf(checkpointId);
    }

    private boolean isStopOf(long checkpointId) {
        return isLive()
                && facts.orders().stop() != null
                && (attempt.stoppedAt() == checkpointId || finalCheckpointId == checkpointId);
    }

    private void forgetStop() {
        facts = facts.with(facts.orders().withStop(null));
        persist();
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
        long id = checkpoints.id();
        CheckpointPurpose purpose = checkpoints.purpose();
        checkpoints.failed(cause, isCounted(purpose), nowMs);
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
            case SAVEPOINT -> {
                savepointsWanted.remove(savepointToken);
                requests.failed(savepointToken, "there is no savepoint: " + cause, hint);
            }
            case STOP -> {
                facts.orders()
                        .stopIfAny()
                        .ifPresent(stop -> requests.failed(stop.token(), "the job was not stopped: " + cause, hint));
                forgetStop();
            }
            case RESCALE -> {
                requests.failed(rescaleToken, "the job was not rescaled: " + cause, hint);
                parallelismWanted = 0;
                rescaleToken = "";
            }
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
        SortedSet<Long> kept = new TreeSet<>(facts.completed());
        kept.addAll(savepointsWriting.keySet());
        emit(new Effect.CleanUp(List.copyOf(kept)));
    }

    private void checkpointAcked(Event.CheckpointAcked ack) {
        if (isStale(ack.epoch(), ack.attempt()) || !isLive() || !attempt.tasks().isOn(ack.workerId(), ack.task())) {
            refused++;
            return;
        }
        if (checkpoints.acked(ack.checkpointId(), ack.task(), ack.snapshot(), nowMs)) {
            emit(new Effect.WriteManifest(checkpoints.manifest(manifestHeader())));
        }
    }

    private CheckpointManifest manifestHeader() {
        boolean drained = checkpoints.purpose() == CheckpointPurpose.FINAL
                && facts.orders().stopIfAny().map(JobOrders.Stop::drain).orElse(false);
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
            refused++;
            return;
        }
        boolean isUnderWay =
                checkpoints.phase() == CheckpointPhase.TRIGGERED && checkpoints.id() == decline.checkpointId();
        String cause = nameOf(decline.task()) + ": " + decline.cause();
        if (isUnderWay && decline.busy()) {
            note("checkpoint " + checkpoints.id() + " has to wait: " + cause);
            checkpoints.busy(decline.task(), cause, nowMs);
            // What somebody has asked for is tried again.
            notifyCheckpoint(decline.checkpointId(), false, true);
        } else if (isUnderWay) {
            checkpointFailed(cause);
        } else if (!decline.busy()) {
            checkpoints.noLongerBusy(decline.task());
        }
    }

    private void manifestWritten(Event.ManifestWritten written) {
        if (isLive() && checkpoints.written(written.checkpointId(), written.path())) {
            facts = facts.checkpointCompleted(written.checkpointId(), policy.retainedCheckpoints());
            checkpointVersion = persist();
        }
    }

    private void manifestFailed(Event.ManifestFailed failed) {
        if (isLive() && checkpoints.phase() == CheckpointPhase.WRITING && checkpoints.id() == failed.checkpointId()) {
            checkpointFailed("its manifest was not written: " + failed.cause());
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
        if (facts.attempt() > 0) {
            note("coordinator of epoch " + epoch + " takes the job over after attempt " + facts.attempt());
            cleanUp();
        } else {
            note("the job is taken on");
        }
        if (facts.status() == JobStatus.CANCELLING) {
            move(JobState.CANCELLING);
        }
    }

    private void tick() {
        if (nowMs >= persistAgainAtMs) {
            persistAgainAtMs = Long.MAX_VALUE;
            emit(new Effect.Persist(factsVersion, facts));
        }
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
        facts = facts.cancelling();
        cancelVersion = persist();
        giveUpCheckpoint("the job is cancelled");
        note("a cancel was asked for");
        if (attempt == null || !attempt.isDeployed()) {
            releaseSlots();
        }
        move(JobState.CANCELLING);
    }

    private void savepointRequested(Event.SavepointRequested request) {
        if (requests.open(request.token(), JobRequests.Kind.SAVEPOINT) && !refuses(request.token())) {
            savepointsWanted.put(request.token(), request.directory());
            note("a savepoint was asked for");
        }
    }

    private void stopRequested(Event.StopRequested request) {
        JobOrders.Stop stop = request.stop();
        if (!requests.open(stop.token(), JobRequests.Kind.STOP) || refuses(stop.token())) {
            return;
        }
        facts = facts.with(facts.orders().withStop(stop));
        persist();
        note(stop.drain() ? "a stop with drain was asked for" : "a stop was asked for");
    }

    private void rescaleRequested(Event.RescaleRequested request) {
        String token = request.token();
        if (!requests.open(token, JobRequests.Kind.RESCALE) || refusesRescale(token, request.parallelism())) {
            return;
        }
        parallelismWanted = request.parallelism();
        rescaleToken = token;
        note("a parallelism of " + parallelismWanted + " was asked for");
        if (state == JobState.WAITING_FOR_SLOTS) {
            takeParallelism();
            attempt.recordedAgain(persist());
            attempt.slots(List.of());
            slotsShort = "";
            emit(new Effect.RequestSlots(graph.slotsNeeded()));
        }
    }

    private boolean refusesRescale(String token, int parallelism) {
        int most = graph.plan().getMaxParallelism();
        if (parallelism < 1 || parallelism > most) {
            requests.failed(
                    token,
                    "a parallelism of " + parallelism + " is not possible, the job has " + most + " key groups",
                    "Give a number from 1 to " + most + ". More takes a job of a higher "
                            + JobOptions.MAX_PARALLELISM.key() + ", which starts without the keyed state of this one.");
            return true;
        }
        if (ending != null || state == JobState.CANCELLING || state == JobState.FINISHING) {
            return refuses(token);
        }
        if (facts.orders().stop() != null || parallelismWanted != 0) {
            requests.failed(
                    token,
                    "the job is being " + (parallelismWanted != 0 ? "rescaled" : "stopped") + " already",
                    "Wait for that; tidemark job " + spec.jobId() + " shows it.");
            return true;
        }
        if (parallelism == graph.parallelism()) {
            requests.failed(
                    token, "the job has a parallelism of " + parallelism + " already", "Nothing needs to be done.");
            return true;
        }
        if (graph.rescaled(parallelism)
                .plan()
                .getNodesList()
                .equals(graph.plan().getNodesList())) {
            requests.failed(
                    token,
                    "no operator has the job's parallelism of " + graph.parallelism()
                            + "; all have a number of their own",
                    "Leave setParallelism out in the job's code where the job's own should do.");
            return true;
        }
        return false;
    }

    /** Whether nothing that needs running tasks can be had of the job now. */
    private boolean refuses(String token) {
        boolean ends = ending != null
                || state == JobState.CANCELLING
                || state == JobState.FINISHING
                || facts.orders().stop() != null;
        boolean waits = state == JobState.WAITING_FOR_SLOTS && !slotsShort.isEmpty();
        if (!ends && !waits) {
            return false;
        }
        String newest = facts.latestCheckpoint() == 0
                ? "It has no checkpoint yet."
                : "tidemark checkpoints " + spec.jobId() + " shows its checkpoints, from which a job can start, too.";
        requests.failed(
                token,
                "job " + spec.jobId() + " is " + (ends ? "about to end" : state + ", " + slotsShort)
                        + ", so its tasks cannot be asked",
                newest);
        return true;
    }

    private void slotsGranted(Event.SlotsGranted granted) {
        boolean isEnough = granted.slots().size() >= graph.slotsNeeded();
        if (state == JobState.WAITING_FOR_SLOTS && ending == null && isEnough) {
            attempt.slots(granted.slots());
            slotsShort = "";
        }
    }

    private void slotsShort(Event.SlotsShort lack) {
        if (state == JobState.WAITING_FOR_SLOTS && ending == null) {
            String text = "need " + lack.needed() + " slots, have " + lack.have();
            if (!text.equals(slotsShort)) {
                slotsShort = text;
                note(text);
            }
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
            refused++;
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

    private void persistFailed(Event.PersistFailed failed) {
        note("the job store did not take a change, to be tried again: " + failed.cause());
        persistAgainAtMs = nowMs + PERSIST_RETRY_MS;
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
        List<Long> others = facts.completed().stream()
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
        facts = facts.ended(how, why, nowMs);
        requests.failAll("job " + spec.jobId() + " is " + how, "Look at it: tidemark job " + spec.jobId());
        savepointsWanted.clear();
        endVersion = persist();
        ending = JobState.valueOf(how.name());
        if (attempt != null
                && attempt.isDeployed()
                && !attempt.isStopping()
                && !attempt.tasks().allGone()) {
            stopTasks("the job is " + how);
        }
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

    private long persist() {
        factsVersion++;
        persistAgainAtMs = Long.MAX_VALUE;
        emit(new Effect.Persist(factsVersion, facts));
        return factsVersion;
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
        return facts;
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
        return refused;
    }

    /** Number and workers of the attempt that runs, if one does. */
    public Optional<Map.Entry<Integer, Set<String>>> liveAttempt() {
        return isLive()
                ? Optional.of(Map.entry(attempt.number(), attempt.tasks().workers()))
                : Optional.empty();
    }

    /** The newest first. */
    public List<CheckpointInfo> checkpointInfos(long timeMs) {
        return checkpoints.infos(timeMs);
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

    /** What was asked for under this token. */
    public Optional<JobRequest> request(String token) {
        return requests.find(token);
    }

    List<JobRequest> requests() {
        return requests.all();
    }

    JobLog log() {
        return log;
    }

    Optional<TaskTable> tasks() {
        return Optional.ofNullable(attempt).filter(Attempt::isDeployed).map(Attempt::tasks);
    }

    /** What people should know about the state the job is in, in a few words; may be empty. */
    String remark() {
        if (state == JobState.WAITING_FOR_SLOTS) {
            return slotsShort;
        }
        if (!facts.orders().savepoint().isEmpty()) {
            return "stopped, savepoint " + facts.orders().savepoint();
        }
        if (state == JobState.RUNNING && facts.orders().stop() != null) {
            return "being stopped";
        }
        if (state == JobState.RUNNING && parallelismWanted != 0) {
            return "to be rescaled to " + parallelismWanted;
        }
        boolean failed = state == JobState.RESTARTING && attempt != null && attempt.failure() != null;
        return failed ? attempt.failure().detail().getCause() : "";
    }
}
