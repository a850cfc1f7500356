package io.tidemark.network.gate;

import io.tidemark.api.watermark.WatermarkCombinationFunction;
import io.tidemark.api.watermark.WatermarkDeclaration;

/**
 * One declared watermark over the channels of a gate, or over the inputs of an operator. Pure: it reads no clock and touches
 * nothing.
 *
 * <p>The rule: the latest values of the channels are combined by the declaration's function. A channel that has sent none is
 * left out, or waited for when the declaration says so. An ended channel is left out and not waited for, and its end combines
 * anew. The combination comes out when it is the first or another one than before, so it may go up and down. When the last
 * channel has ended and nothing has come out yet, what the channels had sent is combined after all: no value that was kept
 * back is lost. After that, and whenever no channel that counts has a value, the combination stays as it was.
 *
 * <p>A flag is 0 or 1, so AND is the smallest and OR the largest.
 *
 * <p>One thread. An update costs the logarithm of the number of channels.
 */
public final class WatermarkCombiner {
    private static final long LEFT_OUT = Long.MAX_VALUE;

    private final boolean takesLargest;
    private final boolean waitsForAll;
    private final long[] values;
    private final boolean[] hasValue;

    /** Channels that need not be waited for: they have sent something, be it a value that does not count. */
    private final boolean[] heard;

    private final boolean[] ended;
    private final long[] changedAtMs;

    /** By channel its value, in the order in which the smallest one wins. */
    private final MinimumTree ranks;

    private int open;
    private int unheard;
    private int counted;
    private boolean hasCombination;
    private long combination;

    public WatermarkCombiner(WatermarkDeclaration declaration, int channels) {
        WatermarkCombinationFunction function = declaration.getCombinationFunction();
        takesLargest = function == WatermarkCombinationFunction.MAX || function == WatermarkCombinationFunction.OR;
        waitsForAll = declaration.isCombineWaitForAllChannels();
        values = new long[channels];
        hasValue = new boolean[channels];
        heard = new boolean[channels];
        ended = new boolean[channels];
        changedAtMs = new long[channels];
        ranks = new MinimumTree(channels, LEFT_OUT);
        open = channels;
        unheard = channels;
    }

    /** A value, turned so that the smallest rank is the one the function chooses. Its own inverse. */
    private long rank(long value) {
        return takesLargest ? ~value : value;
    }

    /** A value has come on a channel that has not ended; returns whether the combination comes out, new or changed. */
    public boolean onValue(int channel, long value, long nowMs) {
        assert !ended[channel] : "a value " + value + " after the end of channel " + channel;
        if (!hasValue[channel] || values[channel] != value) {
            changedAtMs[channel] = nowMs;
        }
        put(channel, value);
        return combine();
    }

    private void put(int channel, long value) {
        hear(channel);
        if (!hasValue[channel]) {
            hasValue[channel] = true;
            counted++;
        }
        values[channel] = value;
        ranks.set(channel, rank(value));
    }

    private void hear(int channel) {
        if (!heard[channel]) {
            heard[channel] = true;
            unheard--;
        }
    }

    /** Something has come on a channel that does not count, so that the channel is not waited for; returns as {@link #onValue}. */
    public boolean onUncounted(int channel) {
        if (ended[channel] || heard[channel]) {
            return false;
        }
        hear(channel);
        return combine();
    }

    /** No value follows on a channel; returns as {@link #onValue}. */
    public boolean onEnd(int channel) {
        if (ended[channel]) {
            return false;
        }
        end(channel);
        return combine();
    }

    private void end(int channel) {
        ended[channel] = true;
        open--;
        counted -= hasValue[channel] ? 1 : 0;
        unheard -= heard[channel] ? 0 : 1;
        ranks.set(channel, LEFT_OUT);
    }

    private boolean combine() {
        if (open == 0 && !hasCombination) {
            return combineAllThatEnded();
        }
        if (counted == 0 || (waitsForAll && unheard > 0)) {
            return false;
        }
        return comeOut(rank(ranks.minimum()));
    }

    private boolean combineAllThatEnded() {
        boolean any = false;
        long least = LEFT_OUT;
        for (int channel = 0; channel < values.length; channel++) {
            if (hasValue[channel]) {
                any = true;
                least = Math.min(least, rank(values[channel]));
            }
        }
        return any && comeOut(rank(least));
    }

    private boolean comeOut(long now) {
        if (hasCombination && combination == now) {
            return false;
        }
        hasCombination = true;
        combination = now;
        return true;
    }

    public int channels() {
        return values.length;
    }

    /** Whether a combination has come out. */
    public boolean hasCombination() {
        return hasCombination;
    }

    /** The last combination that came out; meaningless before the first. */
    public long combination() {
        return combination;
    }

    public boolean hasValue(int channel) {
        return hasValue[channel];
    }

    /** The channel's last value; meaningless before the first. */
    public long value(int channel) {
        return values[channel];
    }

    /** Whether anything has come on the channel, counted or not. */
    public boolean isHeard(int channel) {
        return heard[channel];
    }

    public boolean isEnded(int channel) {
        return ended[channel];
    }

    /** When the channel's value last changed, as told by the caller; 0 for never. */
    public long changedAtMs(int channel) {
        return changedAtMs[channel];
    }

    /** The first channel that is waited for; -1 when none is. */
    public int waitsFor() {
        for (int channel = 0; waitsForAll && channel < values.length; channel++) {
            if (!ended[channel] && !heard[channel]) {
                return channel;
            }
        }
        return -1;
    }

    /** Puts a channel where a snapshot has it. To be called before any fact, and followed by {@link #restore}. */
    public void restoreChannel(int channel, long value) {
        put(channel, value);
    }

    /** As {@link #restoreChannel(int, long)}, for a channel on which only what does not count has come. */
    public void restoreUncounted(int channel) {
        hear(channel);
    }

    /** As {@link #restoreChannel(int, long)}, for a channel that has ended; after its value if it had one. */
    public void restoreEnd(int channel) {
        end(channel);
    }

    /** Puts the combination where a snapshot has it. */
    public void restore(long lastCombination) {
        hasCombination = true;
        combination = lastCombination;
    }
}
