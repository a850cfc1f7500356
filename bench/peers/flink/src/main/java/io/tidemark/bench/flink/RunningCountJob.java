package io.tidemark.bench.flink;

import io.tidemark.bench.workload.RunningCount;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** {@link RunningCount}; an event is its key, a result (key, count). */
final class RunningCountJob {
    private RunningCountJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        new EventSource<>(events, index -> RunningCount.key(index, keys)),
                        WatermarkStrategy.noWatermarks(),
                        "events",
                        Types.LONG)
                .keyBy(key -> key, Types.LONG)
                .process(new Counting())
                .sinkTo(new TallySink<>(result -> RunningCount.checksum(result.f0, result.f1)));
    }

    private static final class Counting extends KeyedProcessFunction<Long, Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext openContext) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(Long key, Context context, Collector<Tuple2<Long, Long>> out) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            out.collect(Tuple2.of(key, now));
        }
    }
}
