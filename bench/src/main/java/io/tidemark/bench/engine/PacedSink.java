package io.tidemark.bench.engine;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.bench.workload.PacedCounter;
import io.tidemark.bench.workload.PacedWindowSums;
import io.tidemark.bench.workload.WindowSums;

/** Counts results and how late they come, and tells when it is closed. For runs without failures. */
final class PacedSink implements Sink<WindowSums.Result> {
    private static final long serialVersionUID = 1L;

    private final long windowMs;

    PacedSink(long windowMs) {
        this.windowMs = windowMs;
    }

    @Override
    public SinkWriter<WindowSums.Result> createWriter(SinkContext context) {
        return new Writer(windowMs);
    }

    private static final class Writer implements SinkWriter<WindowSums.Result> {
        private final long windowMs;
        private final PacedCounter counter = new PacedCounter();

        Writer(long windowMs) {
            this.windowMs = windowMs;
        }

        @Override
        public void write(WindowSums.Result result, long timestamp) {
            counter.add(
                    result.windowStartMs() + windowMs,
                    result.key(),
                    result.count(),
                    result.sum(),
                    PacedWindowSums.nowUs());
        }

        @Override
        public void close() {
            counter.publish();
        }
    }
}
