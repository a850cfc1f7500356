package io.tidemark.api.eventtime;

import java.time.Duration;

/**
 * As SQL makes watermarks. The candidate is the newest timestamp less the delay, with nothing further subtracted. It is
 * emitted after a record when it is more than the interval, in event time, above the last one emitted, and at the periodic
 * call whenever it is new; the first is emitted after its record. Starts from the beginning of time.
 *
 * @param <T> record type
 */
public final class RowTimeWatermarks<T> implements RestorableWatermarkGenerator<T> {
    private final long delayMs;
    private final long intervalMs;
    private long newestTimestamp = Long.MIN_VALUE;
    /** Long.MIN_VALUE: none yet. */
    private long lastWatermark = Long.MIN_VALUE;

    /** @throws IllegalArgumentException when one of the two is negative */
    public RowTimeWatermarks(Duration delay, Duration interval) {
        this.delayMs = EventTimeMath.nonNegativeMs("delay", delay);
        this.intervalMs = EventTimeMath.nonNegativeMs("interval", interval);
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        if (eventTimestamp <= newestTimestamp) {
            return;
        }
        newestTimestamp = eventTimestamp;
        long candidate = candidate();
        if (lastWatermark == Long.MIN_VALUE || candidate > EventTimeMath.plus(lastWatermark, intervalMs)) {
            emit(candidate, output);
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        emit(candidate(), output);
    }

    private long candidate() {
        return EventTimeMath.minus(newestTimestamp, delayMs);
    }

    private void emit(long candidate, WatermarkOutput output) {
        if (candidate > lastWatermark) {
            lastWatermark = candidate;
            output.emitWatermark(new Watermark(candidate));
        }
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
