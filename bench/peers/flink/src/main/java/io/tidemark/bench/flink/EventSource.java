package io.tidemark.bench.flink;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceReaderBase;
import org.apache.flink.api.connector.source.util.ratelimit.GuavaRateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimitedSourceReader;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Makes events of the numbers 0, 1, 2, …; reader <i>i</i> of <i>n</i> makes <i>i</i>, <i>i + n</i>, …, so that all advance
 * through event time side by side, which Flink's own generator source does not do. Built of Flink's parts for sources
 * that iterate.
 */
final class EventSource<T> implements Source<T, NumberSplit, Collection<NumberSplit>> {
    private static final long serialVersionUID = 1L;

    /** An event of its number. */
    interface Generator<T> extends Serializable {
        T event(long index);
    }

    private final long events;
    private final Generator<T> generator;
    private final double ratePerSecond;

    EventSource(long events, Generator<T> generator) {
        this(events, generator, Double.POSITIVE_INFINITY);
    }

    private EventSource(long events, Generator<T> generator, double ratePerSecond) {
        this.events = events;
        this.generator = generator;
        this.ratePerSecond = ratePerSecond;
    }

    /** At most so many a second, all readers together, by Flink's own means. */
    EventSource<T> withRatePerSecond(double rate) {
        return new EventSource<>(events, generator, rate);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<T, NumberSplit> createReader(SourceReaderContext context) {
        Reader<T> reader = new Reader<>(context, generator);
        return ratePerSecond == Double.POSITIVE_INFINITY
                ? reader
                : new RateLimitedSourceReader<>(
                        reader, new GuavaRateLimiter<>(ratePerSecond / context.currentParallelism()));
    }

    @Override
    public SplitEnumerator<NumberSplit, Collection<NumberSplit>> createEnumerator(
            SplitEnumeratorContext<NumberSplit> context) {
        List<NumberSplit> splits = new ArrayList<>();
        for (int i = 0; i < context.currentParallelism(); i++) {
            splits.add(new NumberSplit(i, context.currentParallelism(), events));
        }
        return restoreEnumerator(context, splits);
    }

    @Override
    public SplitEnumerator<NumberSplit, Collection<NumberSplit>> restoreEnumerator(
            SplitEnumeratorContext<NumberSplit> context, Collection<NumberSplit> splits) {
        return new IteratorSourceEnumerator<>(context, splits);
    }

    @Override
    public SimpleVersionedSerializer<NumberSplit> getSplitSerializer() {
        return new SplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Collection<NumberSplit>> getEnumeratorCheckpointSerializer() {
        return new SplitsSerializer();
    }

    @SuppressWarnings("try")
    private static final class Reader<T> extends IteratorSourceReaderBase<Long, T, NumberSplit.Numbers, NumberSplit> {
        private final Generator<T> generator;

        Reader(SourceReaderContext context, Generator<T> generator) {
            super(context);
            this.generator = generator;
        }

        @Override
        protected T convert(Long index) {
            return generator.event(index);
        }
    }

    private static final class SplitSerializer implements SimpleVersionedSerializer<NumberSplit> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(NumberSplit split) {
            return write(ByteBuffer.allocate(NumberSplit.BYTES), split).array();
        }

        @Override
        public NumberSplit deserialize(int version, byte[] bytes) throws IOException {
            return read(ByteBuffer.wrap(bytes));
        }
    }

    private static final class SplitsSerializer implements SimpleVersionedSerializer<Collection<NumberSplit>> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Collection<NumberSplit> splits) {
            ByteBuffer buffer = ByteBuffer.allocate(splits.size() * NumberSplit.BYTES);
            splits.forEach(split -> write(buffer, split));
            return buffer.array();
        }

        @Override
        public Collection<NumberSplit> deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            List<NumberSplit> splits = new ArrayList<>();
            while (buffer.hasRemaining()) {
                splits.add(read(buffer));
            }
            return splits;
        }
    }

    private static ByteBuffer write(ByteBuffer buffer, NumberSplit split) {
        return buffer.putLong(split.next()).putLong(split.step()).putLong(split.end());
    }

    private static NumberSplit read(ByteBuffer buffer) {
        return new NumberSplit(buffer.getLong(), buffer.getLong(), buffer.getLong());
    }
}
