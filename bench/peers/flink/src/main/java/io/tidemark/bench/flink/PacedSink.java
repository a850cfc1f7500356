package io.tidemark.bench.flink;

import io.tidemark.bench.workload.PacedCounter;
import io.tidemark.bench.workload.PacedWindowSums;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.java.tuple.Tuple4;

/** Counts results and how late they come, and tells when there are no more. */
final class PacedSink implements Sink<Tuple4<Long, Long, Long, Long>> {
    private static final long serialVersionUID = 1L;

    private final long windowMs;

    PacedSink(long windowMs) {
        this.windowMs = windowMs;
    }

    @Override
    public SinkWriter<Tuple4<Long, Long, Long, Long>> createWriter(WriterInitContext context) {
        return new Writer(windowMs);
    }

    private static final class Writer implements SinkWriter<Tuple4<Long, Long, Long, Long>> {
        private final long windowMs;
        private final PacedCounter counter = new PacedCounter();

        Writer(long windowMs) {
            this.windowMs = windowMs;
        }

        @Override
        public void write(Tuple4<Long, Long, Long, Long> result, Context context) {
            counter.add(result.f0 + windowMs, result.f1, result.f2, result.f3, PacedWindowSums.nowUs());
        }

        @Override
        public void flush(boolean endOfInput) {
            if (endOfInput) {
                counter.publish();
            }
        }

        @Override
        public void close() {}
    }
}
