package io.tidemark.api.eventtime;

import io.tidemark.api.function.OneInputStreamProcessFunction;
import java.time.Duration;
import java.util.Objects;

/**
 * Describes how records get timestamps and event time is made of them. Without more words: the newest timestamp, every {@code
 * auto-watermark-interval}.
 *
 * @param <T> type of the records
 */
public final class EventTimeWatermarkGeneratorBuilder<T> {
    private enum Emission {
        NEVER,
        PERIODIC,
        PER_EVENT
    }

    private final EventTimeExtractor<T> extractor;
    private Duration delay = Duration.ZERO;
    private Duration idleTimeout;
    private Emission emission = Emission.PERIODIC;
    private Duration interval;

    EventTimeWatermarkGeneratorBuilder(EventTimeExtractor<T> extractor) {
        this.extractor = Objects.requireNonNull(extractor, "eventTimeExtractor");
    }

    /** Event time stays so far behind the newest timestamp. */
    public EventTimeWatermarkGeneratorBuilder<T> withMaxOutOfOrderTime(Duration maxOutOfOrderTime) {
        delay = Objects.requireNonNull(maxOutOfOrderTime, "maxOutOfOrderTime");
        return this;
    }

    /** A subtask that was without records for so long is idle. */
    public EventTimeWatermarkGeneratorBuilder<T> withIdleness(Duration timeout) {
        idleTimeout = Objects.requireNonNull(timeout, "timeout");
        return this;
    }

    /** Records get timestamps only. */
    public EventTimeWatermarkGeneratorBuilder<T> noWatermark() {
        emission = Emission.NEVER;
        return this;
    }

    /** Event time advances every {@code auto-watermark-interval}. */
    public EventTimeWatermarkGeneratorBuilder<T> periodicWatermark() {
        emission = Emission.PERIODIC;
        interval = null;
        return this;
    }

    /** Event time advances every so often. */
    public EventTimeWatermarkGeneratorBuilder<T> periodicWatermark(Duration periodicInterval) {
        emission = Emission.PERIODIC;
        interval = Objects.requireNonNull(periodicInterval, "periodicInterval");
        return this;
    }

    /** Event time advances with each record that raises it. */
    public EventTimeWatermarkGeneratorBuilder<T> perEventWatermark() {
        emission = Emission.PER_EVENT;
        return this;
    }

    /**
     * The function, for {@code process}.
     *
     * @throws IllegalArgumentException when a time is negative, or the time-out or the interval is zero
     */
    public OneInputStreamProcessFunction<T, T> buildAsProcessFunction() {
        EventTimeExtractor<T> extract = extractor;
        WatermarkStrategy<T> strategy =
                strategy().withTimestampAssigner((event, previous) -> extract.extractTimestamp(event));
        return new EventTimeWatermarkFunction<>(
                idleTimeout == null ? strategy : strategy.withIdleness(idleTimeout), extractor);
    }

    private WatermarkStrategy<T> strategy() {
        Duration behind = delay;
        return switch (emission) {
            case NEVER -> WatermarkStrategy.noWatermarks();
            case PERIODIC -> {
                DelayedWatermarks.check(behind);
                WatermarkStrategy<T> periodic =
                        WatermarkStrategy.forGenerator(context -> DelayedWatermarks.periodic(behind));
                yield interval == null ? periodic : periodic.withEmissionInterval(interval);
            }
            case PER_EVENT -> {
                DelayedWatermarks.check(behind);
                yield WatermarkStrategy.forGenerator(context -> DelayedWatermarks.perEvent(behind));
            }
        };
    }
}
