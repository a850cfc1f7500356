package io.tidemark.coordinator.planning;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process with Tidemark's classes and those of a job, in a directory of its own. It runs user code, so it may do anything. */
final class ChildJvm {
    private static final int SHOWN_OUTPUT_BYTES = 8 * 1024;

    private final PlanningConfig config;
    private final Path directory;

    ChildJvm(PlanningConfig config, Path directory) {
        this.config = config;
        this.directory = directory;
    }

    /**
     * How it ended.
     *
     * @param inTime false when it was ended for taking too long
     * @param status of the process, when it was in time
     * @param lastLine of what it printed, as the rest of a sentence; may be empty
     */
    record End(boolean inTime, int status, String lastLine) {}

    /** Runs a main of Tidemark's until it ends, or is ended after the limit. */
    End run(Class<?> main, String jar, List<String> arguments, Duration limit)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                config.javaExecutable().toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx512m",
                "-Djava.awt.headless=true",
                "-cp",
                config.classPath() + File.pathSeparator + jar,
                main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        // The coordinator's own settings, secrets among them, are nothing for the job's code.
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_"));
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly();
        }
        return new End(ended, ended ? process.exitValue() : 0, lastLine(output));
    }

    private static String lastLine(Path output) throws IOException {
        byte[] bytes = Files.readAllBytes(output);
        int from = Math.max(0, bytes.length - SHOWN_OUTPUT_BYTES);
        String tail = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8).strip();
        int lineStart = tail.lastIndexOf('\n') + 1;
        return tail.isEmpty() ? "" : "; its last line: " + tail.substring(lineStart);
    }
}
