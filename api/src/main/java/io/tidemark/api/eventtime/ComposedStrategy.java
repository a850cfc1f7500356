package io.tidemark.api.eventtime;

import java.time.Duration;
import java.util.Optional;

/** A strategy put together from parts. A part that is null is taken to be absent. */
record ComposedStrategy<T>(
        WatermarkGeneratorSupplier<T> generators,
        TimestampAssignerSupplier<T> assigners,
        Duration emissionIntervalOrNull,
        Duration idleTimeoutOrNull,
        IdleClock idleClockOrNull,
        FutureGuard futureGuardOrNull,
        NullTimestamps nullTimestampsOrNull,
        String columnOrNull,
        WatermarkAlignment alignmentOrNull)
        implements WatermarkStrategy<T> {

    static <T> ComposedStrategy<T> of(WatermarkStrategy<T> strategy) {
        if (strategy instanceof ComposedStrategy<T> composed) {
            return composed;
        }
        return new ComposedStrategy<>(
                strategy,
                strategy,
                strategy.emissionInterval().orElse(null),
                strategy.idleTimeout().orElse(null),
                strategy.idleClock().orElse(null),
                strategy.futureGuard().orElse(null),
                strategy.nullTimestamps().orElse(null),
                strategy.timestampColumn().orElse(null),
                strategy.alignment().orElse(null));
    }

    ComposedStrategy<T> with(TimestampAssignerSupplier<T> assigner, String column, NullTimestamps policy) {
        return new ComposedStrategy<>(
                generators,
                assigner,
                emissionIntervalOrNull,
                idleTimeoutOrNull,
                idleClockOrNull,
                futureGuardOrNull,
                policy,
                column,
                alignmentOrNull);
    }

    ComposedStrategy<T> with(NullTimestamps policy) {
        return with(assigners, columnOrNull, policy);
    }

    ComposedStrategy<T> withInterval(Duration interval) {
        return new ComposedStrategy<>(
                generators,
                assigners,
                interval,
                idleTimeoutOrNull,
                idleClockOrNull,
                futureGuardOrNull,
                nullTimestampsOrNull,
                columnOrNull,
                alignmentOrNull);
    }

    ComposedStrategy<T> withIdleTimeout(Duration timeout) {
        return new ComposedStrategy<>(
                generators,
                assigners,
                emissionIntervalOrNull,
                timeout,
                idleClockOrNull,
                futureGuardOrNull,
                nullTimestampsOrNull,
                columnOrNull,
                alignmentOrNull);
    }

    ComposedStrategy<T> with(IdleClock clock) {
        return new ComposedStrategy<>(
                generators,
                assigners,
                emissionIntervalOrNull,
                idleTimeoutOrNull,
                clock,
                futureGuardOrNull,
                nullTimestampsOrNull,
                columnOrNull,
                alignmentOrNull);
    }

    ComposedStrategy<T> with(FutureGuard guard) {
        return new ComposedStrategy<>(
                generators,
                assigners,
                emissionIntervalOrNull,
                idleTimeoutOrNull,
                idleClockOrNull,
                guard,
                nullTimestampsOrNull,
                columnOrNull,
                alignmentOrNull);
    }

    ComposedStrategy<T> with(WatermarkAlignment alignment) {
        return new ComposedStrategy<>(
                generators,
                assigners,
                emissionIntervalOrNull,
                idleTimeoutOrNull,
                idleClockOrNull,
                futureGuardOrNull,
                nullTimestampsOrNull,
                columnOrNull,
                alignment);
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
        return generators.createWatermarkGenerator(context);
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return assigners.createTimestampAssigner(context);
    }

    @Override
    public Optional<Duration> emissionInterval() {
        return Optional.ofNullable(emissionIntervalOrNull);
    }

    @Override
    public Optional<Duration> idleTimeout() {
        return Optional.ofNullable(idleTimeoutOrNull);
    }

    @Override
    public Optional<IdleClock> idleClock() {
        return Optional.ofNullable(idleClockOrNull);
    }

    @Override
    public Optional<FutureGuard> futureGuard() {
        return Optional.ofNullable(futureGuardOrNull);
    }

    @Override
    public Optional<NullTimestamps> nullTimestamps() {
        return Optional.ofNullable(nullTimestampsOrNull);
    }

    @Override
    public Optional<String> timestampColumn() {
        return Optional.ofNullable(columnOrNull);
    }

    @Override
    public Optional<WatermarkAlignment> alignment() {
        return Optional.ofNullable(alignmentOrNull);
    }
}
