package io.tidemark.api.connector;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Reads the whole numbers of a range, cut into one range for each reader. */
public final class SequenceSource implements Source<Long, SequenceSource.Range> {
    private static final long serialVersionUID = 1L;
    private static final int RECORDS_PER_POLL = 512;

    private final long from;
    private final long to;

    /**
     * @param from first number
     * @param to last number
     * @throws IllegalArgumentException when the last is below the first
     */
    public SequenceSource(long from, long to) {
        if (to < from) {
            throw new IllegalArgumentException("a sequence from " + from + " cannot end at " + to);
        }
        this.from = from;
        this.to = to;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public List<Range> enumerateSplits(int parallelism) {
        BigInteger first = BigInteger.valueOf(from);
        BigInteger count = BigInteger.valueOf(to).subtract(first).add(BigInteger.ONE);
        BigInteger parts = BigInteger.valueOf(parallelism);
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            BigInteger begin = count.multiply(BigInteger.valueOf(i)).divide(parts);
            BigInteger end = count.multiply(BigInteger.valueOf(i + 1L)).divide(parts);
            if (begin.compareTo(end) < 0) {
                long low = first.add(begin).longValueExact();
                long high = first.add(end).subtract(BigInteger.ONE).longValueExact();
                ranges.add(new Range(low, high, low));
            }
        }
        return ranges;
    }

    @Override
    public SourceReader<Long, Range> createReader(SourceReaderContext context) {
        return new Reader();
    }

    @Override
    public TypeSerializer<Range> splitSerializer() {
        return RangeSerializer.INSTANCE;
    }

    /**
     * A range of numbers.
     *
     * @param from first number
     * @param to last number
     * @param next the next one to read
     */
    public record Range(long from, long to, long next) implements SourceSplit {
        @Override
        public String splitId() {
            return from + ".." + to;
        }
    }

    private static final class Reader implements SourceReader<Long, Range> {
        private final ArrayDeque<Range> ranges = new ArrayDeque<>();

        @Override
        public void addSplits(List<Range> splits) {
            ranges.addAll(splits);
        }

        @Override
        public ReadStatus poll(ReaderOutput<Long> output) {
            Range range = ranges.poll();
            if (range == null) {
                return ReadStatus.DONE;
            }
            ReaderOutput.SplitOutput<Long> split = output.split(range.splitId());
            long next = range.next();
            for (int i = 0; i < RECORDS_PER_POLL && output.hasRoom(); i++) {
                split.collect(next);
                if (next == range.to()) {
                    output.splitFinished(range.splitId());
                    return ranges.isEmpty() ? ReadStatus.DONE : ReadStatus.MORE;
                }
                next++;
            }
            ranges.addFirst(new Range(range.from(), range.to(), next));
            return ReadStatus.MORE;
        }

        @Override
        public List<Range> snapshot() {
            return List.copyOf(ranges);
        }

        @Override
        public void close() {}
    }

    private enum RangeSerializer implements TypeSerializer<Range> {
        INSTANCE;

        @Override
        public void serialize(Range range, BinaryWriter out) {
            out.writeLong(range.from());
            out.writeLong(range.to());
            out.writeLong(range.next());
        }

        @Override
        public Range deserialize(BinaryReader in) {
            long from = in.readLong();
            long to = in.readLong();
            return new Range(from, to, in.readLong());
        }

        @Override
        public Range copy(Range range) {
            return range;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Range range) {
            return range.hashCode();
        }

        @Override
        public SerializerSnapshot schema() {
            SerializerSnapshot number = Types.LONG.createSerializer().schema();
            return SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, Range.class.getName())
                    .withField("from", false, number)
                    .withField("to", false, number)
                    .withField("next", false, number);
        }
    }
}
