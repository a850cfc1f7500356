package io.tidemark.bench.state;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.List;

/** Adds up the results' weights; the sum is with {@link Progress} when the job has ended. For runs without failures. */
final class SumSink implements Sink<KeyedCount.Count> {
    private static final long serialVersionUID = 1L;

    @Override
    public SinkWriter<KeyedCount.Count> createWriter(SinkContext context) {
        return new Writer();
    }

    @Override
    public TypeSerializer<?> committableSerializer() {
        return Types.LONG.createSerializer();
    }

    private static final class Writer implements SinkWriter<KeyedCount.Count> {
        private long sum;

        @Override
        public void write(KeyedCount.Count record, long timestamp) {
            sum += KeyedCount.weight(record.key(), record.count());
        }

        @Override
        public List<Object> prepareCommit(long checkpointId) {
            Long part = sum;
            sum = 0;
            return List.of(part);
        }

        @Override
        public void commit(List<Object> committables) {
            committables.forEach(part -> Progress.addToSum((Long) part));
        }

        @Override
        public void close() {}
    }
}
