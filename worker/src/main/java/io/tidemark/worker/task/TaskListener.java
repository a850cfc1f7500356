package io.tidemark.worker.task;

import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.worker.failure.TaskFailure;

/** What a task tells. Called on the thread that steps it, or on the snapshot pool; must not block. */
public interface TaskListener {
    /** The task came to RUNNING, ENDED, FINISHED or CANCELLED. In a final state everything it held is let go. */
    void onState(Task task, TaskState state);

    /** This was thrown, and made the task fail; {@link #onFailed} follows. Called on the thread that steps it. */
    default void onThrown(Task task, Throwable thrown) {}

    /** The task failed, and everything it held is let go. */
    void onFailed(Task task, TaskFailure failure);

    /** The task's part of a checkpoint is durable. */
    void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times);

    /** The task has no part of this checkpoint to give. */
    void onDeclined(Task task, long checkpointId, TaskFailure cause);

    /** The task cannot take part in this checkpoint, since its state of an earlier one is still being written. */
    void onBusy(Task task, long checkpointId);

    /** An error after which the process cannot be trusted any more. */
    void onFatal(Task task, Throwable error);

    /**
     * How long a snapshot took.
     *
     * @param alignNs from the first barrier to the last
     * @param syncNs in which the task could do nothing else
     * @param asyncNs on the snapshot pool
     */
    record SnapshotTimes(long alignNs, long syncNs, long asyncNs) {}
}
