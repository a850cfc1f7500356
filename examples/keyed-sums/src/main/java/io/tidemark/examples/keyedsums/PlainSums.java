package io.tidemark.examples.keyedsums;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer of {@link KeyedSums}, computed in one thread with nothing but a hash map: all lines, sorted as text. Needs
 * nothing but Java:
 *
 * <pre>{@code java -cp keyed-sums.jar io.tidemark.examples.keyedsums.PlainSums IN OUT}</pre>
 */
public final class PlainSums {
    private static final long WINDOW_MS = 1000;

    private PlainSums() {}

    private record WindowAndKey(long windowStartMs, long key) {}

    private static final class Sums {
        private long count;
        private long sum;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("usage: PlainSums IN OUT");
            System.exit(2);
        }
        write(Path.of(args[0]), Path.of(args[1]));
    }

    /** Writes the answer for a file of events to a file. */
    public static void write(Path in, Path out) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(out)) {
            for (String line : lines(in)) {
                writer.write(line);
                writer.write('\n');
            }
        }
    }

    /** The answer: {@code windowStartMs,key,count,sum} lines, sorted as text. */
    public static List<String> lines(Path in) throws IOException {
        Map<WindowAndKey, Sums> sums = new HashMap<>();
        try (BufferedReader reader = Files.newBufferedReader(in)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int first = line.indexOf(',');
                int second = line.indexOf(',', first + 1);
                long key = Long.parseLong(line, 0, first, 10);
                long timestampMs = Long.parseLong(line, first + 1, second, 10);
                long value = Long.parseLong(line, second + 1, line.length(), 10);
                long windowStartMs = timestampMs - Math.floorMod(timestampMs, WINDOW_MS);
                Sums sum = sums.computeIfAbsent(new WindowAndKey(windowStartMs, key), unused -> new Sums());
                sum.count++;
                sum.sum += value;
            }
        }
        List<String> lines = new ArrayList<>(sums.size());
        sums.forEach((windowAndKey, sum) ->
                lines.add(windowAndKey.windowStartMs + "," + windowAndKey.key + "," + sum.count + "," + sum.sum));
        Collections.sort(lines);
        return lines;
    }
}
