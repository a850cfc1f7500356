package io.tidemark.connector.datagen;

import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.SourceReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** Makes the records of its splits, some of each in turn, so that they advance side by side. */
final class DatagenReader<T> implements SourceReader<T, DatagenSplit> {
    private static final int RECORDS_PER_TURN = 256;

    private final IndexFunction<T> generator;
    private final TimestampFunction<T> timestamps;
    private final ToDoubleFunction<DatagenSplit> ratePerSecond;
    private final LongSupplier nanoTime;
    private final List<Progress> splits = new ArrayList<>();
    private int turn;

    /**
     * @param timestamps null for records without a timestamp
     * @param ratePerSecond how many a second each split may make; infinite for as many as go
     */
    DatagenReader(
            GeneratorFunction<Long, T> generator,
            TimestampFunction<T> timestamps,
            ToDoubleFunction<DatagenSplit> ratePerSecond,
            LongSupplier nanoTime) {
        this.generator = generator instanceof IndexFunction<T> unboxed ? unboxed : generator::map;
        this.timestamps = timestamps;
        this.ratePerSecond = ratePerSecond;
        this.nanoTime = nanoTime;
    }

    private static final class Progress {
        private final DatagenSplit split;
        private final String splitId;
        private final Allowance allowance;
        private long next;

        Progress(DatagenSplit split, double ratePerSecond, long nowNs) {
            this.split = split;
            this.splitId = split.splitId();
            this.allowance = new Allowance(ratePerSecond, nowNs);
            this.next = split.next();
        }

        boolean isAtEnd() {
            return next >= split.end();
        }

        /** How many records there are still to make, or that many and more. */
        long remaining(long most) {
            long steps = isAtEnd() ? 0 : (split.end() - 1 - next) / split.step() + 1;
            return Math.min(most, steps);
        }
    }

    @Override
    public void addSplits(List<DatagenSplit> added) {
        long nowNs = nanoTime.getAsLong();
        added.forEach(split -> splits.add(new Progress(split, ratePerSecond.applyAsDouble(split), nowNs)));
    }

    @Override
    public ReadStatus poll(ReaderOutput<T> output) throws Exception {
        long nowNs = nanoTime.getAsLong();
        for (int i = splits.size(); i > 0; i--) {
            turn = turn + 1 < splits.size() ? turn + 1 : 0;
            Progress progress = splits.get(turn);
            long allowed = Math.min(RECORDS_PER_TURN, progress.allowance.available(nowNs));
            if (allowed == 0 && !progress.isAtEnd()) {
                continue;
            }
            progress.allowance.use(make(progress, allowed, output));
            if (progress.isAtEnd()) {
                splits.remove(turn);
                output.splitFinished(progress.splitId);
            }
            return splits.isEmpty() ? ReadStatus.DONE : ReadStatus.MORE;
        }
        return splits.isEmpty() ? ReadStatus.DONE : ReadStatus.NOTHING_NOW;
    }

    private long make(Progress progress, long most, ReaderOutput<T> output) throws Exception {
        ReaderOutput.SplitOutput<T> splitOutput = output.split(progress.splitId);
        // The end is not asked for with each record: the loop would be compiled again when it comes.
        long count = progress.remaining(most);
        long made = 0;
        while (made < count && output.hasRoom()) {
            T record = generator.make(progress.next);
            if (record == null) {
                throw new IllegalStateException("the generator function returned null for " + progress.next);
            }
            splitOutput.collectWithTimestamp(
                    record, timestamps == null ? Long.MIN_VALUE : timestamps.timestampMs(record));
            long step = progress.split.step();
            progress.next = progress.next > Long.MAX_VALUE - step ? Long.MAX_VALUE : progress.next + step;
            made++;
        }
        return made;
    }

    @Override
    public List<DatagenSplit> snapshot() {
        return splits.stream().map(progress -> progress.split.at(progress.next)).toList();
    }

    @Override
    public void close() {}
}
