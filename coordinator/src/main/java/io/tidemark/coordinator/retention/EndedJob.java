package io.tidemark.coordinator.retention;

/**
 * A job that has ended and that may be forgotten.
 *
 * @param isFinished whether it came to its end; one that failed or was cancelled may be taken up from its checkpoints
 */
public record EndedJob(String jobId, long endedAtMs, boolean isFinished) {}
