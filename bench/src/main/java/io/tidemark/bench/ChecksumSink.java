package io.tidemark.bench;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Adds up what comes and writes one small file per subtask at each commit: number of results and an
 * order-independent checksum. For runs without failures.
 */
final class ChecksumSink implements Sink<KeyedSumJob.WindowSum> {
    private static final long serialVersionUID = 1L;

    private final String directory;

    ChecksumSink(String directory) {
        this.directory = directory;
    }

    /** The sum over the files that the subtasks wrote. */
    static PlainLoop.Result read(Path directory) throws IOException {
        long results = 0;
        long checksum = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String[] cells = Files.readString(file).trim().split(" ");
                results += Long.parseLong(cells[0]);
                checksum += Long.parseLong(cells[1]);
            }
        }
        return new PlainLoop.Result(results, checksum);
    }

    @Override
    public SinkWriter<KeyedSumJob.WindowSum> createWriter(SinkContext context) {
        return new Writer(Path.of(directory, "subtask-" + context.subtask()));
    }

    @Override
    public TypeSerializer<?> committableSerializer() {
        return Types.STRING.createSerializer();
    }

    private static final class Writer implements SinkWriter<KeyedSumJob.WindowSum> {
        private final Path file;
        private long results;
        private long checksum;

        Writer(Path file) {
            this.file = file;
        }

        @Override
        public void write(KeyedSumJob.WindowSum record, long timestamp) {
            results++;
            checksum += KeyedSumWorkload.checksum(record.windowStartMs(), record.key(), record.count(), record.sum());
        }

        @Override
        public List<Object> prepareCommit(long checkpointId) {
            return List.of(results + " " + checksum);
        }

        @Override
        public void commit(List<Object> committables) throws IOException {
            Files.createDirectories(file.getParent());
            Files.writeString(file, (String) committables.get(committables.size() - 1));
        }

        @Override
        public void close() {}
    }
}
