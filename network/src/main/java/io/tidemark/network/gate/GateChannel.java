package io.tidemark.network.gate;

import io.tidemark.network.channel.InputChannel;

/**
 * A channel of a gate, and who is at its other end, for snapshots and explanations.
 *
 * @param edge id of the plan's edge
 * @param producerVertex vertex whose subtask writes to the channel
 * @param producerName that vertex's name
 * @param producerSubtask the subtask
 */
public record GateChannel(
        InputChannel channel, int edge, int producerVertex, String producerName, int producerSubtask) {}
