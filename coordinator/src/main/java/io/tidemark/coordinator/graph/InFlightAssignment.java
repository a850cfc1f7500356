package io.tidemark.coordinator.graph;

import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who processes what was in flight at an unaligned checkpoint, when the number of subtasks has changed: of an input with keys
 * every subtask that owns key groups of the one it was going to, each its own records; else one subtask. What was already to
 * be replayed stays before the rest, so that records keep their order. Pure.
 */
final class InFlightAssignment {
    private final int maxParallelism;

    InFlightAssignment(int maxParallelism) {
        this.maxParallelism = maxParallelism;
    }

    /** What a subtask with the parallelism it had goes on with. @param isThere whether a channel is the one it was */
    List<InFlightData> unchanged(TaskSnapshot task, Predicate<InFlightData> isThere) {
        List<InFlightData> data = new ArrayList<>();
        addReplays(task, true, one -> true, data);
        for (InFlightData one : task.getInFlightList()) {
            if (!one.getReplay()) {
                data.add(isThere.test(one) ? one : replay(one));
            }
        }
        return data;
    }

    /** What a subtask replays. @param heads all tasks there were whose head is the operator at the head of the vertex */
    List<InFlightData> dealt(Vertex vertex, int subtask, List<TaskSnapshot> heads) {
        List<InFlightData> data = new ArrayList<>();
        for (boolean wereReplays : new boolean[] {true, false}) {
            for (TaskSnapshot head : heads) {
                addReplays(head, wereReplays, one -> isFor(vertex, subtask, head, one), data);
            }
        }
        return data;
    }

    private static void addReplays(
            TaskSnapshot task, boolean wereReplays, Predicate<InFlightData> wanted, List<InFlightData> to) {
        for (InFlightData one : task.getInFlightList()) {
            if (one.getReplay() == wereReplays && wanted.test(one)) {
                to.add(replay(one));
            }
        }
    }

    private static InFlightData replay(InFlightData data) {
        return data.toBuilder().setReplay(true).setOlder(data.getReplay()).build();
    }

    private boolean isFor(Vertex vertex, int subtask, TaskSnapshot head, InFlightData data) {
        if (!hasKeys(vertex, data.getInput())) {
            return (data.getProducer() + data.getConsumer()) % vertex.parallelism() == subtask;
        }
        return KeyGroups.range(data.getConsumer(), head.getParallelism(), maxParallelism)
                .overlaps(KeyGroups.range(subtask, vertex.parallelism(), maxParallelism));
    }

    private static boolean hasKeys(Vertex vertex, int input) {
        return vertex.nodes().get(0).getInputsList().stream()
                .anyMatch(one -> one.getOrdinal() == input && !one.getKeySpec().isEmpty());
    }
}
