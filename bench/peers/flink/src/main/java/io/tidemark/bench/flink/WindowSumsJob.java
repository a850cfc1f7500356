package io.tidemark.bench.flink;

import io.tidemark.bench.workload.PacedWindowSums;
import io.tidemark.bench.workload.SlidingSums;
import io.tidemark.bench.workload.WindowSums;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** {@link WindowSums} and {@link PacedWindowSums}; an event is (key, timestamp, value), a result (start of the window, key, count, sum). */
final class WindowSumsJob {
    private WindowSumsJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        sums(
                        env,
                        new EventSource<>(
                                events,
                                index -> Tuple3.of(
                                        WindowSums.key(index, keys),
                                        WindowSums.timestampMs(index),
                                        WindowSums.value(index))),
                        WindowSums.BOUND_MS,
                        tumbling(WindowSums.WINDOW_MS))
                .sinkTo(new TallySink<>(result -> WindowSums.checksum(result.f0, result.f1, result.f2, result.f3)));
    }

    static void defineSliding(StreamExecutionEnvironment env, long events, long keys, long windowMs) {
        sums(
                        env,
                        new EventSource<>(
                                events,
                                index -> Tuple3.of(
                                        WindowSums.key(index, keys),
                                        SlidingSums.timestampMs(index),
                                        WindowSums.value(index))),
                        WindowSums.BOUND_MS,
                        windowMs == SlidingSums.SLIDE_MS
                                ? tumbling(windowMs)
                                : SlidingEventTimeWindows.of(
                                        Duration.ofMillis(windowMs), Duration.ofMillis(SlidingSums.SLIDE_MS)))
                .sinkTo(new TallySink<>(result -> WindowSums.checksum(result.f0, result.f1, result.f2, result.f3)));
    }

    private static WindowAssigner<Object, TimeWindow> tumbling(long windowMs) {
        return TumblingEventTimeWindows.of(Duration.ofMillis(windowMs));
    }

    static void definePaced(StreamExecutionEnvironment env, long events, long keys, long windowMs) {
        EventSource<Tuple3<Long, Long, Long>> source = new EventSource<>(
                events,
                index -> Tuple3.of(
                        WindowSums.key(index, keys), PacedWindowSums.nowUs() / 1000, WindowSums.value(index)));
        sums(env, source.withRatePerSecond(PacedWindowSums.EVENTS_PER_SECOND), 0, tumbling(windowMs))
                .sinkTo(new PacedSink(windowMs));
    }

    private static DataStream<Tuple4<Long, Long, Long, Long>> sums(
            StreamExecutionEnvironment env,
            EventSource<Tuple3<Long, Long, Long>> events,
            long boundMs,
            WindowAssigner<Object, TimeWindow> windows) {
        return env.fromSource(
                        events,
                        WatermarkStrategy.<Tuple3<Long, Long, Long>>forBoundedOutOfOrderness(Duration.ofMillis(boundMs))
                                .withTimestampAssigner((event, timestamp) -> event.f1),
                        "events",
                        Types.TUPLE(Types.LONG, Types.LONG, Types.LONG))
                .keyBy(event -> event.f0, Types.LONG)
                .window(windows)
                .aggregate(new Sums(), new ToResult());
    }

    /** Of a key in a window so far; changed in place. */
    public static final class CountAndSum {
        public long count;
        public long sum;
    }

    static final class Sums implements AggregateFunction<Tuple3<Long, Long, Long>, CountAndSum, CountAndSum> {
        private static final long serialVersionUID = 1L;

        @Override
        public CountAndSum createAccumulator() {
            return new CountAndSum();
        }

        @Override
        public CountAndSum add(Tuple3<Long, Long, Long> event, CountAndSum accumulator) {
            accumulator.count++;
            accumulator.sum += event.f2;
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
            extends ProcessWindowFunction<CountAndSum, Tuple4<Long, Long, Long, Long>, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Long key,
                Context context,
                Iterable<CountAndSum> elements,
                Collector<Tuple4<Long, Long, Long, Long>> out) {
            CountAndSum sums = elements.iterator().next();
            out.collect(Tuple4.of(context.window().getStart(), key, sums.count, sums.sum));
        }
    }
}
