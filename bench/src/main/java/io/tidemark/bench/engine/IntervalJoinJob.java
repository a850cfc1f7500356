package io.tidemark.bench.engine;

import io.tidemark.api.KeyedStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.bench.workload.IntervalJoin;
import io.tidemark.bench.workload.IntervalJoin.Event;
import io.tidemark.bench.workload.IntervalJoin.Pair;
import io.tidemark.connector.datagen.DatagenSource;
import java.time.Duration;

/** {@link IntervalJoin}. */
final class IntervalJoinJob {
    private IntervalJoinJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        long perStream = IntervalJoin.perStream(events);
        KeyedStream<Event, Long> left =
                keyed(env, DatagenSource.of(perStream, index -> IntervalJoin.left(index, keys)), "left");
        KeyedStream<Event, Long> right =
                keyed(env, DatagenSource.of(perStream, index -> IntervalJoin.right(index, keys)), "right");
        left.intervalJoin(right)
                .between(Duration.ofMillis(-IntervalJoin.APART_MS), Duration.ofMillis(IntervalJoin.APART_MS))
                .process(new Joining())
                .uid("pairs")
                .sinkTo(new TallySink<>(Pair::checksum))
                .uid("tally");
    }

    private static KeyedStream<Event, Long> keyed(
            StreamExecutionEnvironment env, DatagenSource<Event> source, String name) {
        return env.fromSource(
                        source,
                        WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofMillis(IntervalJoin.BOUND_MS))
                                .withTimestampAssigner((event, timestamp) -> event.timestampMs()),
                        name)
                .keyBy(Event::key);
    }

    private static final class Joining extends ProcessJoinFunction<Event, Event, Pair> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Event left, Event right, Context ctx, Collector<Pair> out) {
            out.collect(new Pair(left.key(), left.value(), right.value()));
        }
    }
}
