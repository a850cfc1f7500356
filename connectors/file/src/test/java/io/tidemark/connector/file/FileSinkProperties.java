package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.connector.file.csv.CsvFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A sink subtask that is killed at any step, under a worker that keeps to the SPI. */
class FileSinkProperties {

    @Property(tries = 150)
    void everyRecordIsVisibleOnceWhereverTheProcessIsKilled(@ForAll long seed) throws Exception {
        Path directory = Files.createTempDirectory("file-sink");
        try {
            new Story(directory, new Random(seed)).tell();
        } finally {
            for (Path file : all(directory)) {
                Files.delete(file);
            }
            Files.delete(directory);
        }
    }

    private static List<Path> all(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** What the source, the coordinator and the sink operator remember, and what a crash takes from them. */
    private static final class Story {
        private static final int RECORDS = 40;

        private final Path directory;
        private final Random random;
        private final FileSink<Integer> sink;
        private final TypeSerializer<Object> serializer;

        private int attempt;
        private SinkWriter<Integer> writer;
        private int nextRecord;
        private long nextCheckpoint = 1;
        /** Prepared by checkpoint; an aborted one's go with the next. */
        private final TreeMap<Long, List<Object>> prepared = new TreeMap<>();

        // What the latest complete checkpoint holds.
        private boolean hasCheckpoint;
        private int durableRecord;
        private final List<Object> durableCommittables = new ArrayList<>();

        @SuppressWarnings("unchecked")
        Story(Path directory, Random random) {
            this.directory = directory;
            this.random = random;
            this.sink = FileSink.to(directory, CsvFormat.standard().write((value, cells) -> cells.add((long) value)));
            this.serializer = (TypeSerializer<Object>) sink.committableSerializer();
        }

        void tell() throws Exception {
            start();
            while (nextRecord < RECORDS || random.nextInt(3) > 0) {
                step();
            }
            checkpoint(true);
            commit();
            assertThat(visible()).hasSize(nextRecord);
            assertThat(all(directory))
                    .allMatch(file -> file.getFileName().toString().startsWith("part-"));
        }

        private void start() throws Exception {
            attempt++;
            prepared.clear();
            writer = sink.createWriter(new Fakes.Context("job", 0, 1, attempt, hasCheckpoint), channel -> {});
            nextRecord = durableRecord;
            if (hasCheckpoint) {
                writer.commit(Fakes.throughBytes(durableCommittables, serializer));
                if (random.nextInt(5) == 0) {
                    start();
                    return;
                }
                writer.discardLeftovers();
            }
        }

        private void step() throws Exception {
            switch (random.nextInt(12)) {
                case 0 -> {
                    if (random.nextBoolean()) {
                        writer.close();
                    }
                    start();
                }
                case 1, 2 -> checkpoint(random.nextInt(3) > 0);
                case 3 -> commit();
                default -> {
                    writer.write(nextRecord++, 0);
                    return;
                }
            }
            checkVisible();
        }

        /** A barrier; the checkpoint is completed or aborted. */
        private void checkpoint(boolean isCompleted) throws Exception {
            long id = nextCheckpoint++;
            prepared.put(id, writer.prepareCommit(id));
            if (isCompleted) {
                hasCheckpoint = true;
                durableRecord = nextRecord;
                durableCommittables.clear();
                prepared.values().forEach(durableCommittables::addAll);
            }
        }

        /** The news of the latest complete checkpoint arrives; the process may die on the way through the list. */
        private void commit() throws Exception {
            List<Object> due = List.copyOf(durableCommittables);
            if (!prepared.isEmpty() && random.nextInt(4) == 0 && nextRecord < RECORDS) {
                writer.commit(due.subList(0, random.nextInt(due.size() + 1)));
                start();
                return;
            }
            writer.commit(due);
            prepared.values().removeIf(committables -> due.containsAll(committables));
        }

        private void checkVisible() throws IOException {
            List<Integer> visible = visible();
            assertThat(new HashSet<>(visible)).hasSameSizeAs(visible);
            assertThat(visible).allMatch(record -> record < durableRecord);
        }

        private List<Integer> visible() throws IOException {
            List<Integer> records = new ArrayList<>();
            for (Path file : all(directory)) {
                if (file.getFileName().toString().startsWith("part-")) {
                    Files.readAllLines(file).forEach(line -> records.add(Integer.valueOf(line)));
                }
            }
            return records;
        }
    }
}
