package io.tidemark.coordinator.job;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.graph.TaskSlot;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One try to run the job: what it starts from, where it runs, and how far it has come. */
final class Attempt {
    private final int number;
    private final long restoreFrom;
    private final String origin;
    /** Of the facts that record this attempt. */
    private long factsVersion;

    private List<TaskSlot> slots = List.of();
    private Set<String> slotWorkers = Set.of();
    private CheckpointManifest manifest;
    private long readAgainAtMs = Long.MAX_VALUE;

    private final TaskTable tasks = new TaskTable();
    private boolean deployed;
    private long deployedAtMs;
    private boolean started;
    private long runningSinceMs = -1;
    private boolean progressed;
    private boolean lateAsked;
    private boolean lateKept;
    private boolean finishSent;
    private boolean drainSent;
    private long stoppedAt;
    private String savepointFailure = "";
    private long finalCheckpoint;

    private boolean stopping;
    private long stopDeadlineMs = Long.MAX_VALUE;
    private final Set<String> cancelTaken = new HashSet<>();
    private Failure failure;
    private long failedAtMs;

    /**
     * @param restoreFrom the checkpoint to start from; 0 for none
     * @param origin the savepoint to start from; empty for none
     */
    Attempt(int number, long restoreFrom, String origin, long factsVersion) {
        this.number = number;
        this.restoreFrom = restoreFrom;
        this.origin = origin;
        this.factsVersion = factsVersion;
    }

    int number() {
        return number;
    }

    long restoreFrom() {
        return restoreFrom;
    }

    String origin() {
        return origin;
    }

    /** Whether it starts from something. */
    boolean isRestored() {
        return restoreFrom != 0 || !origin.isEmpty();
    }

    /** The facts of this version record it. */
    void recordedAgain(long version) {
        factsVersion = version;
    }

    long factsVersion() {
        return factsVersion;
    }

    TaskTable tasks() {
        return tasks;
    }

    // ---------------------------------------------------------------------------------- preparation

    List<TaskSlot> slots() {
        return slots;
    }

    void slots(List<TaskSlot> granted) {
        slots = granted;
        slotWorkers = granted.stream().map(TaskSlot::workerId).collect(Collectors.toUnmodifiableSet());
    }

    boolean usesWorker(String workerId) {
        return slotWorkers.contains(workerId);
    }

    Optional<CheckpointManifest> manifest() {
        return Optional.ofNullable(manifest);
    }

    void manifest(CheckpointManifest read) {
        manifest = read;
        readAgainAtMs = Long.MAX_VALUE;
    }

    boolean isManifestAwaited() {
        return isRestored() && manifest == null;
    }

    void readAgainAt(long timeMs) {
        readAgainAtMs = timeMs;
    }

    /** True once when the manifest is to be read again. */
    boolean takeReadAgain(long nowMs) {
        if (nowMs < readAgainAtMs) {
            return false;
        }
        readAgainAtMs = Long.MAX_VALUE;
        return true;
    }

    // --------------------------------------------------------------------------------------- running

    boolean isDeployed() {
        return deployed;
    }

    void deployed(long nowMs) {
        deployed = true;
        deployedAtMs = nowMs;
        // It has done its work, and may be large.
        manifest = null;
    }

    long deployedAtMs() {
        return deployedAtMs;
    }

    boolean isStarted() {
        return started;
    }

    void started() {
        started = true;
    }

    void runs(long nowMs) {
        runningSinceMs = nowMs;
    }

    long ranForMs(long nowMs) {
        return runningSinceMs < 0 ? 0 : nowMs - runningSinceMs;
    }

    boolean hasProgressed() {
        return progressed;
    }

    void progressed() {
        progressed = true;
    }

    boolean isLateAsked() {
        return lateAsked;
    }

    void lateAsked() {
        lateAsked = true;
    }

    boolean isLateKept() {
        return lateKept;
    }

    void lateKept() {
        lateKept = true;
    }

    /** Whether its tasks stand at the barrier of a complete checkpoint and do nothing. */
    boolean isStopped() {
        return stoppedAt != 0;
    }

    long stoppedAt() {
        return stoppedAt;
    }

    /** @param checkpointId 0 when they go on */
    void stoppedAt(long checkpointId) {
        stoppedAt = checkpointId;
    }

    /** Id of the one with which the job ends; 0 while there is none. */
    long finalCheckpoint() {
        return finalCheckpoint;
    }

    void finalCheckpoint(long checkpointId) {
        finalCheckpoint = checkpointId;
    }

    /** The job ends without the savepoint that it should end with. */
    void savepointFailed(String cause) {
        savepointFailure = cause;
    }

    /** Empty when there is none. */
    String savepointFailure() {
        return savepointFailure;
    }

    boolean isDrainSent() {
        return drainSent;
    }

    void drainSent() {
        drainSent = true;
    }

    boolean isFinishSent() {
        return finishSent;
    }

    void finishSent() {
        finishSent = true;
    }

    // ---------------------------------------------------------------------------------------- ending

    boolean isStopping() {
        return stopping;
    }

    void stop(long deadlineMs) {
        stopping = true;
        stopDeadlineMs = deadlineMs;
    }

    void cancelTakenBy(String workerId) {
        cancelTaken.add(workerId);
    }

    boolean wasCancelTakenBy(String workerId) {
        return cancelTaken.contains(workerId);
    }

    /** Whether nothing of it runs any more, or it has been waited for long enough. */
    boolean isDrained(long nowMs) {
        return !deployed || tasks.allGone() || (stopping && nowMs >= stopDeadlineMs);
    }

    /** Takes one more failure; the weightiest is the cause, among equals the first. */
    void failed(Failure more, long nowMs) {
        if (failure == null) {
            failedAtMs = nowMs;
        }
        if (failure == null || more.kind().compareTo(failure.kind()) > 0) {
            failure = more;
        }
    }

    Failure failure() {
        return failure;
    }

    long failedAtMs() {
        return failedAtMs;
    }
}
