package io.tidemark.connector.file;

import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a worker would hand in. */
final class Fakes {
    private Fakes() {}

    /** A counter. */
    static final class Count implements Counter {
        private long value;

        @Override
        public void add(long delta) {
            value += delta;
        }

        @Override
        public long get() {
            return value;
        }
    }

    /** Counters by name, for readers and writers. */
    static final class Context implements SourceReaderContext, SinkContext {
        private final Map<String, Count> counters = new HashMap<>();
        private final int subtask;
        private final int parallelism;
        private final int attempt;
        private final boolean isRestored;
        private final String jobId;

        Context() {
            this("job", 0, 1, 1, false);
        }

        Context(String jobId, int subtask, int parallelism, int attempt, boolean isRestored) {
            this.jobId = jobId;
            this.subtask = subtask;
            this.parallelism = parallelism;
            this.attempt = attempt;
            this.isRestored = isRestored;
        }

        @Override
        public int subtask() {
            return subtask;
        }

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public long processingTimeMs() {
            return 0;
        }

        @Override
        public void emitWatermark(io.tidemark.api.watermark.Watermark watermark) {
            throw new UnsupportedOperationException("nothing here emits " + watermark);
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Counter counter(String name) {
            return counters.computeIfAbsent(name, unused -> new Count());
        }

        @Override
        public ClassLoader userClassLoader() {
            return Fakes.class.getClassLoader();
        }

        @Override
        public String jobId() {
            return jobId;
        }

        @Override
        public String operatorName() {
            return "files";
        }

        @Override
        public int attempt() {
            return attempt;
        }

        @Override
        public boolean isRestored() {
            return isRestored;
        }
    }

    /** Keeps what it is given, by split, and has room for so many records. */
    static final class Output<T> implements ReaderOutput<T> {
        final Map<String, List<T>> bySplit = new LinkedHashMap<>();
        final List<T> all = new ArrayList<>();
        final List<String> finished = new ArrayList<>();
        int room = Integer.MAX_VALUE;

        @Override
        public SplitOutput<T> split(String splitId) {
            if (finished.contains(splitId)) {
                throw new IllegalStateException(splitId + " is finished");
            }
            List<T> records = bySplit.computeIfAbsent(splitId, unused -> new ArrayList<>());
            return new SplitOutput<>() {
                @Override
                public void collect(T record) {
                    records.add(record);
                    all.add(record);
                    room--;
                }

                @Override
                public void collectWithTimestamp(T record, long timestamp) {
                    throw new AssertionError("no timestamp is expected, but " + timestamp);
                }

                @Override
                public void emitWatermark(Watermark watermark) {
                    throw new AssertionError("no watermark is expected, but " + watermark);
                }

                @Override
                public void markIdle() {
                    throw new AssertionError("no idleness is expected");
                }

                @Override
                public void markActive() {
                    throw new AssertionError("no activity is expected");
                }
            };
        }

        @Override
        public void splitFinished(String splitId) {
            finished.add(splitId);
        }

        @Override
        public boolean hasRoom() {
            return room > 0;
        }
    }

    /** Polls until all is read. */
    static <T> Output<T> readAll(FileSource<T> source) throws Exception {
        return readAll(source, new Context());
    }

    static <T> Output<T> readAll(FileSource<T> source, Context context) throws Exception {
        return read(source, source.enumerateSplits(1), context);
    }

    /** Polls one reader of these splits until all is read. */
    static <T> Output<T> read(FileSource<T> source, List<FileSplit> splits, Context context) throws Exception {
        Output<T> output = new Output<>();
        SourceReader<T, FileSplit> reader = source.createReader(context);
        try {
            reader.addSplits(splits);
            while (reader.poll(output) != ReadStatus.DONE) {
                // until it is done
            }
        } finally {
            reader.close();
        }
        return output;
    }

    /** What comes out of a checkpoint for what went in. */
    static <T> List<T> throughBytes(List<T> values, TypeSerializer<T> serializer) {
        BinaryWriter out = new BinaryWriter(64);
        values.forEach(value -> serializer.serialize(value, out));
        BinaryReader in = new BinaryReader(out.toByteArray());
        List<T> read = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            read.add(serializer.deserialize(in));
        }
        return read;
    }
}
