package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.it.jobs.LateBesideSums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same file read again and again in deterministic mode: who is late does not depend on the run. */
class ReplayIT {
    private static final int RUNS = 20;
    private static final int RUNS_WITH_A_FAILURE = 3;
    private static final int ROWS = 6_000;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    /** What a run gave. */
    private record Results(List<String> sums, List<String> late) {
        static Results of(Path output) throws IOException {
            return new Results(rows(output.resolve("sums")), rows(output.resolve("late")));
        }

        private static List<String> rows(Path files) throws IOException {
            List<String> rows = new ArrayList<>();
            try (Stream<Path> parts = Files.list(files)) {
                for (Path part : parts.toList()) {
                    rows.addAll(Files.readAllLines(part));
                }
            }
            Collections.sort(rows);
            return rows;
        }

        long sum() {
            return Stream.concat(sums.stream(), late.stream())
                    .mapToLong(row -> Long.parseLong(row.substring(row.lastIndexOf(',') + 1)))
                    .sum();
        }
    }

    /** Rows that are about as far behind the newest one as the bound allows for, many somewhat further. */
    private Path file() throws IOException {
        Random random = new Random(20);
        long boundMs = LateBesideSums.BOUND.toMillis();
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            long behindMs = random.nextInt(3) == 0 ? boundMs + random.nextInt(400) - 20 : random.nextInt(200);
            lines.add("k" + random.nextInt(20) + "," + (10_000 + row * 10L - behindMs) + "," + row);
        }
        return Files.write(directory.resolve("rows.csv"), lines);
    }

    @Test
    void trW14_tm18_twentyReplaysGiveTheSameSumsAndTheSameLateRowsAlsoAfterFailuresAndAKill() throws Exception {
        Path file = file();
        Results first = null;
        try (LocalCluster cluster = LocalCluster.start(2, 1)) {
            for (int run = 1; run < RUNS; run++) {
                LateBesideSums.FAILURES.set(run <= RUNS_WITH_A_FAILURE ? 1 : 0);
                StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                env.setParallelism(2);
                Path output = directory.resolve("run-" + run);
                LateBesideSums.define(env, file, output, 0, true);
                cluster.submit(env.buildPlan("replay")).await();

                assertThat(LateBesideSums.FAILURES).hasValue(0);
                Results results = Results.of(output);
                first = first == null ? results : first;
                assertThat(results).as("run %s", run).isEqualTo(first);
            }
        }
        assertThat(first.late()).hasSizeGreaterThan(20);
        assertThat(first.sum()).as("no row is lost").isEqualTo(ROWS * (ROWS - 1L) / 2);
        assertThat(runInProcessesOfWhichOneIsKilled(file)).isEqualTo(first);
    }

    private Results runInProcessesOfWhichOneIsKilled(Path file) throws Exception {
        Cli cli = new Cli(directory);
        Path output = directory.resolve("killed");
        try (ProcessCluster cluster = ProcessCluster.start(cli, directory.resolve("cluster"), 2, 1)) {
            String id = cluster.run(
                            "submit",
                            "--detached",
                            "--parallelism",
                            2,
                            JobJar.of(LateBesideSums.class, directory),
                            file,
                            output,
                            1)
                    .orFail()
                    .out()
                    .get(0)
                    .strip();
            await().atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> cluster.client().job(id).getLastCheckpointId() > 2);
            cluster.kill("worker-1");
            cluster.repair();
            await().atMost(LIMIT)
                    .until(() -> JobStates.isEnd(
                            cluster.client().job(id).getSummary().getState()));
            assertThat(cluster.client().job(id).getSummary().getState()).isEqualTo("FINISHED");
            assertThat(cluster.client().job(id).getRestarts()).isPositive();
        }
        return Results.of(output);
    }
}
