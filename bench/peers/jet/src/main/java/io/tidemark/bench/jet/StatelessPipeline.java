package io.tidemark.bench.jet;

import com.hazelcast.jet.pipeline.Pipeline;
import io.tidemark.bench.workload.Stateless;
import io.tidemark.bench.workload.Workload;

/** {@link Stateless}. */
final class StatelessPipeline {
    private StatelessPipeline() {}

    static void define(Pipeline pipeline, long events, long keys) {
        pipeline.readFrom(Events.batch(events, index -> Stateless.event(index, keys)))
                .setLocalParallelism(Workload.PARALLELISM)
                .map(event -> new Stateless.Event(event.key(), Stateless.scaled(event.value())))
                .setLocalParallelism(Workload.PARALLELISM)
                .filter(event -> Stateless.passes(event.value()))
                .setLocalParallelism(Workload.PARALLELISM)
                .rebalance(Stateless.Event::key)
                .map(event -> new Stateless.Event(event.key(), Stateless.shifted(event.key(), event.value())))
                .setLocalParallelism(Workload.PARALLELISM)
                .writeTo(TallySink.of(Stateless.Event::checksum));
    }
}
