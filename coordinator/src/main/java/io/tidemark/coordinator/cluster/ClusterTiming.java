package io.tidemark.coordinator.cluster;

/**
 * When workers are heard and given up.
 *
 * @param heartbeatTimeoutMs a worker not heard of for so long is lost
 * @param callRetryMs pause before a call that did not get through is made again
 * @param settleMs how long a new coordinator that found unfinished jobs waits for workers to come back before it gives
 *     out slots, so that the first to come does not get everything
 */
public record ClusterTiming(long heartbeatIntervalMs, long heartbeatTimeoutMs, long callRetryMs, long settleMs) {}
