package io.tidemark.worker.job;

import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskListener.SnapshotTimes;

/** What becomes of the tasks of a worker. Called on many threads; must not block. */
public interface AttemptListener {
    /**
     * A task reached a state.
     *
     * @param epoch of the coordinator that deployed it
     * @param state DEPLOYED, RUNNING, ENDED, FINISHED, CANCELLED or FAILED
     * @param failure null unless FAILED
     */
    void onTask(long epoch, TaskIdentity task, String state, TaskFailure failure);

    void onSnapshot(long epoch, TaskIdentity task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times);

    void onDeclined(long epoch, TaskIdentity task, long checkpointId, TaskFailure cause);

    void onBusy(long epoch, TaskIdentity task, long checkpointId);

    /** The process must end. */
    void onFatal(String reason, Throwable cause);
}
