package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.jobs.FollowedFiles;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.WaitExplanation;
import io.tidemark.network.proto.WatermarksReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four files that grow, four source subtasks on two workers, windows behind them; and then one file does not grow any more. */
class WatermarksIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int FILES = 4;
    private static final long LINES_EVERY_MS = 50;

    @TempDir
    Path directory;

    /** Appends the time now to every file but the silent one. */
    private static final class Writers implements AutoCloseable {
        private final List<Path> files;
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        private volatile int silent = -1;
        private volatile long silentSinceNs;

        Writers(List<Path> files) {
            this.files = files;
            thread.scheduleAtFixedRate(this::write, 0, LINES_EVERY_MS, TimeUnit.MILLISECONDS);
        }

        private void write() {
            for (int i = 0; i < files.size(); i++) {
                if (i != silent) {
                    try {
                        Files.writeString(files.get(i), System.currentTimeMillis() + "\n", StandardOpenOption.APPEND);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        }

        void silence(int file) {
            silent = file;
            silentSinceNs = System.nanoTime();
        }

        Duration silentFor() {
            return Duration.ofNanos(System.nanoTime() - silentSinceNs);
        }

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }

    private List<Path> files() throws IOException {
        Files.createDirectories(directory.resolve("readings"));
        List<Path> files = new ArrayList<>();
        for (int i = 1; i <= FILES; i++) {
            files.add(Files.createFile(directory.resolve("readings/part-" + i)));
        }
        return files;
    }

    private static boolean windowsHaveFired(WatermarksReply reply) {
        List<OperatorWatermark> windows = reply.getOperatorsList().stream()
                .filter(operator -> operator.getName().equals("window-sum"))
                .toList();
        return windows.size() == FILES && windows.stream().allMatch(window -> window.getWatermark() != Long.MIN_VALUE);
    }

    private static WaitExplanation ofWindows(WatermarksReply reply) {
        return reply.getWaitsList().stream()
                .filter(wait -> wait.getOperator().equals("window-sum"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void trW2_trW16_withinFiveSecondsTheSplitThatHasFallenSilentIsNamedWithTheReason() throws Exception {
        Cli cli = new Cli(directory);
        List<Path> files = files();
        Path cluster = directory.resolve("cluster");
        try (ProcessCluster processes = ProcessCluster.start(cli, cluster, 2, FILES / 2);
                Writers writers = new Writers(files)) {
            String id = processes
                    .run(
                            "submit",
                            "--detached",
                            "--parallelism",
                            FILES,
                            "-Dpipeline.standstill-warning=3s",
                            JobJar.of(FollowedFiles.class, directory),
                            directory.resolve("readings"),
                            directory.resolve("sums"))
                    .orFail()
                    .out()
                    .get(0)
                    .strip();
            await().atMost(PATIENCE)
                    .until(() -> windowsHaveFired(processes.client().watermarks(id)));

            writers.silence(2);
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> ofWindows(processes.client().watermarks(id))
                            .getCause()
                            .equals("SPLIT_SILENT"));
            assertThat(writers.silentFor()).isLessThan(Duration.ofSeconds(5));

            Cli.Ended printed = processes.run("watermarks", id).orFail();
            assertThat(String.join("\n", printed.out()))
                    .containsPattern(
                            "window-sum \\(subtask \\d of 4, the slowest\\) waits at 20\\d\\d-.*Z: source readings"
                                    + " subtask 3, split part-3, has had no record for \\d+ s; set an idle time-out"
                                    + " \\(WatermarkStrategy.withIdleness\\) to go on without it\\.")
                    .containsPattern(
                            "window-sum +1 +readings #3 .*active, holds back.*readings subtask 3, split part-3")
                    .containsPattern("readings +4 +part-4 .* active ")
                    .doesNotContain("-9223372036854775808")
                    .doesNotContain("NaN");
            JsonNode json = processes.run("watermarks", id, "--json").orFail().json();
            JsonNode wait = json.get("waits").get(json.get("waits").size() - 1);
            assertThat(json.get("waits").findValuesAsText("split")).contains("part-3");
            assertThat(wait.get("cause").asText()).isEqualTo("SPLIT_SILENT");

            Path log = cluster.resolve("log/coordinator.log");
            await().atMost(PATIENCE).until(() -> warnings(log).size() >= 1);
            assertThat(warnings(log))
                    .first()
                    .asString()
                    .contains(id, "split part-3, has had no record for", "withIdleness", "has windows or timers from");

            assertThat(String.join(
                            "\n",
                            processes
                                    .run(
                                            "advise-delay",
                                            "--job",
                                            id,
                                            "--for",
                                            "2s",
                                            "--delays",
                                            "0s,1s",
                                            "--window",
                                            "1s")
                                    .orFail()
                                    .out()))
                    .containsPattern("\\d+ rows of readings in \\d")
                    .contains("late by watermark");
            assertThat(warnings(log).stream().filter(line -> line.contains("window-sum")))
                    .hasSize(1);
            processes.run("cancel", id).orFail();
        }
    }

    private static List<String> warnings(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains("WARN") && line.contains("has had no record for"))
                .toList();
    }
}
