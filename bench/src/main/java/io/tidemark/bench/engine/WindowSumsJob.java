package io.tidemark.bench.engine;

import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.api.window.WindowAssigner;
import io.tidemark.bench.workload.PacedWindowSums;
import io.tidemark.bench.workload.SlidingSums;
import io.tidemark.bench.workload.WindowSums;
import io.tidemark.connector.datagen.DatagenSource;
import java.time.Duration;

/** {@link WindowSums}, {@link PacedWindowSums} and {@link SlidingSums}. */
final class WindowSumsJob {
    private WindowSumsJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        sums(
                        env,
                        DatagenSource.of(events, index -> WindowSums.event(index, keys)),
                        WindowSums.BOUND_MS,
                        tumbling(WindowSums.WINDOW_MS))
                .sinkTo(new TallySink<>(WindowSums.Result::checksum))
                .uid("tally");
    }

    static void defineSliding(StreamExecutionEnvironment env, long events, long keys, long windowMs) {
        sums(
                        env,
                        DatagenSource.of(events, index -> SlidingSums.event(index, keys)),
                        WindowSums.BOUND_MS,
                        windowMs == SlidingSums.SLIDE_MS
                                ? tumbling(windowMs)
                                : SlidingEventTimeWindows.of(
                                        Duration.ofMillis(windowMs), Duration.ofMillis(SlidingSums.SLIDE_MS)))
                .sinkTo(new TallySink<>(WindowSums.Result::checksum))
                .uid("tally");
    }

    private static WindowAssigner<Object, TimeWindow> tumbling(long windowMs) {
        return TumblingEventTimeWindows.of(Duration.ofMillis(windowMs));
    }

    static void definePaced(StreamExecutionEnvironment env, long events, long keys, long windowMs) {
        sums(
                        env,
                        DatagenSource.of(events, index -> PacedWindowSums.event(index, keys))
                                .withRatePerSecond(PacedWindowSums.EVENTS_PER_SECOND),
                        0,
                        tumbling(windowMs))
                .sinkTo(new PacedSink(windowMs))
                .uid("tally");
    }

    private static DataStream<WindowSums.Result> sums(
            StreamExecutionEnvironment env,
            DatagenSource<WindowSums.Event> events,
            long boundMs,
            WindowAssigner<Object, TimeWindow> windows) {
        return env.fromSource(
                        events,
                        WatermarkStrategy.<WindowSums.Event>forBoundedOutOfOrderness(Duration.ofMillis(boundMs))
                                .withTimestampAssigner((event, timestamp) -> event.timestampMs()),
                        "events")
                .keyBy(WindowSums.Event::key)
                .window(windows)
                .aggregate(new Sums(), new ToResult())
                .uid("sums");
    }

    /** Of a key in a window so far; changed in place. */
    public static final class CountAndSum {
        public long count;
        public long sum;
    }

    static final class Sums implements AggregateFunction<WindowSums.Event, CountAndSum, CountAndSum> {
        private static final long serialVersionUID = 1L;

        @Override
        public CountAndSum createAccumulator() {
            return new CountAndSum();
        }

        @Override
        public CountAndSum add(WindowSums.Event event, CountAndSum accumulator) {
            accumulator.count++;
            accumulator.sum += event.value();
            return accumulator;
        }

        @Override
        public CountAndSum getResult(CountAndSum accumulator) {
            return accumulator;
        }

        @Override
        public CountAndSum merge(CountAndSum a, CountAndSum b) {
            a.count += b.count;
            a.sum += b.sum;
            return a;
        }
    }

    private static final class ToResult
            extends ProcessWindowFunction<CountAndSum, WindowSums.Result, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Long key, Context context, Iterable<CountAndSum> elements, Collector<WindowSums.Result> out) {
            CountAndSum sums = elements.iterator().next();
            out.collect(new WindowSums.Result(context.window().getStart(), key, sums.count, sums.sum));
        }
    }
}
