package io.tidemark.api.eventtime;

import java.time.Duration;

/**
 * Emits, at each periodic call, the newest timestamp less the delay less one millisecond: a record may come up to the
 * delay behind the newest one and is not late. Emits nothing before the first record and nothing that is not new.
 *
 * @param <T> record type
 */
public final class BoundedOutOfOrdernessWatermarks<T> implements RestorableWatermarkGenerator<T> {
    private final long delayMs;
    private long newestTimestamp = Long.MIN_VALUE;
    private long lastWatermark = Long.MIN_VALUE;

    /** @throws IllegalArgumentException when the delay is negative */
    public BoundedOutOfOrdernessWatermarks(Duration delay) {
        this.delayMs = EventTimeMath.nonNegativeMs("delay", delay);
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        newestTimestamp = Math.max(newestTimestamp, eventTimestamp);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        long candidate = EventTimeMath.minus(EventTimeMath.minus(newestTimestamp, delayMs), 1);
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
