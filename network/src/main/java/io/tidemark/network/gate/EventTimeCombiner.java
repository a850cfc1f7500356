package io.tidemark.network.gate;

import java.util.Arrays;

/**
 * Event time of one gate, from the watermarks and states of its channels. Pure: it reads no clock and touches nothing.
 *
 * <p>The rule: the watermark is the largest of what it was and the minimum over the active channels, where a channel that
 * has sent none counts as {@link Long#MIN_VALUE}. Idle channels are left out, and so are ended ones; a watermark of {@link
 * Long#MAX_VALUE} is a channel's end. When every channel that has not ended is idle, the gate goes to the largest
 * watermark below MAX that any channel has had, and then is idle itself. It goes to MAX when all have ended, and not
 * before. A watermark on an idle channel makes it active; so does a record, which the caller reports with {@link
 * #onActive}.
 *
 * <p>Hence the watermark never goes back, and a channel that comes back behind it holds it where it is until that channel
 * has caught up or is idle again.
 *
 * <p>One thread. An update costs the logarithm of the number of channels.
 */
public final class EventTimeCombiner {
    private static final long NONE = Long.MIN_VALUE;
    private static final long END = Long.MAX_VALUE;

    /** Per channel the last watermark below MAX. */
    private final long[] watermarks;

    private final boolean[] idle;
    private final boolean[] ended;
    private final long[] advancedAtMs;
    private final long[] idleSinceMs;
    private final MinimumTree active;

    private int activeCount;
    private int endedCount;
    private long largest = NONE;
    private long watermark = NONE;
    private boolean gateIdle;

    public EventTimeCombiner(int channels) {
        if (channels < 1) {
            throw new IllegalArgumentException("a gate of " + channels + " channels has no event time");
        }
        watermarks = new long[channels];
        Arrays.fill(watermarks, NONE);
        idle = new boolean[channels];
        ended = new boolean[channels];
        advancedAtMs = new long[channels];
        idleSinceMs = new long[channels];
        active = new MinimumTree(channels, NONE);
        activeCount = channels;
    }

    /** A watermark has come; an equal or lower one than the channel's last says no more than that the channel is active. */
    public GateChange onWatermark(int channel, long watermark, long nowMs) {
        if (watermark == END) {
            return onEnd(channel, nowMs);
        }
        if (ended[channel]) {
            return GateChange.NONE;
        }
        setIdle(channel, false);
        raise(channel, watermark, nowMs);
        return decide();
    }

    /** The channel is idle from now on. */
    public GateChange onIdle(int channel, long nowMs) {
        if (ended[channel] || idle[channel]) {
            return GateChange.NONE;
        }
        setIdle(channel, true);
        idleSinceMs[channel] = nowMs;
        return decide();
    }

    /** The channel is active: it said so, or a record has come on it. */
    public GateChange onActive(int channel, long nowMs) {
        if (ended[channel] || !idle[channel]) {
            return GateChange.NONE;
        }
        setIdle(channel, false);
        return decide();
    }

    /** The channel's event time is over. */
    public GateChange onEnd(int channel, long nowMs) {
        if (ended[channel]) {
            return GateChange.NONE;
        }
        setIdle(channel, false);
        end(channel);
        advancedAtMs[channel] = nowMs;
        return decide();
    }

    private void raise(int channel, long to, long nowMs) {
        if (to <= watermarks[channel]) {
            return;
        }
        watermarks[channel] = to;
        advancedAtMs[channel] = nowMs;
        largest = Math.max(largest, to);
        active.set(channel, to);
    }

    private void setIdle(int channel, boolean nowIdle) {
        if (idle[channel] == nowIdle) {
            return;
        }
        idle[channel] = nowIdle;
        activeCount += nowIdle ? -1 : 1;
        active.set(channel, nowIdle ? END : watermarks[channel]);
    }

    private void end(int channel) {
        ended[channel] = true;
        endedCount++;
        activeCount--;
        active.set(channel, END);
    }

    private GateChange decide() {
        boolean allEnded = endedCount == ended.length;
        boolean nowIdle = activeCount == 0 && !allEnded;
        long candidate = allEnded ? END : nowIdle ? largest : active.minimum();
        boolean rises = candidate > watermark;
        if (rises) {
            watermark = candidate;
        }
        boolean wasIdle = gateIdle;
        gateIdle = nowIdle;
        return GateChange.of(wasIdle && !nowIdle, rises, !wasIdle && nowIdle);
    }

    /** The gate's watermark; {@link Long#MIN_VALUE} before the first, {@link Long#MAX_VALUE} when all have ended. */
    public long watermark() {
        return watermark;
    }

    public boolean isIdle() {
        return gateIdle;
    }

    /** Whether the event time of every channel is over. */
    public boolean isEnded() {
        return endedCount == ended.length;
    }

    /** The active channel with the lowest watermark, the first of them when several have it; -1 when none is active. */
    public int heldBackBy() {
        return activeCount == 0 ? -1 : active.indexOfMinimum();
    }

    /** How many channels are neither idle nor ended. */
    int activeChannels() {
        return activeCount;
    }

    public int channels() {
        return watermarks.length;
    }

    /** The channel's last watermark below MAX; {@link Long#MIN_VALUE} when it has had none. */
    public long watermark(int channel) {
        return watermarks[channel];
    }

    public boolean isIdle(int channel) {
        return idle[channel];
    }

    public boolean isEnded(int channel) {
        return ended[channel];
    }

    /** When the channel's watermark last rose or it ended, as told by the caller; 0 for never. */
    public long advancedAtMs(int channel) {
        return advancedAtMs[channel];
    }

    /** Since when the channel is idle, as told by the caller; 0 when it is not, or was restored so. */
    public long idleSinceMs(int channel) {
        return idle[channel] ? idleSinceMs[channel] : 0;
    }

    /**
     * Puts a channel where a snapshot has it. To be called before any fact, and followed by {@link #restore}.
     *
     * @param watermark the channel's last watermark below MAX
     */
    public void restoreChannel(int channel, long watermark, boolean idle, boolean ended) {
        raise(channel, watermark, 0);
        advancedAtMs[channel] = 0;
        if (ended) {
            end(channel);
        } else {
            setIdle(channel, idle);
        }
    }

    /**
     * Puts the gate where a snapshot has it: what its task had been told.
     *
     * @return what the channels say beyond that, which the task is still to be told
     */
    public GateChange restore(long watermark, boolean idle) {
        this.watermark = watermark;
        this.gateIdle = idle;
        return decide();
    }
}
