package io.tidemark.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.Sinks;
import io.tidemark.bench.workload.PacedCounter;
import io.tidemark.bench.workload.PacedWindowSums;
import io.tidemark.bench.workload.WindowSums;
import io.tidemark.bench.workload.Workload;

/** Counts results and how late they come, and tells when there are no more. */
final class PacedSink {
    private PacedSink() {}

    static Sink<WindowSums.Result> of(long windowMs) {
        return Sinks.fromProcessor("paced", ProcessorMetaSupplier.of(Workload.PARALLELISM, () -> new PacedP(windowMs)));
    }

    private static final class PacedP extends AbstractProcessor {
        private final long windowMs;
        private final PacedCounter counter = new PacedCounter();

        PacedP(long windowMs) {
            this.windowMs = windowMs;
        }

        @Override
        protected boolean tryProcess(int ordinal, Object item) {
            WindowSums.Result result = (WindowSums.Result) item;
            counter.add(
                    result.windowStartMs() + windowMs,
                    result.key(),
                    result.count(),
                    result.sum(),
                    PacedWindowSums.nowUs());
            return true;
        }

        @Override
        public boolean complete() {
            counter.publish();
            return true;
        }
    }
}
