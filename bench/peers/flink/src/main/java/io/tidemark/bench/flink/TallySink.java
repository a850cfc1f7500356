package io.tidemark.bench.flink;

import io.tidemark.bench.workload.TallyBoard;
import io.tidemark.bench.workload.TallyCounter;
import java.io.Serializable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Counts results and puts them on the {@link TallyBoard} of this process when there are no more. */
final class TallySink<T> implements Sink<T> {
    private static final long serialVersionUID = 1L;

    /** Checksum of one result. */
    interface Checksum<T> extends Serializable {
        long of(T result);
    }

    private final Checksum<T> checksum;

    TallySink(Checksum<T> checksum) {
        this.checksum = checksum;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(checksum);
    }

    private static final class Writer<T> implements SinkWriter<T> {
        private final Checksum<T> checksum;
        private final TallyCounter counter = new TallyCounter();

        Writer(Checksum<T> checksum) {
            this.checksum = checksum;
        }

        @Override
        public void write(T result, Context context) {
            counter.add(checksum.of(result));
        }

        @Override
        public void flush(boolean endOfInput) {
            if (endOfInput) {
                TallyBoard.add(counter.take());
            }
        }

        @Override
        public void close() {}
    }
}
