package io.tidemark.api.eventtime;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How the records of a source, or of a stream, get timestamps and watermarks. Part of the plan. Immutable; the {@code
 * with} methods return a new strategy.
 *
 * <pre>{@code
 * WatermarkStrategy.<Reading>forBoundedOutOfOrderness(Duration.ofSeconds(5))
 *         .withTimestampAssigner((reading, previous) -> reading.timestampMs())
 *         .withIdleness(Duration.ofMinutes(1))
 * }</pre>
 *
 * @param <T> record type
 */
public interface WatermarkStrategy<T> extends TimestampAssignerSupplier<T>, WatermarkGeneratorSupplier<T> {

    /** Makes the assigner; by default one that keeps the timestamp that a record already has. */
    @Override
    default TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return (element, recordTimestamp) -> recordTimestamp;
    }

    @Override
    WatermarkGenerator<T> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context);

    /**
     * After which time without records a split or subtask is idle; empty for never. The runtime keeps this time: only
     * time in which the input was asked and had nothing counts.
     */
    default Optional<Duration> idleTimeout() {
        return Optional.empty();
    }

    /** This strategy with timestamps from this assigner. */
    default WatermarkStrategy<T> withTimestampAssigner(SerializableTimestampAssigner<T> assigner) {
        Objects.requireNonNull(assigner, "assigner");
        return withTimestampAssigner((TimestampAssignerSupplier.Context context) -> assigner);
    }

    /** This strategy with timestamps from an assigner that is made in the task. */
    default WatermarkStrategy<T> withTimestampAssigner(TimestampAssignerSupplier<T> assigner) {
        return new ComposedStrategy<>(
                this,
                Objects.requireNonNull(assigner, "assigner"),
                idleTimeout().orElse(null));
    }

    /**
     * This strategy with a time after which a split or subtask without records is idle and is not waited for.
     *
     * @throws IllegalArgumentException when it is zero or negative
     */
    default WatermarkStrategy<T> withIdleness(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("idleness must be longer than zero: " + timeout);
        }
        return new ComposedStrategy<>(this, this, timeout);
    }

    /** For records whose timestamps never fall. */
    static <T> WatermarkStrategy<T> forMonotonousTimestamps() {
        return context -> new AscendingTimestampsWatermarks<>();
    }

    /**
     * For records that come up to {@code maxOutOfOrderness} behind the newest one.
     *
     * @throws IllegalArgumentException when it is negative
     */
    static <T> WatermarkStrategy<T> forBoundedOutOfOrderness(Duration maxOutOfOrderness) {
        EventTimeMath.nonNegativeMs("maxOutOfOrderness", maxOutOfOrderness);
        return context -> new BoundedOutOfOrdernessWatermarks<>(maxOutOfOrderness);
    }

    /**
     * For watermarks that depend on the position in the input alone and not on the clock: {@link
     * RecordPositionWatermarks}.
     *
     * @throws IllegalArgumentException when one of the two is negative
     */
    static <T> WatermarkStrategy<T> forRecordPosition(Duration delay, Duration interval) {
        EventTimeMath.nonNegativeMs("delay", delay);
        EventTimeMath.nonNegativeMs("interval", interval);
        return context -> new RecordPositionWatermarks<>(delay, interval);
    }

    /** With generators of your own. */
    static <T> WatermarkStrategy<T> forGenerator(WatermarkGeneratorSupplier<T> generator) {
        Objects.requireNonNull(generator, "generator");
        return generator::createWatermarkGenerator;
    }

    /** Without watermarks: event time stands still until the input ends. */
    static <T> WatermarkStrategy<T> noWatermarks() {
        return context -> new NoWatermarks<>();
    }
}
