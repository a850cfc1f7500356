package io.tidemark.coordinator.graph;

/** A task of an attempt: a subtask of a vertex. */
public record TaskKey(int vertex, int subtask) implements Comparable<TaskKey> {
    @Override
    public int compareTo(TaskKey other) {
        int byVertex = Integer.compare(vertex, other.vertex);
        return byVertex != 0 ? byVertex : Integer.compare(subtask, other.subtask);
    }
}
