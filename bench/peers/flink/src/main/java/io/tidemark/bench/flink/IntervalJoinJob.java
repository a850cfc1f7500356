package io.tidemark.bench.flink;

import io.tidemark.bench.workload.IntervalJoin;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.Collector;

/** {@link IntervalJoin}; an event is (key, timestamp, value), a pair (key, left value, right value). */
final class IntervalJoinJob {
    private IntervalJoinJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        long perStream = IntervalJoin.perStream(events);
        KeyedStream<Tuple3<Long, Long, Long>, Long> left = keyed(
                env,
                new EventSource<>(
                        perStream,
                        index -> Tuple3.of(
                                IntervalJoin.leftKey(index, keys),
                                IntervalJoin.leftTimestampMs(index),
                                IntervalJoin.leftValue(index))),
                "left");
        KeyedStream<Tuple3<Long, Long, Long>, Long> right = keyed(
                env,
                new EventSource<>(
                        perStream,
                        index -> Tuple3.of(
                                IntervalJoin.rightKey(index, keys),
                                IntervalJoin.rightTimestampMs(index),
                                IntervalJoin.rightValue(index))),
                "right");
        left.intervalJoin(right)
                .between(Duration.ofMillis(-IntervalJoin.APART_MS), Duration.ofMillis(IntervalJoin.APART_MS))
                .process(new Joining())
                .sinkTo(new TallySink<>(pair -> IntervalJoin.checksum(pair.f0, pair.f1, pair.f2)));
    }

    private static KeyedStream<Tuple3<Long, Long, Long>, Long> keyed(
            StreamExecutionEnvironment env, EventSource<Tuple3<Long, Long, Long>> source, String name) {
        return env.fromSource(
                        source,
                        WatermarkStrategy.<Tuple3<Long, Long, Long>>forBoundedOutOfOrderness(
                                        Duration.ofMillis(IntervalJoin.BOUND_MS))
                                .withTimestampAssigner((event, timestamp) -> event.f1),
                        name,
                        Types.TUPLE(Types.LONG, Types.LONG, Types.LONG))
                .keyBy(event -> event.f0, Types.LONG);
    }

    private static final class Joining
            extends ProcessJoinFunction<
                    Tuple3<Long, Long, Long>, Tuple3<Long, Long, Long>, Tuple3<Long, Long, Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple3<Long, Long, Long> left,
                Tuple3<Long, Long, Long> right,
                Context ctx,
                Collector<Tuple3<Long, Long, Long>> out) {
            out.collect(Tuple3.of(left.f0, left.f2, right.f2));
        }
    }
}
