package io.tidemark.bench.engine;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyBoard;
import io.tidemark.bench.workload.TallyCounter;
import java.io.Serializable;
import java.util.List;

/** Counts results; a commit puts them on the {@link TallyBoard} of this process. */
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
    public SinkWriter<T> createWriter(SinkContext context) {
        return new Writer<>(checksum);
    }

    @Override
    public TypeSerializer<?> committableSerializer() {
        return Types.LONG.createSerializer();
    }

    private static final class Writer<T> implements SinkWriter<T> {
        private final Checksum<T> checksum;
        private final TallyCounter counter = new TallyCounter();

        Writer(Checksum<T> checksum) {
            this.checksum = checksum;
        }

        @Override
        public void write(T record, long timestamp) {
            counter.add(checksum.of(record));
        }

        @Override
        public List<Object> prepareCommit(long checkpointId) {
            Tally part = counter.take();
            return List.of(part.results(), part.checksum());
        }

        @Override
        public void commit(List<Object> committables) {
            for (int i = 0; i < committables.size(); i += 2) {
                TallyBoard.add(new Tally((Long) committables.get(i), (Long) committables.get(i + 1)));
            }
        }

        @Override
        public void close() {}
    }
}
