package io.tidemark.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where sinks leave what they counted, each once it has seen its last record: in this process, or in a directory when {@link
 * WorkerJvms} share one. Thread-safe.
 */
public final class TallyBoard {
    /** System property: the directory that processes share. */
    static final String DIRECTORY = "tidemark.bench.tallies";

    private static final String WRITTEN = ".tally";

    private static Tally total = Tally.NOTHING;

    private TallyBoard() {}

    public static synchronized void add(Tally part) {
        String directory = System.getProperty(DIRECTORY);
        if (directory == null) {
            total = total.plus(part);
            return;
        }
        try {
            Path file = Path.of(directory, UUID.randomUUID().toString());
            Files.writeString(file, part.results() + " " + part.checksum());
            Files.move(file, Path.of(file + WRITTEN), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What has come in since the last time, which is forgotten. */
    public static synchronized Tally take() {
        String directory = System.getProperty(DIRECTORY);
        Tally taken = total;
        total = Tally.NOTHING;
        return directory == null ? taken : taken.plus(takeFrom(Path.of(directory)));
    }

    private static Tally takeFrom(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            Tally taken = Tally.NOTHING;
            for (Path file :
                    files.filter(one -> one.toString().endsWith(WRITTEN)).toList()) {
                List<String> numbers = List.of(Files.readString(file).split(" "));
                taken = taken.plus(new Tally(Long.parseLong(numbers.get(0)), Long.parseLong(numbers.get(1))));
                Files.delete(file);
            }
            return taken;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
