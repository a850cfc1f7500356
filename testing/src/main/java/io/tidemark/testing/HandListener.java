package io.tidemark.testing;

import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskListener;
import io.tidemark.worker.task.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Hears what becomes of the tasks of an attempt. */
final class HandListener implements TaskListener {
    private final Map<Long, List<TaskSnapshot>> snapshots = new TreeMap<>();
    private Throwable thrown;
    private OperatorFailedException failure;

    /** A snapshot could not be taken; the failure that this leads to says more. */
    private OperatorFailedException declined;

    /** The tasks' parts of a checkpoint. */
    List<TaskSnapshot> snapshots(long checkpointId) {
        List<TaskSnapshot> taken = snapshots.remove(checkpointId);
        return taken == null ? List.of() : taken;
    }

    /** @throws OperatorFailedException when a task has failed */
    void throwFailure() {
        if (failure != null) {
            throw failure;
        }
        if (declined != null) {
            throw declined;
        }
    }

    @Override
    public void onThrown(Task task, Throwable cause) {
        thrown = cause;
    }

    @Override
    public void onState(Task task, TaskState state) {}

    @Override
    public void onFailed(Task task, TaskFailure taskFailure) {
        if (failure == null) {
            failure = new OperatorFailedException(
                    taskFailure.cause(), taskFailure.hint(), taskFailure.restartable(), thrown);
        }
    }

    @Override
    public void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
        snapshots.computeIfAbsent(checkpointId, missing -> new ArrayList<>()).add(snapshot);
    }

    @Override
    public void onDeclined(Task task, long checkpointId, TaskFailure cause) {
        if (declined == null) {
            declined = new OperatorFailedException(cause.cause(), cause.hint(), cause.restartable(), thrown);
        }
    }

    @Override
    public void onBusy(Task task, long checkpointId) {
        throw new AssertionError("snapshots are written at once here");
    }

    @Override
    public void onFatal(Task task, Throwable error) {
        throw new AssertionError("the process is in danger", error);
    }
}
