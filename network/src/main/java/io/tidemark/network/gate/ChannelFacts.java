package io.tidemark.network.gate;

/**
 * What can be said about a channel of a gate now.
 *
 * @param input ordinal of the gate's input
 * @param edge id of the plan's edge
 * @param watermark its last; {@link Long#MIN_VALUE} for none, {@link Long#MAX_VALUE} when it has ended
 * @param ended whether its event time is over
 * @param advancedAtMs when the watermark last rose; 0 for never
 * @param idleSinceMs 0 when it is not idle, or was restored so
 * @param holdsBack whether it is the one that the gate's watermark waits for
 * @param blocked whether it waits for the barriers of other channels
 */
public record ChannelFacts(
        int input,
        int edge,
        int producerVertex,
        String producerName,
        int producerSubtask,
        long watermark,
        boolean idle,
        boolean ended,
        long advancedAtMs,
        long idleSinceMs,
        boolean holdsBack,
        boolean blocked) {}
