package io.tidemark.api.eventtime;

import java.time.Duration;

/**
 * Emits by position in the input alone, so that every run over the same input gives the same watermarks at the same
 * places. The candidate is the newest timestamp less the delay, with nothing further subtracted. After a record it is
 * emitted when it is more than the interval, in event time, above the last one emitted; the first is always emitted.
 * The periodic call does nothing.
 *
 * @param <T> record type
 */
public final class RecordPositionWatermarks<T> implements RestorableWatermarkGenerator<T>, IntervalWatermarks {
    private final long delayMs;
    private final long intervalMs;
    private long newestTimestamp = Long.MIN_VALUE;
    /** Long.MIN_VALUE: none yet. */
    private long lastWatermark = Long.MIN_VALUE;

    /** @throws IllegalArgumentException when one of the two is negative */
    public RecordPositionWatermarks(Duration delay, Duration interval) {
        this.delayMs = EventTimeMath.nonNegativeMs("delay", delay);
        this.intervalMs = EventTimeMath.nonNegativeMs("interval", interval);
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        if (eventTimestamp <= newestTimestamp) {
            return;
        }
        newestTimestamp = eventTimestamp;
        long candidate = EventTimeMath.minus(eventTimestamp, delayMs);
        if (isDue(candidate)) {
            lastWatermark = candidate;
            output.emitWatermark(new Watermark(candidate));
        }
    }

    private boolean isDue(long candidate) {
        if (lastWatermark == Long.MIN_VALUE) {
            return candidate > Long.MIN_VALUE;
        }
        return candidate > EventTimeMath.plus(lastWatermark, intervalMs);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}

    @Override
    public long candidate() {
        return newestTimestamp == Long.MIN_VALUE ? Long.MIN_VALUE : EventTimeMath.minus(newestTimestamp, delayMs);
    }

    @Override
    public long intervalMs() {
        return intervalMs;
    }

    @Override
    public long[] snapshot() {
        return new long[] {newestTimestamp, lastWatermark};
    }

    @Override
    public void restore(long[] memory) {
        newestTimestamp = memory[0];
        lastWatermark = memory[1];
    }
}
