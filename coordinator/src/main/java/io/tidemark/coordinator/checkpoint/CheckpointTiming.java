package io.tidemark.coordinator.checkpoint;

/**
 * When checkpoints are taken and given up.
 *
 * @param intervalMs from one trigger to the next; 0 for no periodic ones
 * @param timeoutMs after the trigger
 * @param retryPauseMs before the final checkpoint is tried again
 */
public record CheckpointTiming(long intervalMs, long timeoutMs, long retryPauseMs) {}
