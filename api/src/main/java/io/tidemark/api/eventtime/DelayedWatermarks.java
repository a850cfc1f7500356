package io.tidemark.api.eventtime;

import java.time.Duration;

/**
 * Emits the newest timestamp less a delay, as functions with event time count it: a record exactly the delay behind the newest
 * one may be late, which {@link BoundedOutOfOrdernessWatermarks} avoids by one millisecond.
 *
 * @param <T> record type
 */
public final class DelayedWatermarks<T> implements RestorableWatermarkGenerator<T> {
    private final long delayMs;
    private final boolean isPerEvent;
    private long newestTimestamp = Long.MIN_VALUE;
    private long lastWatermark = Long.MIN_VALUE;

    private DelayedWatermarks(Duration delay, boolean isPerEvent) {
        this.delayMs = EventTimeMath.nonNegativeMs("delay", delay);
        this.isPerEvent = isPerEvent;
    }

    /** With each record that raises it. @throws IllegalArgumentException when the delay is negative */
    public static <T> DelayedWatermarks<T> perEvent(Duration delay) {
        return new DelayedWatermarks<>(delay, true);
    }

    /** At each periodic call. @throws IllegalArgumentException when the delay is negative */
    public static <T> DelayedWatermarks<T> periodic(Duration delay) {
        return new DelayedWatermarks<>(delay, false);
    }

    /** @throws IllegalArgumentException when the delay is negative */
    public static void check(Duration delay) {
        EventTimeMath.nonNegativeMs("delay", delay);
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        newestTimestamp = Math.max(newestTimestamp, eventTimestamp);
        if (isPerEvent) {
            onPeriodicEmit(output);
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        long candidate = EventTimeMath.minus(newestTimestamp, delayMs);
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
