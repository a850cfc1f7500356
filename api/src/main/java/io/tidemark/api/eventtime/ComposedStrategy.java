package io.tidemark.api.eventtime;

import java.time.Duration;
import java.util.Optional;

/** A strategy put together from parts. */
record ComposedStrategy<T>(
        WatermarkGeneratorSupplier<T> generators, TimestampAssignerSupplier<T> assigners, Duration idleTimeoutOrNull)
        implements WatermarkStrategy<T> {

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
        return generators.createWatermarkGenerator(context);
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return assigners.createTimestampAssigner(context);
    }

    @Override
    public Optional<Duration> idleTimeout() {
        return Optional.ofNullable(idleTimeoutOrNull);
    }
}
