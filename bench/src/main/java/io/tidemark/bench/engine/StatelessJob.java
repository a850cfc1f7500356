package io.tidemark.bench.engine;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.bench.workload.Stateless;
import io.tidemark.connector.datagen.DatagenSource;

/** {@link Stateless}. */
final class StatelessJob {
    private StatelessJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        DatagenSource.of(events, index -> Stateless.event(index, keys)),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .map(event -> new Stateless.Event(event.key(), Stateless.scaled(event.value())))
                .filter(event -> Stateless.passes(event.value()))
                .keyBy(Stateless.Event::key)
                .map(event -> new Stateless.Event(event.key(), Stateless.shifted(event.key(), event.value())))
                .uid("shifted")
                .sinkTo(new TallySink<>(Stateless.Event::checksum))
                .uid("tally");
    }
}
