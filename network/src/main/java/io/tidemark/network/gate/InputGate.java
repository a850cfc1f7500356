package io.tidemark.network.gate;

import java.util.List;

/**
 * One input of a task: the channels of all edges that lead to it.
 *
 * @param input ordinal of the input
 * @param channels at least one
 */
public record InputGate(int input, List<GateChannel> channels) {
    public InputGate {
        channels = List.copyOf(channels);
        if (channels.isEmpty()) {
            throw new IllegalArgumentException("input " + input + " has no channels");
        }
    }
}
