package io.tidemark.testing;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
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

    /**
     * What one subtask starts from when their number has changed: keyed state and event time of those that had its key groups, its
     * part of split state, one copy of what all had alike, and what all of them had of the rest.
     */
    static HarnessSnapshot shareOf(List<HarnessSnapshot> all, int subtask, int parallelism) {
        List<OperatorSnapshot> operators = new ArrayList<>();
        all.forEach(one -> operators.addAll(one.task().getOperatorsList()));
        List<OperatorSnapshot> taken = operators;
        if (operators.stream().anyMatch(OperatorSnapshot::hasKeyed)) {
            KeyGroupRange own =
                    KeyGroups.range(subtask, parallelism, all.get(0).task().getMaxParallelism());
            taken = operators.stream()
                    .filter(operator -> own.overlaps(new KeyGroupRange(
                            operator.getKeyed().getFirstKeyGroup(),
                            operator.getKeyed().getLastKeyGroup())))
                    .toList();
        }
        TaskSnapshot.Builder share = TaskSnapshot.newBuilder();
        taken.forEach(operator -> share.addOperators(operator.toBuilder().clearOwn()));
        share.getOperatorsBuilder(0).addAllOwn(ownOf(operators, subtask, parallelism));
        return new HarnessSnapshot(all.get(0).checkpointId(), share.build());
    }

    private static List<NamedState> ownOf(List<OperatorSnapshot> operators, int subtask, int parallelism) {
        List<NamedState> dealt = new ArrayList<>();
        int split = 0;
        Set<String> broadcast = new HashSet<>();
        for (OperatorSnapshot operator : operators) {
            for (NamedState state : operator.getOwnList()) {
                if (state.getSharing() == StateSharing.BROADCAST && !broadcast.add(state.getName())) {
                    continue;
                }
                if (state.getSharing() != StateSharing.SPLIT) {
                    dealt.add(state);
                    continue;
                }
                NamedState.Builder mine = state.toBuilder().clearElements();
                for (ByteString element : state.getElementsList()) {
                    if (split++ % parallelism == subtask) {
                        mine.addElements(element);
                    }
                }
                dealt.add(mine.build());
            }
        }
        return dealt;
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
