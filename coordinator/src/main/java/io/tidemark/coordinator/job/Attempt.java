package io.tidemark.coordinator.job;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.graph.TaskSlot;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One try to run the job: what it starts from, where it runs, and how far it has come. */
final class Attempt {
    private final int number;
    private final long restoreFrom;
    /** Of the facts that record this attempt. */
    private final long factsVersion;

    private List<TaskSlot> slots = List.of();
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

    private boolean stopping;
    private long stopDeadlineMs = Long.MAX_VALUE;
    private final Set<String> cancelTaken = new HashSet<>();
    private Failure failure;
    private long failedAtMs;

    Attempt(int number, long restoreFrom, long factsVersion) {
        this.number = number;
        this.restoreFrom = restoreFrom;
        this.factsVersion = factsVersion;
    }

    int number() {
        return number;
    }

    long restoreFrom() {
        return restoreFrom;
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
    }

    boolean usesWorker(String workerId) {
        return slots.stream().anyMatch(slot -> slot.workerId().equals(workerId));
    }

    Optional<CheckpointManifest> manifest() {
        return Optional.ofNullable(manifest);
    }

    void manifest(CheckpointManifest read) {
        manifest = read;
        readAgainAtMs = Long.MAX_VALUE;
    }

    boolean isManifestAwaited() {
        return restoreFrom != 0 && manifest == null;
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
