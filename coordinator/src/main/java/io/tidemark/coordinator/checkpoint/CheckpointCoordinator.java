package io.tidemark.coordinator.checkpoint;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.OperatorLate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Follows the one checkpoint that may be under way, and remembers the last ones. The caller drives it through the
 * {@linkplain CheckpointPhase phases} and does what each asks for; calls out of turn are bugs and fail.
 */
public final class CheckpointCoordinator {
    private static final long FINAL_RETRY_MS = 1_000;
    private static final long BUSY_PAUSE_MS = 500;

    private final CheckpointTiming timing;
    private final Function<TaskKey, String> taskNames;
    private final CheckpointHistory history = new CheckpointHistory();

    private CheckpointPhase phase = CheckpointPhase.IDLE;
    private long id;
    private int attempt;
    private CheckpointPurpose purpose = CheckpointPurpose.PERIODIC;
    private long triggeredAtMs;
    private long completedAtMs;
    private String path = "";
    private final SortedSet<TaskKey> missing = new TreeSet<>();
    private final SortedMap<TaskKey, TaskSnapshot> snapshots = new TreeMap<>();
    private TaskKey slowest;
    private long slowestMs;

    /** As of the newest complete checkpoint. */
    private List<OperatorLate> late = List.of();

    /** What tasks were told of the one under way. */
    private UnalignNotice noticed = UnalignNotice.NONE;

    private long nextDueMs = Long.MAX_VALUE;
    private long pauseEndsMs;
    private long finalDueMs;
    private int failuresInARow;

    /** Tasks that still write a checkpoint that was given up; no other begins meanwhile, for a while at a time. */
    private final Set<TaskKey> busy = new HashSet<>();

    private int busyInARow;
    private long busyUntilMs;

    /** @param taskNames the name of a task for people */
    public CheckpointCoordinator(CheckpointTiming timing, Function<TaskKey, String> taskNames) {
        this.timing = timing;
        this.taskNames = taskNames;
    }

    public CheckpointPhase phase() {
        return phase;
    }

    /** Id of the one under way. */
    public long id() {
        return id;
    }

    /** Why the one under way is taken. */
    public CheckpointPurpose purpose() {
        return purpose;
    }

    public int failuresInARow() {
        return failuresInARow;
    }

    /** The attempt runs from now on; its first periodic checkpoint is due an interval later. */
    public void attemptRuns(long nowMs) {
        nextDueMs = timing.intervalMs() == 0 ? Long.MAX_VALUE : nowMs + timing.intervalMs();
        finalDueMs = nowMs;
        failuresInARow = 0;
        busy.clear();
        busyInARow = 0;
    }

    /** Whether a periodic checkpoint should be taken now. */
    public boolean isPeriodicDue(long nowMs) {
        return mayBegin(nowMs) && nowMs >= Math.max(nextDueMs, pauseEndsMs);
    }

    /** Whether one that somebody has asked for may be taken now. */
    public boolean mayBegin(long nowMs) {
        return phase == CheckpointPhase.IDLE && (busy.isEmpty() || nowMs >= busyUntilMs);
    }

    /** Whether the final checkpoint, once it is wanted, may be tried now. */
    public boolean isFinalDue(long nowMs) {
        return mayBegin(nowMs) && nowMs >= finalDueMs;
    }

    /** Begins a checkpoint of these tasks under an id that was never used. */
    public void reserve(long checkpointId, int ofAttempt, CheckpointPurpose why, Collection<TaskKey> tasks) {
        require(CheckpointPhase.IDLE);
        phase = CheckpointPhase.RESERVED;
        id = checkpointId;
        attempt = ofAttempt;
        purpose = why;
        path = "";
        noticed = UnalignNotice.NONE;
        missing.clear();
        missing.addAll(tasks);
        snapshots.clear();
        slowest = null;
        slowestMs = 0;
    }

    /** The id is durable and the barriers go out. */
    public void triggered(long nowMs) {
        require(CheckpointPhase.RESERVED);
        phase = CheckpointPhase.TRIGGERED;
        triggeredAtMs = nowMs;
        nextDueMs = timing.intervalMs() == 0 ? Long.MAX_VALUE : nowMs + timing.intervalMs();
    }

    /**
     * A task's part is durable. Repeated acks, and acks of a checkpoint that is not or no longer under way, change
     * nothing.
     *
     * @return whether this was the last one missing
     */
    public boolean acked(long checkpointId, TaskKey task, TaskSnapshot snapshot, long nowMs) {
        noLongerBusy(task);
        if (phase != CheckpointPhase.TRIGGERED || checkpointId != id || !missing.remove(task)) {
            return false;
        }
        snapshots.put(task, snapshot);
        slowest = task;
        slowestMs = nowMs - triggeredAtMs;
        if (!missing.isEmpty()) {
            return false;
        }
        phase = CheckpointPhase.WRITING;
        completedAtMs = nowMs;
        return true;
    }

