package io.tidemark.bench.engine;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.bench.workload.WindowSums;
import io.tidemark.connector.datagen.DatagenSource;
import java.time.Duration;

/** {@link WindowSums}. */
final class WindowSumsJob {
    private WindowSumsJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        DatagenSource.of(events, index -> WindowSums.event(index, keys)),
                        WatermarkStrategy.<WindowSums.Event>forBoundedOutOfOrderness(
                                        Duration.ofMillis(WindowSums.BOUND_MS))
                                .withTimestampAssigner((event, timestamp) -> event.timestampMs()),
                        "events")
                .keyBy(WindowSums.Event::key)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(WindowSums.WINDOW_MS)))
                .aggregate(new Sums(), new ToResult())
                .uid("sums")
                .sinkTo(new TallySink<>(WindowSums.Result::checksum))
                .uid("tally");
    }

    /** Of a key in a window so far; changed in place. */
    public static final class CountAndSum {
        public long count;
        public long sum;
    }

    private static final class Sums implements AggregateFunction<WindowSums.Event, CountAndSum, CountAndSum> {
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
