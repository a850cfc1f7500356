package io.tidemark.worker.eventtime;

import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.eventtime.FutureGuard;
import io.tidemark.api.eventtime.NullTimestampException;
import io.tidemark.api.eventtime.NullTimestamps;
import io.tidemark.api.eventtime.PositionalWatermarks;
import io.tidemark.api.eventtime.TimestampAssigner;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkGeneratorSupplier;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import java.time.Duration;

/**
 * A watermark strategy at work in one operator subtask: makes its generators, gives records their timestamps, and hands them
 * on, each before the watermark it makes. Records without a timestamp and records of the far future go the way that the
 * strategy says; those that are not handed on are no sign of life.
 */
public final class AppliedStrategy {
    private static final String NULL_DROPPED = "null-timestamps.dropped";
    private static final String NULL_SKIPPED = "null-timestamps.skipped";
    private static final String FUTURE_DROPPED = "future.dropped";
    private static final String FUTURE_SENT_ASIDE = "future.sent-aside";

    private final WatermarkStrategy<Object> strategy;
    private final OperatorContext context;
    private final OperatorOutput output;
    private final TimestampAssigner<Object> assigner;
    private final long idleTimeoutMs;
    private final boolean isDeterministic;

    /** Null when records without a timestamp are like any other. */
    private final NullTimestamps nullTimestamps;

    /** How far ahead of the wall clock a timestamp may be. */
    private final long maxSkewMs;

    private final int asideOrdinal;

    /** A timestamp up to here needs no look at the clock. */
    private long allowedUntilMs;

    public AppliedStrategy(WatermarkStrategy<Object> strategy, OperatorContext context) {
        this.strategy = strategy;
        this.context = context;
        output = context.output();
        assigner = strategy.createTimestampAssigner(context::userClassLoader);
        idleTimeoutMs = strategy.idleTimeout()
                .map(timeout -> EventTimeMath.nonNegativeMs("the idle time-out", timeout))
                .orElse(-1L);
        isDeterministic = context.configuration().get(JobOptions.DETERMINISTIC);
        nullTimestamps = strategy.nullTimestamps().orElse(null);
        FutureGuard guard = strategy.futureGuard()
                .or(() -> context.configuration()
                        .find(JobOptions.MAX_FUTURE_SKEW)
                        .map(skew -> new FutureGuard(skew, null)))
                .orElse(null);
        maxSkewMs = guard == null
                ? Long.MAX_VALUE
                : EventTimeMath.nonNegativeMs("the largest skew into the future", guard.maxSkew());
        asideOrdinal = guard == null || guard.sideOutput() == null ? -1 : output.ordinalOf(guard.sideOutput());
        allowedUntilMs = guard == null ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /**
     * A new generator.
     *
     * @param name of its split, or empty
     */
    public GeneratorTime newTime(String name, GeneratorTime.Listener listener) {
        WatermarkGenerator<Object> generator = strategy.createWatermarkGenerator(new Place());
        return new GeneratorTime(
                name,
                isDeterministic ? new PositionalWatermarks<>(generator, interval()) : generator,
                idleTimeoutMs,
                listener);
    }

    private Duration interval() {
        return strategy.emissionInterval()
                .orElseGet(() -> context.configuration().get(JobOptions.AUTO_WATERMARK_INTERVAL));
    }

    /** Whether the interval is the strategy's own and not the job's. */
    public boolean hasOwnInterval() {
        return strategy.emissionInterval().isPresent();
    }

    /** Has the emission called every interval; never in deterministic mode, where position alone counts. */
    public void emitPeriodically(Runnable emission) {
        if (!isDeterministic && intervalMs() > 0) {
            PeriodicEmission.every(context, intervalMs(), emission);
        }
    }

    /** Has the emission called as soon as there is nothing more to read, where it is also called every interval of the job. */
    public CaughtUpEmission emitWhenCaughtUp(Runnable emission) {
        return new CaughtUpEmission(context, !isDeterministic && intervalMs() > 0 && !hasOwnInterval(), emission);
    }

    /** Whether idleness goes by time, so that the clock has to be read. */
    public boolean hasIdleTimeout() {
        return idleTimeoutMs >= 0;
    }

    /** Between two periodic calls; 0 for none. */
    public long intervalMs() {
        return EventTimeMath.nonNegativeMs("the interval between watermarks", interval());
    }

    /** After which a generator without records is idle; 0 for never. */
    public long idleTimeoutMs() {
        return Math.max(0, idleTimeoutMs);
    }

    /**
     * Gives a record its timestamp and hands it on.
     *
     * @param timestamp that it has so far
     * @return whether it was handed on
     */
    public boolean handOn(Object value, long timestamp, GeneratorTime time) {
        long assigned = assigner.extractTimestamp(value, timestamp);
        if (assigned > allowedUntilMs && !isAllowed(value, assigned)) {
            return false;
        }
        if (assigned == TimestampAssigner.NO_TIMESTAMP && nullTimestamps != null) {
            return handOnWithoutTime(value, time);
        }
        time.beforeRecord();
        output.collect(0, value, assigned);
        time.afterRecord(value, assigned);
        return true;
    }

    private boolean isAllowed(Object value, long timestamp) {
        allowedUntilMs = EventTimeMath.plus(context.processingTimeMs(), maxSkewMs);
        if (timestamp <= allowedUntilMs) {
            return true;
        }
        counter(asideOrdinal < 0 ? FUTURE_DROPPED : FUTURE_SENT_ASIDE).add(1);
        if (asideOrdinal >= 0) {
            output.collect(asideOrdinal, value, timestamp);
            // It is no sign of life: who reads what goes aside does not wait for this generator because of it.
            output.repeatIdle();
        }
        return false;
    }

    private boolean handOnWithoutTime(Object value, GeneratorTime time) {
        switch (nullTimestamps) {
            case FAIL -> {
                String split = time.name().isEmpty() ? "" : ", split " + time.name();
                throw NullTimestampException.of(
                        strategy.timestampColumn().orElse(null), value, context.operatorName() + split);
            }
            case DROP -> {
                counter(NULL_DROPPED).add(1);
                time.seen().addWithoutTimestamp();
                return false;
            }
            case SKIP_WATERMARK -> {
                counter(NULL_SKIPPED).add(1);
                time.seen().addWithoutTimestamp();
                time.beforeRecord();
                output.collect(0, value, TimestampAssigner.NO_TIMESTAMP);
                return true;
            }
        }
        throw new IllegalStateException("no rule for " + nullTimestamps);
    }

    private Counter counter(String name) {
        return context.counter(name);
    }

    private final class Place implements WatermarkGeneratorSupplier.Context {
        @Override
        public ClassLoader userClassLoader() {
            return context.userClassLoader();
        }

        @Override
        public Duration autoWatermarkInterval() {
            return interval();
        }
    }
}
