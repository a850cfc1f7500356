package io.tidemark.bench.flink;

import io.tidemark.bench.workload.CountWithTimeout;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** {@link CountWithTimeout}; an event is (key, timestamp), a result (key, count), the state (key, count, last modified). */
final class CountWithTimeoutJob {
    private CountWithTimeoutJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        new EventSource<>(
                                events,
                                index -> Tuple2.of(
                                        CountWithTimeout.key(index, keys), CountWithTimeout.timestampMs(index))),
                        WatermarkStrategy.<Tuple2<Long, Long>>forMonotonousTimestamps()
                                .withTimestampAssigner((event, timestamp) -> event.f1),
                        "events",
                        Types.TUPLE(Types.LONG, Types.LONG))
                .keyBy(event -> event.f0, Types.LONG)
                .process(new Counting())
                .sinkTo(new TallySink<>(result -> CountWithTimeout.checksum(result.f0, result.f1)));
    }

    private static final class Counting extends KeyedProcessFunction<Long, Tuple2<Long, Long>, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Tuple3<Long, Long, Long>> activity;

        @Override
        public void open(OpenContext openContext) {
            activity = getRuntimeContext()
                    .getState(new ValueStateDescriptor<>("activity", Types.TUPLE(Types.LONG, Types.LONG, Types.LONG)));
        }

        @Override
        public void processElement(Tuple2<Long, Long> event, Context context, Collector<Tuple2<Long, Long>> out)
                throws Exception {
            Tuple3<Long, Long, Long> now = activity.value();
            if (now == null) {
                now = Tuple3.of(event.f0, 0L, event.f1);
            }
            now.f1++;
            now.f2 = Math.max(now.f2, event.f1);
            activity.update(now);
            context.timerService().registerEventTimeTimer(event.f1 + CountWithTimeout.TIMEOUT_MS);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<Tuple2<Long, Long>> out)
                throws Exception {
            Tuple3<Long, Long, Long> now = activity.value();
            if (now != null && timestamp == now.f2 + CountWithTimeout.TIMEOUT_MS) {
                out.collect(Tuple2.of(now.f0, now.f1));
                activity.clear();
            }
        }
    }
}
