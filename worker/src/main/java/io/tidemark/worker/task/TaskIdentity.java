package io.tidemark.worker.task;

/**
 * Which task this is.
 *
 * @param vertex id of the plan node at the head of its chain
 * @param name of the vertex, for people
 * @param maxParallelism number of key groups
 */
public record TaskIdentity(
        String jobId, int attempt, int vertex, int subtask, String name, int parallelism, int maxParallelism) {
    /** Name and number, for people. */
    public String title() {
        return name + " (" + (subtask + 1) + "/" + parallelism + ")";
    }
}
