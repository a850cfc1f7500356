package io.tidemark.deploy.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Reads what a file sink wrote: all finished files of a directory together. */
final class ResultRows {
    private ResultRows() {}

    /** The rows of CSV files that each begin with the same head, without it, sorted as text. */
    static List<String> read(Path directory) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(ResultRows::isFinished).toList()) {
                List<String> lines = Files.readAllLines(file);
                rows.addAll(lines.subList(Math.min(1, lines.size()), lines.size()));
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private static boolean isFinished(Path file) {
        return !file.getFileName().toString().startsWith(".") && Files.isRegularFile(file);
    }
}
