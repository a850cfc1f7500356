package io.tidemark.network.gate;

/**
 * A channel whose turn it is in the order of event time, and that has nothing, so that the task takes nothing.
 *
 * @param input ordinal of its input
 * @param edge id of the plan's edge
 * @param sinceMs when it was first found to have nothing
 * @param readAheadBytes about how much of others was read ahead meanwhile
 * @param holdsOthersUp whether others have more, which is not read ahead: there is too much of it, or their edges keep no log. If the
 *     channel's producer depends on one of them, the wait has no end.
 */
public record OrderWait(
        int input,
        int edge,
        int producerVertex,
        String producerName,
        int producerSubtask,
        long sinceMs,
        long readAheadBytes,
        boolean holdsOthersUp) {}
