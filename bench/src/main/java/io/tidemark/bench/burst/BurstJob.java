package io.tidemark.bench.burst;

import io.tidemark.api.DataStream;
import io.tidemark.api.KeyedStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.datagen.DatagenSource;
import java.time.Duration;

/**
 * A record of each key, with one time; a timer for each key, or a window of all of them. A second source is far ahead in event time
 * and goes on at a slow pace, so everything is due at once when the first has ended.
 */
final class BurstJob {
    static final int PARALLELISM = 2;

    private static final long DUE_MS = 5_000;
    private static final double PACE_PER_SECOND = 200;

    /** What is due. */
    enum Kind {
        TIMERS,
        WINDOW
    }

    private BurstJob() {}

    /** @param alignedTimeout how long a task waits for what stands before a barrier; null for ever */
    static JobPlan plan(Kind kind, long keys, Duration pause, Duration checkpointInterval, Duration alignedTimeout) {
        Configuration options = Configuration.empty().with(JobOptions.CHECKPOINT_INTERVAL, checkpointInterval);
        if (alignedTimeout != null) {
            options = options.with(JobOptions.CHECKPOINT_ALIGNED_TIMEOUT, alignedTimeout);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(options);
        env.setParallelism(PARALLELISM);
        DataStream<Long> burst = env.fromSource(
                DatagenSource.of(keys, (Long index) -> index),
                WatermarkStrategy.<Long>forMonotonousTimestamps().withTimestampAssigner((key, timestamp) -> 0),
                "keys",
                Types.LONG);
        DataStream<Long> pace = env.fromSource(
                DatagenSource.unbounded((Long index) -> -1 - index).withRatePerSecond(PACE_PER_SECOND),
                WatermarkStrategy.<Long>forMonotonousTimestamps()
                        .withTimestampAssigner((number, timestamp) -> 2 * DUE_MS - number),
                "pace",
                Types.LONG);
        KeyedStream<Long, Long> keyed = burst.union(pace).keyBy(key -> key, Types.LONG);
        results(kind, keyed).rebalance().sinkTo(new SlowSink(pause.toNanos())).uid("sink");
        return env.buildPlan("burst");
    }

    private static SingleOutputStreamOperator<Long> results(Kind kind, KeyedStream<Long, Long> keyed) {
        return switch (kind) {
            case TIMERS -> keyed.process(new Timing()).uid("timers");
            case WINDOW ->
                keyed.window(TumblingEventTimeWindows.of(Duration.ofMillis(DUE_MS)))
                        .reduce((a, b) -> a)
                        .uid("window");
        };
    }

    private static final class Timing extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long key, Context context, Collector<Long> out) {
            if (key >= 0) {
                context.timerService().registerEventTimeTimer(DUE_MS);
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<Long> out) {
            out.collect(context.getCurrentKey());
        }
    }
}
