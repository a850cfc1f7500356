package io.tidemark.coordinator.job;

import io.tidemark.coordinator.graph.ExecutionGraph;

/**
 * What a job is: all that does not change while it runs.
 *
 * @param jarSha256 empty when the classes are on the workers' class path
 * @param checkpointLocation the root of the checkpoint storage, as workers find it
 */
public record JobSpec(
        String jobId,
        long submittedAtMs,
        ExecutionGraph graph,
        String jarSha256,
        long jarBytes,
        String checkpointLocation,
        JobPolicy policy) {
    public String name() {
        return graph.plan().getName();
    }
}
