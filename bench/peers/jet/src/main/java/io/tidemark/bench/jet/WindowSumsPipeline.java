package io.tidemark.bench.jet;

import com.hazelcast.jet.aggregate.AggregateOperation;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.StreamSource;
import com.hazelcast.jet.pipeline.StreamStage;
import com.hazelcast.jet.pipeline.WindowDefinition;
import io.tidemark.bench.workload.PacedWindowSums;
import io.tidemark.bench.workload.SessionSums;
import io.tidemark.bench.workload.WindowSums;
import io.tidemark.bench.workload.Workload;
import java.io.Serializable;

/** {@link WindowSums}, {@link PacedWindowSums} and {@link SessionSums}. */
final class WindowSumsPipeline {
    private WindowSumsPipeline() {}

    /** @param parallelism of each member */
    static void define(Pipeline pipeline, long events, long keys, int parallelism) {
        sums(
                        pipeline,
                        Events.stream(
                                events, Double.POSITIVE_INFINITY, index -> WindowSums.event(index, keys), parallelism),
                        WindowSums.BOUND_MS,
                        WindowSums.WINDOW_MS,
                        parallelism)
                .writeTo(TallySink.of(WindowSums.Result::checksum, parallelism));
    }

    static void definePaced(Pipeline pipeline, long events, long keys, long windowMs) {
        sums(
                        pipeline,
                        Events.stream(
                                events,
                                PacedWindowSums.EVENTS_PER_SECOND,
                                index -> PacedWindowSums.event(index, keys),
                                Workload.PARALLELISM),
                        0,
                        windowMs,
                        Workload.PARALLELISM)
                .writeTo(PacedSink.of(windowMs));
    }

    static void defineSessions(Pipeline pipeline, long events, long keys) {
        StreamSource<WindowSums.Event> source = Events.stream(
                events, Double.POSITIVE_INFINITY, index -> SessionSums.event(index, keys), Workload.PARALLELISM);
        windows(
                        pipeline,
                        source,
                        WindowSums.BOUND_MS,
                        WindowDefinition.session(SessionSums.GAP_MS),
                        Workload.PARALLELISM)
                .map(result -> new SessionSums.Result(
                        result.start(), result.end(), result.key(), result.result().count, result.result().sum))
                .setLocalParallelism(Workload.PARALLELISM)
                .writeTo(TallySink.of(SessionSums.Result::checksum, Workload.PARALLELISM));
    }

    private static StreamStage<WindowSums.Result> sums(
            Pipeline pipeline, StreamSource<WindowSums.Event> events, long boundMs, long windowMs, int parallelism) {
        return windows(pipeline, events, boundMs, WindowDefinition.tumbling(windowMs), parallelism)
                .map(result ->
                        new WindowSums.Result(result.start(), result.key(), result.result().count, result.result().sum))
                .setLocalParallelism(parallelism);
    }

    private static StreamStage<KeyedWindowResult<Long, CountAndSum>> windows(
            Pipeline pipeline,
            StreamSource<WindowSums.Event> events,
            long boundMs,
            WindowDefinition windows,
            int parallelism) {
        return pipeline.readFrom(events)
                .withTimestamps(WindowSums.Event::timestampMs, boundMs)
                .setLocalParallelism(parallelism)
                .groupingKey(WindowSums.Event::key)
                .window(windows)
                .aggregate(sums())
                .setLocalParallelism(parallelism);
    }

    private static AggregateOperation1<WindowSums.Event, CountAndSum, CountAndSum> sums() {
        return AggregateOperation.withCreate(CountAndSum::new)
                .<WindowSums.Event>andAccumulate((sums, event) -> {
                    sums.count++;
                    sums.sum += event.value();
                })
                .andCombine((sums, others) -> {
                    sums.count += others.count;
                    sums.sum += others.sum;
                })
                .andExportFinish(sums -> sums);
    }

    /** Of a key in a window so far; changed in place. */
    static final class CountAndSum implements Serializable {
        private static final long serialVersionUID = 1L;

        private long count;
        private long sum;
    }
}
