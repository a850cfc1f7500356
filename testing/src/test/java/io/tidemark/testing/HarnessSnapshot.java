package io.tidemark.testing;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskListener;
import io.tidemark.worker.task.TaskState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An operator's part of a checkpoint, to start from.
 *
 * @param checkpointId its number
 */
public record HarnessSnapshot(long checkpointId, TaskSnapshot task) {

    /** What one subtask starts from when their number has changed: its part of split state, one copy of what all had alike, all of
     * the rest. */
    static HarnessSnapshot shareOf(List<HarnessSnapshot> all, int subtask, int parallelism) {
        TaskSnapshot.Builder share = TaskSnapshot.newBuilder();
        int[] dealt = new int[1];
        Set<String> broadcast = new HashSet<>();
        for (HarnessSnapshot one : all) {
            for (OperatorSnapshot operator : one.task().getOperatorsList()) {
                OperatorSnapshot.Builder mine = operator.toBuilder();
                for (NamedState.Builder state : mine.getOwnBuilderList()) {
                    if (state.getSharing() == StateSharing.SPLIT) {
                        List<ByteString> elements = state.getElementsList().stream()
                                .filter(element -> dealt[0]++ % parallelism == subtask)
                                .toList();
                        state.clearElements().addAllElements(elements);
                    }
                    if (state.getSharing() == StateSharing.BROADCAST && !broadcast.add(state.getName())) {
                        state.clearElements();
                    }
                }
                share.addOperators(mine);
            }
        }
        return new HarnessSnapshot(all.get(0).checkpointId(), share.build());
    }

    /** Hears what becomes of the harness's task. */
    static final class Ears implements TaskListener {
        final Map<Long, TaskSnapshot> snapshots = new TreeMap<>();
        final Map<Long, TaskFailure> declined = new TreeMap<>();
        final List<TaskState> states = new ArrayList<>();
        TaskFailure failure;

        @Override
        public void onState(Task task, TaskState state) {
            states.add(state);
        }

        @Override
        public void onFailed(Task task, TaskFailure taskFailure) {
            failure = taskFailure;
        }

        @Override
        public void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
            snapshots.put(checkpointId, snapshot);
        }

        @Override
        public void onDeclined(Task task, long checkpointId, TaskFailure cause) {
            declined.put(checkpointId, cause);
        }

        @Override
        public void onBusy(Task task, long checkpointId) {
            throw new AssertionError("snapshots are written at once here");
        }

        @Override
        public void onFatal(Task task, Throwable error) {
            throw new AssertionError("fatal", error);
        }
    }
}
