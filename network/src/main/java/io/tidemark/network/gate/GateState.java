package io.tidemark.network.gate;

import java.util.List;
import java.util.Map;

/**
 * A gate's watermarks as they go into a snapshot: what the task has been told, and where its channels are.
 *
 * @param input ordinal of the input
 * @param watermark the last event time the task was told; {@link Long#MIN_VALUE} for none
 * @param idle whether the task was told that the gate is idle
 * @param declared by identifier the combinations of declared watermarks that have come out
 */
public record GateState(
        int input, long watermark, boolean idle, List<ChannelState> channels, Map<String, Long> declared) {
    public GateState {
        channels = List.copyOf(channels);
        declared = Map.copyOf(declared);
    }

    /** Without declared watermarks. */
    public GateState(int input, long watermark, boolean idle, List<ChannelState> channels) {
        this(input, watermark, idle, channels, Map.of());
    }

    /**
     * A channel's watermarks.
     *
     * @param edge id of the plan's edge
     * @param producer subtask at its other end
     * @param watermark its last event time below MAX; {@link Long#MIN_VALUE} for none
     * @param ended whether its event time is over
     * @param closed whether nothing follows on it
     * @param declared by identifier the last values of declared watermarks
     */
    public record ChannelState(
            int edge,
            int producer,
            long watermark,
            boolean idle,
            boolean ended,
            boolean closed,
            Map<String, Long> declared) {
        public ChannelState {
            declared = Map.copyOf(declared);
        }

        /** Without declared watermarks. */
        public ChannelState(int edge, int producer, long watermark, boolean idle, boolean ended) {
            this(edge, producer, watermark, idle, ended, false, Map.of());
        }
    }
}
