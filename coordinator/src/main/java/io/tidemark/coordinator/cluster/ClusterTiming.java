package io.tidemark.coordinator.cluster;

/**
 * When workers are heard and given up.
 *
 * @param heartbeatTimeoutMs a worker not heard of for so long is lost
 * @param callRetryMs pause before a call that did not get through is made again
 * @param settleMs how long at most a new coordinator that found unfinished jobs waits for the workers of the one before
 *     it to come back before it gives out slots
 */
public record ClusterTiming(long heartbeatIntervalMs, long heartbeatTimeoutMs, long callRetryMs, long settleMs) {}
