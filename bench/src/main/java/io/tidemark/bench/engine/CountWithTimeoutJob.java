package io.tidemark.bench.engine;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.bench.workload.CountWithTimeout;
import io.tidemark.connector.datagen.DatagenSource;

/** {@link CountWithTimeout}. */
final class CountWithTimeoutJob {
    private CountWithTimeoutJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        DatagenSource.of(events, index -> CountWithTimeout.event(index, keys)),
                        WatermarkStrategy.<CountWithTimeout.Event>forMonotonousTimestamps()
                                .withTimestampAssigner((event, timestamp) -> event.timestampMs()),
                        "events")
                .keyBy(CountWithTimeout.Event::key)
                .process(new Counting())
                .uid("counts")
                .sinkTo(new TallySink<>(CountWithTimeout.Result::checksum))
                .uid("tally");
    }

    /** What is kept of a key. */
    public record Activity(long key, long count, long lastModifiedMs) {}

    private static final class Counting
            extends KeyedProcessFunction<Long, CountWithTimeout.Event, CountWithTimeout.Result> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Activity> activity;

        @Override
        public void open(OpenContext openContext) {
            activity = getRuntimeContext().getState(new ValueStateDescriptor<>("activity", Activity.class));
        }

        @Override
        public void processElement(
                CountWithTimeout.Event event, Context context, Collector<CountWithTimeout.Result> out)
                throws Exception {
            Activity before = activity.value();
            Activity now = before == null
                    ? new Activity(event.key(), 1, event.timestampMs())
                    : new Activity(
                            event.key(), before.count() + 1, Math.max(before.lastModifiedMs(), event.timestampMs()));
            activity.update(now);
            context.timerService().registerEventTimeTimer(event.timestampMs() + CountWithTimeout.TIMEOUT_MS);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<CountWithTimeout.Result> out)
                throws Exception {
            Activity now = activity.value();
            if (now != null && timestamp == now.lastModifiedMs() + CountWithTimeout.TIMEOUT_MS) {
                out.collect(new CountWithTimeout.Result(now.key(), now.count()));
                activity.clear();
            }
        }
    }
}
