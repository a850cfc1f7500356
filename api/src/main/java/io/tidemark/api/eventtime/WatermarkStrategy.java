package io.tidemark.api.eventtime;

import io.tidemark.api.function.OutputTag;
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

    /**
     * Between two periodic calls of the generators; empty for {@code pipeline.auto-watermark-interval}. In deterministic mode it is
     * counted in event time.
     */
    default Optional<Duration> emissionInterval() {
        return Optional.empty();
    }

    /** Lets event time follow the wall clock while all splits are idle; empty, the default, for no such thing. */
    default Optional<IdleClock> idleClock() {
        return Optional.empty();
    }

    /** What keeps records of the far future aside; empty for what {@code pipeline.max-future-skew} says. */
    default Optional<FutureGuard> futureGuard() {
        return Optional.empty();
    }

    /** What becomes of records without a timestamp; empty when they go on and the generator sees them. */
    default Optional<NullTimestamps> nullTimestamps() {
        return Optional.empty();
    }

    /** Name of the column that timestamps come from, for messages; empty when it is not known. */
    default Optional<String> timestampColumn() {
        return Optional.empty();
    }

    /** The group that sources of this strategy are kept together with; empty for none. */
    default Optional<WatermarkAlignment> alignment() {
        return Optional.empty();
    }

    /** This strategy with timestamps from this assigner. */
    default WatermarkStrategy<T> withTimestampAssigner(SerializableTimestampAssigner<T> assigner) {
        Objects.requireNonNull(assigner, "assigner");
        return withTimestampAssigner((TimestampAssignerSupplier.Context context) -> assigner);
    }

    /** This strategy with timestamps from an assigner that is made in the task. */
    default WatermarkStrategy<T> withTimestampAssigner(TimestampAssignerSupplier<T> assigner) {
        Objects.requireNonNull(assigner, "assigner");
        return ComposedStrategy.of(this).with(assigner, null, nullTimestamps().orElse(null));
    }

    /**
     * This strategy with timestamps from a column that may be NULL. A NULL fails the job, unless {@link
     * #withNullTimestamps} says otherwise.
     *
     * @param name of the column, for messages
     */
    default WatermarkStrategy<T> withTimestampColumn(String name, TimestampColumn<T> column) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(column, "column");
        SerializableTimestampAssigner<T> assigner = (element, previous) -> {
            Long timestampMs = column.timestampMs(element);
            return timestampMs == null ? TimestampAssigner.NO_TIMESTAMP : timestampMs;
        };
        return ComposedStrategy.of(this)
                .with(context -> assigner, name, nullTimestamps().orElse(NullTimestamps.FAIL));
    }

    /** This strategy with a rule for records without a timestamp. */
    default WatermarkStrategy<T> withNullTimestamps(NullTimestamps policy) {
        return ComposedStrategy.of(this).with(Objects.requireNonNull(policy, "policy"));
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
        return ComposedStrategy.of(this).withIdleTimeout(timeout);
    }

    /**
     * This strategy with its generators called every so often, whatever {@code pipeline.auto-watermark-interval} says.
     *
     * @throws IllegalArgumentException when it is shorter than 1 ms
     */
    default WatermarkStrategy<T> withEmissionInterval(Duration interval) {
        if (EventTimeMath.nonNegativeMs("the interval between watermarks", interval) < 1) {
            throw new IllegalArgumentException("the interval between watermarks is at least 1 ms, not " + interval);
        }
        return ComposedStrategy.of(this).withInterval(interval);
    }

    /**
     * This strategy with a clock for the time in which nothing comes: when all splits of the source have been idle for
     * {@code after}, event time is the wall clock less {@code bound}, until the next record. Needs {@link #withIdleness}.
     *
     * @throws IllegalArgumentException when one of the two is negative
     */
    default WatermarkStrategy<T> withIdleClock(Duration after, Duration bound) {
        return ComposedStrategy.of(this).with(new IdleClock(after, bound));
    }

    /**
     * This strategy without records whose timestamp is further ahead of the wall clock than this: they are dropped and
     * counted, and move no event time.
     *
     * @throws IllegalArgumentException when it is negative
     */
    default WatermarkStrategy<T> withMaxFutureSkew(Duration maxSkew) {
        return ComposedStrategy.of(this).with(new FutureGuard(maxSkew, null));
    }

    /** As {@link #withMaxFutureSkew(Duration)}, but they go to a side output, with their timestamps. */
    default WatermarkStrategy<T> withMaxFutureSkew(Duration maxSkew, OutputTag<? super T> aside) {
        return ComposedStrategy.of(this).with(new FutureGuard(maxSkew, aside.getId()));
    }

    /**
     * This strategy in an alignment group: a source, or one of its splits, that is further ahead in event time than {@code
     * maxDrift} of the slowest member of the group is not read until that has come closer.
     */
    default WatermarkStrategy<T> withWatermarkAlignment(String group, Duration maxDrift) {
        return withWatermarkAlignment(group, maxDrift, WatermarkAlignment.DEFAULT_UPDATE_INTERVAL);
    }

    /** As {@link #withWatermarkAlignment(String, Duration)}, with another time between two announcements. */
    default WatermarkStrategy<T> withWatermarkAlignment(String group, Duration maxDrift, Duration updateInterval) {
        return ComposedStrategy.of(this).with(new WatermarkAlignment(group, maxDrift, updateInterval));
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

    /**
     * For watermarks as SQL makes them, every {@code pipeline.auto-watermark-interval} and at once when that much event time
     * has passed: {@link RowTimeWatermarks}.
     *
     * @throws IllegalArgumentException when the delay is negative
     */
    static <T> WatermarkStrategy<T> forRowTime(Duration delay) {
        EventTimeMath.nonNegativeMs("delay", delay);
        return context -> new RowTimeWatermarks<>(delay, context.autoWatermarkInterval());
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
