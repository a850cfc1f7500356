package io.tidemark.network.gate;

import java.util.List;

/**
 * The order in which a deterministic task takes from its channels: always from the one whose watermark is lowest, of equal
 * ones the first. What came on each channel thus decides what is taken when, and not how fast it came; while that channel
 * has nothing, nothing is taken. Channels that are idle, or whose event time is over, stand outside the order.
 */
final class EventTimeOrder {
    private final List<EventTimeCombiner> gates;
    private final int[] firstChannels;

    /** @param gates event time of each, in the order of their channels */
    EventTimeOrder(List<EventTimeCombiner> gates) {
        this.gates = List.copyOf(gates);
        firstChannels = new int[gates.size()];
        for (int gate = 1; gate < firstChannels.length; gate++) {
            firstChannels[gate] = firstChannels[gate - 1] + gates.get(gate - 1).channels();
        }
    }

    /** The channel whose turn it is, counted over all gates; -1 when all stand outside the order. */
    int first() {
        int first = -1;
        long least = Long.MAX_VALUE;
        for (int gate = 0; gate < firstChannels.length; gate++) {
            EventTimeCombiner combiner = gates.get(gate);
            int index = combiner.heldBackBy();
            if (index >= 0 && (first < 0 || combiner.watermark(index) < least)) {
                least = combiner.watermark(index);
                first = firstChannels[gate] + index;
            }
        }
        return first;
    }
}