    /** The manifest to write once all have acked; the header names the job and the epoch. */
    public CheckpointManifest manifest(CheckpointManifest header) {
        require(CheckpointPhase.WRITING);
        return ManifestBuilder.manifest(
                header.toBuilder()
                        .setCheckpointId(id)
                        .setAttempt(attempt)
                        .setTriggeredAtMs(triggeredAtMs)
                        .setCompletedAtMs(completedAtMs)
                        .build(),
                snapshots.values());
    }

    /** Whether the manifest that was written is that of the checkpoint under way; it is then being recorded. */
    public boolean written(long checkpointId, String manifestPath) {
        if (phase != CheckpointPhase.WRITING || checkpointId != id) {
            return false;
        }
        phase = CheckpointPhase.RECORDING;
        path = manifestPath;
        return true;
    }

    /** The job store has it: it is complete for good. */
    public void recorded(long nowMs) {
        require(CheckpointPhase.RECORDING);
        phase = CheckpointPhase.IDLE;
        failuresInARow = 0;
        pauseEndsMs = nowMs + timing.minPauseMs();
        history.add(info("COMPLETED", nowMs).toBuilder().setPath(path).build());
        late = LateCounts.of(snapshots.values());
        forget();
    }

    /**
     * Gives the checkpoint under way up; not possible any more once it is being recorded.
     *
     * @param counts whether it counts as a failure of checkpointing; the end of its attempt does not
     */
    public void failed(String cause, boolean counts, long nowMs) {
        requireUnderWay(nowMs);
        givenUp(cause, false, nowMs);
        if (counts) {
            failuresInARow++;
        }
    }

    private void requireUnderWay(long nowMs) {
        if (phase == CheckpointPhase.IDLE || phase == CheckpointPhase.RECORDING) {
            throw new IllegalStateException("nothing to give up: checkpoint " + id + " is " + phase);
        }
        if (phase == CheckpointPhase.RESERVED) {
            triggeredAtMs = nowMs;
        }
    }

    private void givenUp(String cause, boolean hasGivenWay, long nowMs) {
        history.add(info("FAILED", nowMs).toBuilder()
                .setCause(cause)
                .setGivenWay(hasGivenWay)
                .build());
        phase = CheckpointPhase.IDLE;
        pauseEndsMs = nowMs + timing.minPauseMs();
        finalDueMs = nowMs + FINAL_RETRY_MS;
        forget();
    }

    /**
     * A task has no part to give since it still writes one of an earlier checkpoint: the one under way is given up, which
     * is no failure, and the next waits until the task has answered, or for a pause that grows.
     */
    public void busy(TaskKey task, String cause, long nowMs) {
        busy.add(task);
        long pauseMs = BUSY_PAUSE_MS << Math.min(busyInARow, 10);
        busyInARow++;
        busyUntilMs = nowMs + Math.min(pauseMs, timing.timeoutMs());
        requireUnderWay(nowMs);
        givenUp(cause, true, nowMs);
    }

    /** The task has said how an earlier checkpoint of it ended. */
    public void noLongerBusy(TaskKey task) {
        if (busy.remove(task) && busy.isEmpty()) {
            busyInARow = 0;
        }
    }

    /** Whether there is a checkpoint that can be given up. */
    public boolean canFail() {
        return phase == CheckpointPhase.RESERVED
                || phase == CheckpointPhase.TRIGGERED
                || phase == CheckpointPhase.WRITING;
    }

    /** Why the checkpoint under way has taken too long, or nothing. */
    public Optional<String> overdue(long nowMs) {
        boolean waits = phase == CheckpointPhase.TRIGGERED || phase == CheckpointPhase.WRITING;
        if (!waits || nowMs - triggeredAtMs < timing.timeoutMs()) {
            return Optional.empty();
        }
        String what = missing.isEmpty()
                ? "its manifest was not written"
                : missing.size() + (missing.size() == 1 ? " task has" : " tasks have") + " not acked, first "
                        + taskNames.apply(missing.first());
        return Optional.of("not complete after " + timing.timeoutMs() + " ms: " + what);
    }

    /**
     * Which tasks are to be told now that they need not align the checkpoint under way. Each notice is due once: that bursts are
     * not waited for at the trigger, whatever the job's timing says, as a task knows itself how long it has been in one.
     */
    public UnalignNotice takeNotice(long nowMs) {
        UnalignNotice due = dueNotice(nowMs);
        if (due.compareTo(noticed) <= 0) {
            return UnalignNotice.NONE;
        }
        noticed = due;
        return due;
    }

