package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.deploy.client.JobStates;
import io.tidemark.examples.keyedsums.EventFileGenerator;
import io.tidemark.examples.keyedsums.PlainSums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job over a generated file while its processes are killed: the sink's files hold exactly the right answer. */
class KillIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(20);

    @TempDir
    Path directory;

    @Test
    void killingAWorkerAndThenTheCoordinatorLosesNothingAndDoublesNothing() throws Exception {
        killWhileRunning(6_000_000);
    }

    @Test
    @Tag("ci")
    void killingAWorkerAndThenTheCoordinatorLosesNothingAndDoublesNothingOfTwentyMillionEvents() throws Exception {
        killWhileRunning(20_000_000);
    }

    private void killWhileRunning(long events) throws Exception {
        Path input = directory.resolve("events.csv");
        Path output = directory.resolve("sums");
        EventFileGenerator.generate(input, events, 100_000, 1);

        try (ProcessCluster cluster = ProcessCluster.start(new Cli(directory), directory.resolve("cluster"), 2, 1)) {
            Cli.Running submit = cluster.begin(
                    "submit",
                    "--parallelism",
                    2,
                    "-Dexecution.checkpointing.interval=500 ms",
                    Cli.example("keyed-sums"),
                    "--input",
                    input,
                    "--output",
                    output);
            String id = awaitJobId(cluster);
            awaitCheckpointAfter(cluster, id, 0);

            cluster.kill("worker-1");
            cluster.repair();
            awaitCheckpointAfter(cluster, id, newestCheckpoint(cluster, id));
            assertThat(cluster.client().job(id).getRestarts()).isPositive();

            cluster.kill("coordinator");
            cluster.repair();
            assertThat(submit.isAlive()).as("the job outlives the coordinator").isTrue();

            Cli.Ended ended = submit.await();
            assertThat(ended.status()).as("%s", ended).isZero();
        }

        assertThat(Files.list(output)
                        .filter(file -> file.getFileName().toString().startsWith(".")))
                .isEmpty();
        assertSameLines(rows(output), PlainSums.lines(input));
    }

    /** As {@code isEqualTo}, but a failure tells where the two differ and not all lines. */
    private static void assertSameLines(List<String> actual, List<String> expected) {
        for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
            if (!actual.get(i).equals(expected.get(i))) {
                throw new AssertionError("line " + i + " is " + actual.get(i) + ", should be " + expected.get(i));
            }
        }
        assertThat(actual).hasSameSizeAs(expected);
    }

    private static List<String> rows(Path directory) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private static String awaitJobId(ProcessCluster cluster) {
        return await().atMost(LIMIT)
                .pollInterval(POLL)
                .until(() -> cluster.client().jobs().getJobsList(), jobs -> !jobs.isEmpty())
                .get(0)
                .getJobId();
    }

    private static void awaitCheckpointAfter(ProcessCluster cluster, String id, long checkpoint) {
        await().atMost(LIMIT)
                .pollInterval(POLL)
                .failFast("the job ended before it could be disturbed", () -> isOver(cluster, id))
                .until(() -> newestCheckpoint(cluster, id) > checkpoint);
    }

    private static boolean isOver(ProcessCluster cluster, String id) {
        return JobStates.isEnd(cluster.client().job(id).getSummary().getState());
    }

    private static long newestCheckpoint(ProcessCluster cluster, String id) {
        return cluster.client().job(id).getLastCheckpointId();
    }
}
