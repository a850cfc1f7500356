package io.tidemark.bench.flink;

import io.tidemark.bench.flink.WindowSumsJob.CountAndSum;
import io.tidemark.bench.workload.SessionSums;
import io.tidemark.bench.workload.WindowSums;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** {@link SessionSums}; an event is (key, timestamp, value), a result (start of the session, end, key, count, sum). */
final class SessionSumsJob {
    private SessionSumsJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        new EventSource<>(
                                events,
                                index -> Tuple3.of(
                                        SessionSums.key(index, keys),
                                        SessionSums.timestampMs(index),
                                        WindowSums.value(index))),
                        WatermarkStrategy.<Tuple3<Long, Long, Long>>forBoundedOutOfOrderness(
                                        Duration.ofMillis(WindowSums.BOUND_MS))
                                .withTimestampAssigner((event, timestamp) -> event.f1),
                        "events",
                        Types.TUPLE(Types.LONG, Types.LONG, Types.LONG))
                .keyBy(event -> event.f0, Types.LONG)
                .window(EventTimeSessionWindows.withGap(Duration.ofMillis(SessionSums.GAP_MS)))
                .aggregate(new WindowSumsJob.Sums(), new ToResult())
                .sinkTo(new TallySink<>(
                        result -> SessionSums.checksum(result.f0, result.f1, result.f2, result.f3, result.f4)));
    }

    private static final class ToResult
            extends ProcessWindowFunction<CountAndSum, Tuple5<Long, Long, Long, Long, Long>, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Long key,
                Context context,
                Iterable<CountAndSum> elements,
                Collector<Tuple5<Long, Long, Long, Long, Long>> out) {
            CountAndSum sums = elements.iterator().next();
            TimeWindow session = context.window();
            out.collect(Tuple5.of(session.getStart(), session.getEnd(), key, sums.count, sums.sum));
        }
    }
}
