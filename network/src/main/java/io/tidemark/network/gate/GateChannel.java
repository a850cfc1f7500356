package io.tidemark.network.gate;

import io.tidemark.network.channel.InputChannel;

/**
 * A channel of a gate, and who is at its other end, for snapshots and explanations.
 *
 * @param edge id of the plan's edge
 * @param producerVertex vertex whose subtask writes to the channel
 * @param producerName that vertex's name
 * @param producerSubtask the subtask
 * @param log where it is read ahead to, and what is played before it; null for a channel that is always aligned
 * @param replayed null, or the event time at which a channel stood that is no more, and of which only the log is left
 */
public record GateChannel(
        InputChannel channel,
        int edge,
        int producerVertex,
        String producerName,
        int producerSubtask,
        InFlightLog log,
        GateState.ChannelState replayed) {

    /** A channel that is always aligned. */
    public GateChannel(InputChannel channel, int edge, int producerVertex, String producerName, int producerSubtask) {
        this(channel, edge, producerVertex, producerName, producerSubtask, null, null);
    }

    /** A channel that may be read ahead. */
    public static GateChannel logged(
            InputChannel channel,
            int edge,
            int producerVertex,
            String producerName,
            int producerSubtask,
            InFlightLog log) {
        return new GateChannel(channel, edge, producerVertex, producerName, producerSubtask, log, null);
    }

    /**
     * What was on its way on a channel that there was before the parallelism changed. It is played, together with others of
     * its kind, before anything else is taken, and then has ended.
     */
    public static GateChannel replay(
            int producerVertex, String producerName, InFlightLog log, GateState.ChannelState replayed) {
        return new GateChannel(
                new EndedChannel(), replayed.edge(), producerVertex, producerName, replayed.producer(), log, replayed);
    }

    boolean isReplay() {
        return replayed != null;
    }
}
