package io.tidemark.bench.engine;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.bench.engine.WindowSumsJob.CountAndSum;
import io.tidemark.bench.workload.SessionSums;
import io.tidemark.bench.workload.WindowSums;
import io.tidemark.connector.datagen.DatagenSource;
import java.time.Duration;

/** {@link SessionSums}. */
final class SessionSumsJob {
    private SessionSumsJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        DatagenSource.of(events, index -> SessionSums.event(index, keys)),
                        WatermarkStrategy.<WindowSums.Event>forBoundedOutOfOrderness(
                                        Duration.ofMillis(WindowSums.BOUND_MS))
                                .withTimestampAssigner((event, timestamp) -> event.timestampMs()),
                        "events")
                .keyBy(WindowSums.Event::key)
                .window(EventTimeSessionWindows.withGap(Duration.ofMillis(SessionSums.GAP_MS)))
                .aggregate(new WindowSumsJob.Sums(), new ToResult())
                .uid("sums")
                .sinkTo(new TallySink<>(SessionSums.Result::checksum))
                .uid("tally");
    }

    private static final class ToResult
            extends ProcessWindowFunction<CountAndSum, SessionSums.Result, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Long key, Context context, Iterable<CountAndSum> elements, Collector<SessionSums.Result> out) {
            CountAndSum sums = elements.iterator().next();
            TimeWindow session = context.window();
            out.collect(new SessionSums.Result(session.getStart(), session.getEnd(), key, sums.count, sums.sum));
        }
    }
}
