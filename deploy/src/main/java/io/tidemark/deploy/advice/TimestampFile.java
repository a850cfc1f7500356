package io.tidemark.deploy.advice;

import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.metric.Counter;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.FileSplit;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.json.JsonFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * The timestamps of a file, of the files of a directory or of those that a glob matches, in the order in which one reader of a
 * job would read them.
 */
public final class TimestampFile {
    /** What the lines of a file are. */
    public enum Lines {
        CSV,
        JSON;

        /** By the end of the name; CSV when it does not say. */
        public static Lines ofName(String path) {
            String name = path.toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
            return name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson") ? JSON : CSV;
        }
    }

    private final FileSource<Long> source;

    private TimestampFile(FileSource<Long> source) {
        this.source = source;
    }

    /** Lines of cells. */
    public static TimestampFile csv(String path, CsvFormat format, TimeColumn column) {
        return of(path, format.read(row -> column.of(row)));
    }

    /** An object a line. */
    public static TimestampFile json(String path, TimeColumn column) {
        return of(path, JsonFormat.read(line -> column.of(line)));
    }

    private static TimestampFile of(String path, ReadFormat<Long> format) {
        return new TimestampFile(FileSource.of(path, format));
    }

    /**
     * Reads all of it.
     *
     * @param each is given {@link Long#MIN_VALUE} for a record without a time
     * @throws io.tidemark.api.connector.ConnectorException when there is no such file, or what is in it is not as expected
     */
    @SuppressWarnings("try")
    public void read(LongConsumer each) throws Exception {
        List<FileSplit> splits = source.enumerateSplits(1);
        try (SourceReader<Long, FileSplit> reader = source.createReader(new OneReader())) {
            reader.addSplits(splits);
            Output output = new Output(each);
            while (reader.poll(output) != ReadStatus.DONE) {
                Thread.onSpinWait();
            }
        }
    }

    private record Output(LongConsumer each) implements ReaderOutput<Long>, ReaderOutput.SplitOutput<Long> {
        @Override
        public SplitOutput<Long> split(String splitId) {
            return this;
        }

        @Override
        public void splitFinished(String splitId) {}

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void collect(Long time) {
            each.accept(time);
        }

        @Override
        public void collectWithTimestamp(Long time, long timestamp) {
            each.accept(time);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }

    private static final class OneReader implements SourceReaderContext {
        @Override
        public int subtask() {
            return 0;
        }

        @Override
        public int parallelism() {
            return 1;
        }

        @Override
        public long processingTimeMs() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Counter counter(String name) {
            return new Uncounted();
        }

        /** Nobody is downstream. */
        @Override
        public void emitWatermark(io.tidemark.api.watermark.Watermark watermark) {}

        @Override
        public ClassLoader userClassLoader() {
            return TimestampFile.class.getClassLoader();
        }
    }

    /** What the reader counts is not asked for: a malformed record ends the reading. */
    private static final class Uncounted implements Counter {
        private long count;

        @Override
        public void add(long delta) {
            count += delta;
        }

        @Override
        public long get() {
            return count;
        }
    }
}
