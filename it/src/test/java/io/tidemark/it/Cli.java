package io.tidemark.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the distribution's command as a user does, in a home directory of its own. */
final class Cli {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final Path directory;

    /** @param directory for what the commands say, and for their home */
    Cli(Path directory) {
        this.directory = directory;
    }

    /** How a command ended. */
    record Ended(int status, List<String> out, List<String> err, Duration took) {
        JsonNode json() {
            try {
                return new ObjectMapper().readTree(String.join("\n", out));
            } catch (IOException e) {
                throw new UncheckedIOException(out + " " + err, e);
            }
        }

        Ended orFail() {
            if (status != 0) {
                throw new AssertionError("status " + status + ": " + out + " " + err);
            }
            return this;
        }
    }

    /** A command that runs. */
    final class Running {
        private final Process process;
        private final Path out;
        private final Path err;
        private final long startedNs = System.nanoTime();

        private Running(Process process, Path out, Path err) {
            this.process = process;
            this.out = out;
            this.err = err;
        }

        boolean isAlive() {
            return process.isAlive();
        }

        List<String> saidSoFar() {
            return lines(out);
        }

        Ended await() throws InterruptedException {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("did not end in " + LIMIT + ": " + lines(out) + " " + lines(err));
            }
            return new Ended(
                    process.exitValue(), lines(out), lines(err), Duration.ofNanos(System.nanoTime() - startedNs));
        }

        private List<String> lines(Path file) {
            try {
                return Files.readAllLines(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Path distribution() {
        return Path.of(System.getProperty("tidemark.distribution"))
                .toAbsolutePath()
                .normalize();
    }

    /** Processes that were started from commands with this directory, and live. */
    static List<Long> processesOf(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(homeOption(directory)))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static String homeOption(Path directory) {
        return "-Duser.home=" + directory;
    }

    static Path example(String name) {
        return distribution().resolve("examples").resolve(name + ".jar");
    }

    Ended run(Object... arguments) throws InterruptedException {
        return start(arguments).await();
    }

    Running start(Object... arguments) {
        List<String> line = new ArrayList<>();
        line.add(distribution().resolve("bin/tidemark").toString());
        for (Object argument : arguments) {
            line.add(argument.toString());
        }
        try {
            Path out = Files.createTempFile(directory, "out-", ".txt");
            Path err = Files.createTempFile(directory, "err-", ".txt");
            ProcessBuilder builder = new ProcessBuilder(line)
                    .directory(directory.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put("TIDEMARK_JAVA_OPTS", homeOption(directory));
            return new Running(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
