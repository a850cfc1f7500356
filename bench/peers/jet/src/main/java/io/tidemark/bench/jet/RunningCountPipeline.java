package io.tidemark.bench.jet;

import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.pipeline.Pipeline;
import io.tidemark.bench.workload.RunningCount;
import io.tidemark.bench.workload.Workload;

/** {@link RunningCount}. */
final class RunningCountPipeline {
    private RunningCountPipeline() {}

    static void define(Pipeline pipeline, long events, long keys) {
        pipeline.readFrom(Events.batch(events, index -> RunningCount.event(index, keys)))
                .setLocalParallelism(Workload.PARALLELISM)
                .groupingKey(RunningCount.Event::key)
                .mapStateful(LongAccumulator::new, (count, key, event) -> {
                    count.add(1);
                    return new RunningCount.Result(key, count.get());
                })
                .setLocalParallelism(Workload.PARALLELISM)
                .writeTo(TallySink.of(RunningCount.Result::checksum));
    }
}
