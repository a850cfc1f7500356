package io.tidemark.api.eventtime;

import java.time.Duration;

/**
 * Emits, at each periodic call, the newest timestamp less one millisecond, for records whose timestamps never fall.
 *
 * @param <T> record type
 */
public final class AscendingTimestampsWatermarks<T> implements RestorableWatermarkGenerator<T> {
    private final BoundedOutOfOrdernessWatermarks<T> bounded = new BoundedOutOfOrdernessWatermarks<>(Duration.ZERO);

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        bounded.onEvent(event, eventTimestamp, output);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        bounded.onPeriodicEmit(output);
    }

    @Override
    public long[] snapshot() {
        return bounded.snapshot();
    }

    @Override
    public void restore(long[] memory) {
        bounded.restore(memory);
    }
}
