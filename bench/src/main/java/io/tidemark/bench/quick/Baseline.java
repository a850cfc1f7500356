package io.tidemark.bench.quick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The ratios that the repository remembers: a file with a line {@code piece=ratio} for each, and comments. */
record Baseline(Map<QuickPiece, Double> ratios) {
    Baseline {
        ratios = new EnumMap<>(ratios);
    }

    /** @throws IllegalArgumentException when a piece is unknown or has no number, or one is missing */
    static Baseline read(Path file) throws IOException {
        Map<QuickPiece, Double> ratios = new EnumMap<>(QuickPiece.class);
        for (String line : Files.readAllLines(file)) {
            if (isRatio(line)) {
                String[] parts = line.split("=", 2);
                ratios.put(QuickPiece.valueOf(parts[0].strip()), Double.parseDouble(parts[1].strip()));
            }
        }
        for (QuickPiece piece : QuickPiece.values()) {
            if (!ratios.containsKey(piece)) {
                throw new IllegalArgumentException(
                        file + " has no ratio for " + piece + "; measure all again with bench/quick --renew");
            }
        }
        return new Baseline(ratios);
    }

    /** Comments that the file has stay. */
    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        if (Files.exists(file)) {
            Files.readAllLines(file).stream().filter(line -> !isRatio(line)).forEach(lines::add);
        }
        ratios.forEach((piece, ratio) -> lines.add(String.format(Locale.ROOT, "%s=%.2f", piece, ratio)));
        Files.write(file, lines);
    }

    double of(QuickPiece piece) {
        return ratios.get(piece);
    }

    private static boolean isRatio(String line) {
        return !line.isBlank() && !line.startsWith("#");
    }
}
