package io.tidemark.network.gate;

import java.util.List;

/**
 * A gate's event time as it goes into a snapshot: what the task has been told, and where its channels are.
 *
 * @param input ordinal of the input
 * @param watermark the last the task was told; {@link Long#MIN_VALUE} for none
 * @param idle whether the task was told that the gate is idle
 */
public record GateState(int input, long watermark, boolean idle, List<ChannelState> channels) {
    public GateState {
        channels = List.copyOf(channels);
    }

    /**
     * A channel's event time.
     *
     * @param edge id of the plan's edge
     * @param producer subtask at its other end
     * @param watermark its last below MAX; {@link Long#MIN_VALUE} for none
     * @param ended whether it sent MAX
     */
    public record ChannelState(int edge, int producer, long watermark, boolean idle, boolean ended) {}
}
