package io.tidemark.network.gate;

import java.util.List;

/**
 * The order in which a deterministic task takes from its channels: always from the one whose watermark is lowest, of equal
 * ones the first. What came on each channel thus decides what is taken when, and not how fast it came; while that channel
 * has nothing, nothing is taken. A channel whose event time is over, and that may have records still, comes last; one that is
 * idle, or has ended, stands outside the order.
 *
 * <p>What was in flight when the number of subtasks changed is replayed on channels of its own. They take the turns of the channel
 * that they stand before, which has none until they have ended; or, when that channel may not be where the same keys come from now,
 * they come one by one, before all else.
 *
 * <p>One thread.
 */
final class EventTimeOrder {
    private static final int NONE = -1;

    private final List<EventTimeCombiner> gates;

    /** By channel, counted over all gates. */
    private final int[] gateOf;

    private final int[] indexInGate;

    /** The channel that a replay stands before; of others, and of those that stand before none, the channel itself. */
    private final int[] turnOf;

    private final boolean[] ended;

    /** By channel how many replays stand before it. */
    private final int[] replaysBefore;

    private final boolean[] replays;
    private final boolean replaysTakeTurns;
    private int openReplays;

    /** The first replay that has not ended; the number of channels when none is left. */
    private int firstReplay;

    /**
     * @param gates event time of each, in the order of their channels
     * @param replays which channels are replays
     * @param turnOf the channel that a replay stands before, or the channel itself
     * @param replaysTakeTurns whether replays take the turns of those channels
     */
    EventTimeOrder(List<EventTimeCombiner> gates, boolean[] replays, int[] turnOf, boolean replaysTakeTurns) {
        this.gates = List.copyOf(gates);
        this.replaysTakeTurns = replaysTakeTurns;
        this.replays = replays.clone();
        this.turnOf = turnOf.clone();
        gateOf = new int[turnOf.length];
        indexInGate = new int[turnOf.length];
        ended = new boolean[turnOf.length];
        replaysBefore = new int[turnOf.length];
        int channel = 0;
        for (int gate = 0; gate < gates.size(); gate++) {
            for (int index = 0; index < gates.get(gate).channels(); index++, channel++) {
                gateOf[channel] = gate;
                indexInGate[channel] = index;
                if (replays[channel]) {
                    openReplays++;
                    replaysBefore[turnOf[channel]] += turnOf[channel] == channel ? 0 : 1;
                }
            }
        }
        passEndedReplays();
    }

    /** Nothing but barriers follows on a channel. */
    void onEnd(int channel) {
        ended[channel] = true;
        if (replays[channel]) {
            openReplays--;
            replaysBefore[turnOf[channel]] -= turnOf[channel] == channel ? 0 : 1;
            passEndedReplays();
        }
    }

    private void passEndedReplays() {
        while (firstReplay < replays.length && (!replays[firstReplay] || ended[firstReplay])) {
            firstReplay++;
        }
    }

    /** Whether nothing may be taken from a channel, since something stands before it. */
    boolean isHeld(int channel) {
        return replaysTakeTurns || openReplays == 0 ? replaysBefore[channel] > 0 : channel != firstReplay;
    }

    /** Whether a channel is taken from whenever it has something: idle ones would stay idle, ended ones have barriers to bring. */
    boolean isOutside(int channel) {
        return ended[channel] || combiner(channel).isIdle(indexInGate[channel]);
    }

    /** Where a channel stands in the order. */
    long watermark(int channel) {
        EventTimeCombiner combiner = combiner(channel);
        int index = indexInGate[channel];
        return combiner.isEnded(index) ? Long.MAX_VALUE : combiner.watermark(index);
    }

    private EventTimeCombiner combiner(int channel) {
        return gates.get(gateOf[channel]);
    }

    /** The channel whose turn it is, counted over all gates; -1 when all stand outside the order. */
    int first() {
        if (openReplays > 0 && !replaysTakeTurns) {
            return isOutside(firstReplay) ? NONE : firstReplay;
        }
        int first = openReplays == 0 ? firstBelowTheEnd() : NONE;
        return first >= 0 ? first : firstOfAll();
    }

    /** By the gates' own minima, which costs nothing; -1 when no channel is active and below the end of event time. */
    private int firstBelowTheEnd() {
        int first = NONE;
        long least = Long.MAX_VALUE;
        int firstChannel = 0;
        for (EventTimeCombiner combiner : gates) {
            int index = combiner.heldBackBy();
            if (index >= 0 && (first < 0 || combiner.watermark(index) < least)) {
                least = combiner.watermark(index);
                first = firstChannel + index;
            }
            firstChannel += combiner.channels();
        }
        return first;
    }

    private int firstOfAll() {
        int first = NONE;
        for (int channel = 0; channel < turnOf.length; channel++) {
            if (!isOutside(channel) && !isHeld(channel) && (first < 0 || comesBefore(channel, first))) {
                first = channel;
            }
        }
        return first;
    }

    private boolean comesBefore(int channel, int other) {
        int byTime = Long.compare(watermark(channel), watermark(other));
        return byTime == 0 ? turnOf[channel] < turnOf[other] : byTime < 0;
    }
}
