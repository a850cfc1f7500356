package io.tidemark.bench.engine;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.bench.workload.RunningCount;
import io.tidemark.connector.datagen.DatagenSource;

/** {@link RunningCount}. */
final class RunningCountJob {
    private RunningCountJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        DatagenSource.of(events, index -> RunningCount.event(index, keys)),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .keyBy(RunningCount.Event::key)
                .process(new Counting())
                .uid("counts")
                .sinkTo(new TallySink<>(RunningCount.Result::checksum))
                .uid("tally");
    }

    private static final class Counting extends KeyedProcessFunction<Long, RunningCount.Event, RunningCount.Result> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext openContext) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void processElement(RunningCount.Event event, Context context, Collector<RunningCount.Result> out)
                throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            out.collect(new RunningCount.Result(event.key(), now));
        }
    }
}
