package io.tidemark.bench.burst;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import java.util.List;

/** Takes its time over each record, and tells the board. */
final class SlowSink implements Sink<Long> {
    private static final long serialVersionUID = 1L;
    private static final int TOLD_EVERY = 64;

    private final long pauseNs;

    SlowSink(long pauseNs) {
        this.pauseNs = pauseNs;
    }

    @Override
    public SinkWriter<Long> createWriter(SinkContext context) {
        return new Writer(pauseNs);
    }

    private static final class Writer implements SinkWriter<Long> {
        private final long pauseNs;
        private long untold;

        Writer(long pauseNs) {
            this.pauseNs = pauseNs;
        }

        @Override
        public void write(Long record, long timestamp) {
            // Sleeping takes longer than it is told to.
            long untilNs = System.nanoTime() + pauseNs;
            while (System.nanoTime() < untilNs) {
                Thread.onSpinWait();
            }
            if (++untold == TOLD_EVERY) {
                tell();
            }
        }

        private void tell() {
            BurstBoard.addResults(untold);
            untold = 0;
        }

        @Override
        public List<Object> prepareCommit(long checkpointId) {
            tell();
            BurstBoard.noteBarrier(checkpointId);
            return List.of();
        }

        @Override
        public void close() {
            tell();
        }
    }
}
