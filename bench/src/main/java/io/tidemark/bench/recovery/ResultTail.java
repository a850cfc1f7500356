package io.tidemark.bench.recovery;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a subtask of {@link RecoveryJob} wrote since it was looked at the last time. Used by one thread. */
final class ResultTail {
    private final Path file;
    private long position;

    ResultTail(Path results, int subtask) {
        this.file = results.resolve("subtask-" + subtask);
    }

    /** The newest number and the time, line by line. Reads what is new alone, so that looking often disturbs nobody. */
    List<long[]> next() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) (in.length() - position)];
            in.seek(position);
            in.readFully(bytes);
            String text = new String(bytes, StandardCharsets.US_ASCII);
            int end = text.lastIndexOf('\n') + 1;
            position += end;
            return text.substring(0, end)
                    .lines()
                    .map(line -> line.split(" "))
                    .map(cells -> new long[] {Long.parseLong(cells[0]), Long.parseLong(cells[1])})
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