    private UnalignNotice dueNotice(long nowMs) {
        if (phase != CheckpointPhase.TRIGGERED || purpose != CheckpointPurpose.PERIODIC) {
            return UnalignNotice.NONE;
        }
        long waitedMs = nowMs - triggeredAtMs;
        if (timing.alignedTimeoutMs() > 0 && waitedMs >= timing.alignedTimeoutMs()) {
            return UnalignNotice.EVERYWHERE;
        }
        return UnalignNotice.IN_BURSTS;
    }

    /** A checkpoint that an attempt starts from, known from its manifest. One that was taken here is known better. */
    public void remember(CheckpointManifest manifest, String manifestPath) {
        late = LateCounts.of(manifest.getTasksList());
        if (history.newestFirst().stream().anyMatch(known -> known.getCheckpointId() == manifest.getCheckpointId())) {
            return;
        }
        history.add(CheckpointInfo.newBuilder()
                .setCheckpointId(manifest.getCheckpointId())
                .setState("COMPLETED")
                .setTriggeredAtMs(manifest.getTriggeredAtMs())
                .setDurationMs(manifest.getCompletedAtMs() - manifest.getTriggeredAtMs())
                .setFullBytes(bytes(manifest.getTasksList(), true))
                .setNewBytes(bytes(manifest.getTasksList(), false))
                .setUnaligned(isUnaligned(manifest.getTasksList()))
                .setInFlightBytes(inFlightBytes(manifest.getTasksList()))
                .setPath(manifestPath)
                .build());
    }

    /** Late records by operator subtask as of the newest complete checkpoint, by uid and without samples. */
    public List<OperatorLate> late() {
        return late;
    }

    /** Where a complete checkpoint is, as people name it; its number where that is not known. */
    public String pathOf(long checkpointId) {
        return history.newestFirst().stream()
                .filter(info -> info.getCheckpointId() == checkpointId)
                .map(CheckpointInfo::getPath)
                .filter(known -> !known.isEmpty())
                .findFirst()
                .orElse("checkpoint " + checkpointId);
    }

    /** The newest first, the one under way included. */
    public List<CheckpointInfo> infos(long nowMs) {
        List<CheckpointInfo> infos = new ArrayList<>();
        if (phase != CheckpointPhase.IDLE && phase != CheckpointPhase.RESERVED) {
            infos.add(info("IN_PROGRESS", nowMs));
        }
        infos.addAll(history.newestFirst());
        return infos;
    }

    private CheckpointInfo info(String state, long nowMs) {
        CheckpointInfo.Builder info = CheckpointInfo.newBuilder()
                .setCheckpointId(id)
                .setState(state)
                .setPurpose(purpose.name())
                .setTriggeredAtMs(triggeredAtMs)
                .setDurationMs(nowMs - triggeredAtMs)
                .setFullBytes(bytes(snapshots.values(), true))
                .setNewBytes(bytes(snapshots.values(), false))
                .setUnaligned(isUnaligned(snapshots.values()))
                .setInFlightBytes(inFlightBytes(snapshots.values()));
        TaskKey slow = missing.isEmpty() ? slowest : missing.first();
        if (slow != null) {
            info.setSlowestTask(taskNames.apply(slow))
                    .setSlowestMs(missing.isEmpty() ? slowestMs : nowMs - triggeredAtMs);
        }
        return info.build();
    }

    private static long bytes(Collection<TaskSnapshot> tasks, boolean full) {
        long bytes = inFlightBytes(tasks);
        for (TaskSnapshot task : tasks) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                bytes += full
                        ? operator.getKeyed().getFullBytes()
                        : operator.getKeyed().getNewBytes();
            }
        }
        return bytes;
    }

    private static boolean isUnaligned(Collection<TaskSnapshot> tasks) {
        return tasks.stream().anyMatch(TaskSnapshot::getUnaligned);
    }

    private static long inFlightBytes(Collection<TaskSnapshot> tasks) {
        return tasks.stream()
                .flatMap(task -> task.getInFlightList().stream())
                .mapToLong(data -> data.hasFile()
                        ? data.getFile().getBytes()
                        : data.getElements().size())
                .sum();
    }

    /** Lets go of the snapshots, which may be large. */
    private void forget() {
        snapshots.clear();
        missing.clear();
    }

    private void require(CheckpointPhase wanted) {
        if (phase != wanted) {
            throw new IllegalStateException("checkpoint " + id + " is " + phase + ", not " + wanted);
        }
    }
}
