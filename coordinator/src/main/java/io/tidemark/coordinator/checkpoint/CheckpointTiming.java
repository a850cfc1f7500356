package io.tidemark.coordinator.checkpoint;

/**
 * When checkpoints are taken and given up.
 *
 * @param intervalMs from one trigger to the next; 0 for no periodic ones
 * @param minPauseMs at least, from the end of one to the trigger of the next periodic one
 * @param timeoutMs after the trigger it is given up
 * @param alignedTimeoutMs after the trigger it may go unaligned everywhere; 0 for never
 */
public record CheckpointTiming(long intervalMs, long minPauseMs, long timeoutMs, long alignedTimeoutMs) {}
