package io.tidemark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A cluster of one coordinator and two workers with a slot each, driven by the distribution's command line. */
final class TwoWorkerProcesses implements AutoCloseable {
    private final Path command;
    private final Path jobJar;
    private final Path directory;

    TwoWorkerProcesses(Path distribution, Path jobJar) throws IOException {
        this.command = distribution.resolve("bin").resolve("tidemark");
        this.jobJar = jobJar;
        this.directory = Files.createTempDirectory("tidemark-bench-cluster-");
    }

    void start() throws IOException, InterruptedException {
        call("cluster", "start", "--workers", "2", "--slots", "1", "--dir", directory.toString());
    }

    /** Seconds from the submission to the end, the planning of the job included. */
    double run(long events, Path output) throws IOException, InterruptedException {
        String coordinator = coordinator();
        long startNs = System.nanoTime();
        call(
                "submit",
                "--coordinator",
                coordinator,
                "--parallelism",
                "2",
                "--class",
                "io.tidemark.bench.KeyedSumJob",
                jobJar.toString(),
                Long.toString(events),
                output.toString());
        return (System.nanoTime() - startNs) / 1e9;
    }

    private String coordinator() throws IOException, InterruptedException {
        String status = call("cluster", "status", "--dir", directory.toString());
        return status.lines()
                .flatMap(line -> List.of(line.trim().split("\\s+")).stream())
                .filter(word -> word.matches("127\\.0\\.0\\.1:\\d+"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no address in: " + status));
    }

    private String call(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(line + " ended with " + process.exitValue() + ": " + output);
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        try {
            call("cluster", "stop", "--dir", directory.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
