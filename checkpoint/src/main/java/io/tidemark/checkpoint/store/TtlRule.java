package io.tidemark.checkpoint.store;

import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.TtlClock;

/** How the values of one state grow old. Used by the task's thread. */
final class TtlRule {
    private final TtlClocks clocks;
    private final TtlClock clock;
    private final long timeToLiveMs;
    private final boolean renewsOnRead;
    private final boolean returnsExpired;

    TtlRule(TtlClocks clocks, StateTtlConfig config) {
        this.clocks = clocks;
        this.clock = config.getClock();
        this.timeToLiveMs = saturatedMs(config);
        this.renewsOnRead = config.getUpdateType() == StateTtlConfig.UpdateType.ON_READ_AND_WRITE;
        this.returnsExpired =
                config.getStateVisibility() == StateTtlConfig.StateVisibility.RETURN_EXPIRED_IF_NOT_CLEANED_UP;
    }

    private static long saturatedMs(StateTtlConfig config) {
        try {
            return config.getTimeToLive().toMillis();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    TtlClock clock() {
        return clock;
    }

    long timeToLiveMs() {
        return timeToLiveMs;
    }

    boolean renewsOnRead() {
        return renewsOnRead;
    }

    boolean returnsExpired() {
        return returnsExpired;
    }

    /** A value whose time begins now. */
    TtlValue begin(Object value) {
        return new TtlValue(value, clocks.nowMs(clock));
    }

    /** Whether a value has had its time. */
    boolean isOver(TtlValue value) {
        return TtlCut.isOver(value.timeMs(), timeToLiveMs, clocks.nowMs(clock), clocks.firstWatermark());
    }

    /** Whether reading gives a value a later time. */
    boolean isRenewable(TtlValue value) {
        return renewsOnRead && clocks.nowMs(clock) > value.timeMs();
    }

    /** As of now, for the thread that writes a snapshot. */
    TtlCut cut(int stateId) {
        return new TtlCut(stateId, timeToLiveMs, clocks.nowMs(clock), clocks.firstWatermark());
    }
}
