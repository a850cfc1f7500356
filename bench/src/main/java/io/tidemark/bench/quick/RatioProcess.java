package io.tidemark.bench.quick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** {@link PairedRuns} in a JVM of its own, so that no piece runs with what the compiler learnt of another. */
final class RatioProcess implements Regressions.Ratios {
    private static final Duration AT_MOST = Duration.ofMinutes(2);
    private static final Pattern PAIR = Pattern.compile("^pair ratio=(\\S+)$", Pattern.MULTILINE);

    private final String classPath;
    private final int pairs;

    RatioProcess(String classPath, int pairs) {
        this.classPath = classPath;
        this.pairs = pairs;
    }

    /** The median of the pairs. */
    @Override
    public double measure(QuickPiece piece) throws IOException, InterruptedException {
        Path output = Files.createTempFile("tidemark-quick-", ".log");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // What a worker runs with, in a smaller heap.
                        "-XX:+UseParallelGC",
                        "-Xms2g",
                        "-Xmx2g",
                        "-Xmn1g",
                        "-cp",
                        classPath,
                        PairedRuns.class.getName(),
                        piece.workload().id(),
                        Long.toString(piece.events()),
                        Integer.toString(pairs)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean hasEnded = process.waitFor(AT_MOST.toMillis(), TimeUnit.MILLISECONDS);
            return ratio(
                    Files.readString(output), hasEnded ? "ended" : "still runs after " + AT_MOST.toSeconds() + " s");
        } finally {
            process.destroyForcibly();
            process.waitFor();
            Files.deleteIfExists(output);
        }
    }

    private double ratio(String said, String whatBecameOfIt) {
        double[] ratios = PAIR.matcher(said)
                .results()
                .map((MatchResult pair) -> pair.group(1))
                .mapToDouble(Double::parseDouble)
                .sorted()
                .toArray();
        if (ratios.length != pairs) {
            throw new IllegalStateException(
                    ratios.length + " of " + pairs + " pairs of runs, and the process " + whatBecameOfIt + ": " + said);
        }
        return ratios[pairs / 2];
    }
}
