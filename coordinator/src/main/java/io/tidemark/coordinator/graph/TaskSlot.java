package io.tidemark.coordinator.graph;

/**
 * A place on a worker for one subtask of every vertex of a job.
 *
 * @param workerId the worker
 * @param dataAddress host and port of the worker's data plane
 */
public record TaskSlot(String workerId, String dataAddress) {}
