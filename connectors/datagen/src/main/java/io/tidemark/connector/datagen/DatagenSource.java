package io.tidemark.connector.datagen;

import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes records of the numbers 0, 1, 2, …, each exactly once over failures. Immutable; the {@code with} methods return a new
 * source.
 *
 * <pre>{@code
 * DatagenSource.of(1_000_000, n -> new Reading("sensor-" + n % 10, n * 100, n % 7))
 *         .withRatePerSecond(10_000)
 *         .withTimestamps(Reading::timestampMs)
 * }</pre>
 *
 * <p>With several readers, reader <i>i</i> of <i>n</i> makes the numbers <i>i</i>, <i>i + n</i>, <i>i + 2n</i>, …, so that
 * all go through the numbers side by side; {@link #withContiguousSplits} gives each a range of its own instead.
 *
 * @param <T> record type
 */
public final class DatagenSource<T> implements Source<T, DatagenSplit> {
    private static final long serialVersionUID = 1L;
    private static final long NO_END = Long.MAX_VALUE;

    private final long count;
    private final GeneratorFunction<Long, T> generator;
    private final TimestampFunction<T> timestamps;
    private final double ratePerSecond;
    private final boolean contiguous;

    private DatagenSource(
            long count,
            GeneratorFunction<Long, T> generator,
            TimestampFunction<T> timestamps,
            double ratePerSecond,
            boolean contiguous) {
        this.count = count;
        this.generator = Objects.requireNonNull(generator);
        this.timestamps = timestamps;
        this.ratePerSecond = ratePerSecond;
        this.contiguous = contiguous;
    }

    /** A source that ends after so many records. */
    public static <T> DatagenSource<T> of(long count, GeneratorFunction<Long, T> generator) {
        if (count < 0 || count == NO_END) {
            throw new IllegalArgumentException("the number of records must be 0 or more, not " + count);
        }
        return new DatagenSource<>(count, generator, null, Double.POSITIVE_INFINITY, false);
    }

    /** As {@link #of(long, GeneratorFunction)}; a lambda is taken for this one, so that no number is boxed. */
    public static <T> DatagenSource<T> of(long count, IndexFunction<T> generator) {
        return of(count, (GeneratorFunction<Long, T>) generator);
    }

    /** A source that never ends. */
    public static <T> DatagenSource<T> unbounded(GeneratorFunction<Long, T> generator) {
        return new DatagenSource<>(NO_END, generator, null, Double.POSITIVE_INFINITY, false);
    }

    /** As {@link #unbounded(GeneratorFunction)}; a lambda is taken for this one, so that no number is boxed. */
    public static <T> DatagenSource<T> unbounded(IndexFunction<T> generator) {
        return unbounded((GeneratorFunction<Long, T>) generator);
    }

    /**
     * At most so many records a second, all readers together; without, as many as the job takes. Also holds for numbers that a
     * savepoint of a source with another rate has left over.
     */
    public DatagenSource<T> withRatePerSecond(double recordsPerSecond) {
        if (!(recordsPerSecond > 0)) {
            throw new IllegalArgumentException("the rate must be above 0 records a second, not " + recordsPerSecond);
        }
        return new DatagenSource<>(count, generator, timestamps, recordsPerSecond, contiguous);
    }

    /** The records' event times; without, the watermark strategy's assigner must say them. */
    public DatagenSource<T> withTimestamps(TimestampFunction<T> function) {
        return new DatagenSource<>(count, generator, Objects.requireNonNull(function), ratePerSecond, contiguous);
    }

    /** Each reader makes the numbers of one range; the source must have an end. */
    public DatagenSource<T> withContiguousSplits() {
        if (count == NO_END) {
            throw new IllegalArgumentException("numbers without end cannot be cut into ranges");
        }
        return new DatagenSource<>(count, generator, timestamps, ratePerSecond, true);
    }

    @Override
    public Boundedness boundedness() {
        return count == NO_END ? Boundedness.UNBOUNDED : Boundedness.BOUNDED;
    }

    @Override
    public List<DatagenSplit> enumerateSplits(int parallelism) {
        int parts = (int) Math.min(parallelism, count);
        List<DatagenSplit> splits = new ArrayList<>();
        long begin = 0;
        for (int i = 0; i < parts; i++) {
            if (contiguous) {
                long end = begin + count / parts + (i < count % parts ? 1 : 0);
                splits.add(new DatagenSplit(begin, 1, end, begin, ratePerSecond / parts));
                begin = end;
            } else {
                splits.add(new DatagenSplit(i, parts, count, i, ratePerSecond / parts));
            }
        }
        return splits;
    }

    @Override
    public SourceReader<T, DatagenSplit> createReader(SourceReaderContext context) {
        return new DatagenReader<>(generator, timestamps, this::rateOf, context::nanoTime);
    }

    /** The part of the rate that is a split's, whichever rate the source had that made it. */
    double rateOf(DatagenSplit split) {
        return ratePerSecond / splitsBeside(split);
    }

    /** How many splits there were in all when this one was made. */
    private long splitsBeside(DatagenSplit split) {
        if (split.end() == NO_END || split.step() > 1) {
            return split.step();
        }
        return Math.max(1, Math.round((double) count / Math.max(1, split.end() - split.first())));
    }

    @Override
    public TypeSerializer<DatagenSplit> splitSerializer() {
        return TypeInformation.of(DatagenSplit.class).createSerializer();
    }

    @Override
    public TypeInformation<T> recordType() {
        return TypeExtractor.outputOf(generator, GeneratorFunction.class, 1, "the function of a DatagenSource");
    }
}
