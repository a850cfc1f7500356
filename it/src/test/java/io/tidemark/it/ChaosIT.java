package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.deploy.client.JobStates;
import io.tidemark.it.jobs.SlowLane;
import io.tidemark.network.proto.CheckpointInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * TR-C1 on real processes: under full channels, with a checkpoint every second, one process after the other is killed without
 * a warning. In the end every number is there once, and every key was counted without a gap. {@code
 * -Dtidemark.chaos.rounds=N} sets how many are killed, {@code -Dtidemark.chaos.seed=N} which. Logs of a run that failed are
 * kept in {@code target/chaos-SEED}.
 */
class ChaosIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final List<String> PROCESSES =
            List.of("worker-1", "worker-2", "worker-1", "worker-2", "coordinator");

    @TempDir
    Path directory;

    @Test
    @Tag("ci")
    void trC1_killingRandomProcessesWithAlignedCheckpointsLosesNothingAndDoublesNothing() throws Exception {
        kill(rounds(5), false);
    }

    @Test
    @Tag("ci")
    void trC1_killingRandomProcessesWithUnalignedCheckpointsLosesNothingAndDoublesNothing() throws Exception {
        kill(rounds(5), true);
    }

    @Test
    @Tag("long")
    void trC1_aHundredKillsWithAlignedCheckpointsLoseNothingAndDoubleNothing() throws Exception {
        kill(rounds(100), false);
    }

    @Test
    @Tag("long")
    void trC1_aHundredKillsWithUnalignedCheckpointsLoseNothingAndDoubleNothing() throws Exception {
        kill(rounds(100), true);
    }

    @Test
    @Tag("ci")
    void anotherJobTakesUpAnUnalignedCheckpointAtAnotherParallelismAndRecordsInFlightComeOnce() throws Exception {
        long numbers = 60_000;
        Path jar = JobJar.of(SlowLane.class, directory);
        Path output = directory.resolve("results");
        Path hurry = directory.resolve("hurry");
        try (ProcessCluster cluster = ProcessCluster.start(new Cli(directory), directory.resolve("cluster"), 2, 2)) {
            Cli.Running first = cluster.begin(
                    "submit",
                    "--parallelism",
                    2,
                    "-Dexecution.checkpointing.interval=1 s",
                    "-Dexecution.checkpointing.aligned-timeout=50 ms",
                    jar,
                    numbers,
                    output,
                    hurry);
            String id = awaitJobId(cluster, first);
            awaitCheckpointAfter(cluster, id, 1);
            cluster.client().cancel(id);
            first.await();
            CheckpointInfo newest = cluster.client().checkpoints(id).getCheckpointsList().stream()
                    .filter(info -> info.getState().equals("COMPLETED"))
                    .findFirst()
                    .orElseThrow();
            assertThat(newest.getUnaligned()).as("%s", newest).isTrue();
            assertThat(newest.getInFlightBytes()).as("%s", newest).isPositive();

            Files.createFile(hurry);
            cluster.run("submit", "--parallelism", 3, "--from", newest.getPath(), jar, numbers, output, hurry)
                    .orFail();
        }
        check(output, numbers);
    }

    private static int rounds(int otherwise) {
        return Integer.getInteger("tidemark.chaos.rounds", otherwise);
    }

    private void kill(int rounds, boolean unaligned) throws Exception {
        long seed = Long.getLong("tidemark.chaos.seed", System.nanoTime());
        try {
            kill(rounds, unaligned, seed);
        } catch (Exception | AssertionError e) {
            keepLogs(Path.of("target", "chaos-" + seed));
            throw e;
        }
    }

    private void keepLogs(Path target) throws IOException {
        Files.createDirectories(target);
        try (Stream<Path> logs = Files.list(directory.resolve("cluster").resolve("log"))) {
            for (Path log : logs.toList()) {
                Files.copy(log, target.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        System.out.println("ChaosIT: the logs are in " + target.toAbsolutePath());
    }

    private void kill(int rounds, boolean unaligned, long seed) throws Exception {
        System.out.println("ChaosIT: seed " + seed + ", " + rounds + " rounds, unaligned " + unaligned);
        Random random = new Random(seed);
        // More than the slow step takes in the time of the rounds.
        long numbers = 100_000 + 40_000L * rounds;
        Path output = directory.resolve("results");
        Path hurry = directory.resolve("hurry");
        long inFlightBytes = 0;
        try (ProcessCluster cluster = ProcessCluster.start(new Cli(directory), directory.resolve("cluster"), 2, 1)) {
            List<Object> submit =
                    new ArrayList<>(List.of("submit", "--parallelism", 2, "-Dexecution.checkpointing.interval=1 s"));
            if (unaligned) {
                submit.add("-Dexecution.checkpointing.aligned-timeout=50 ms");
            }
            submit.addAll(List.of(JobJar.of(SlowLane.class, directory), numbers, output, hurry));
            Cli.Running running = cluster.begin(submit.toArray());
            String id = awaitJobId(cluster, running);
            awaitCheckpointAfter(cluster, id, 0);
            for (int round = 0; round < rounds; round++) {
                Thread.sleep(random.nextInt(1_000));
                cluster.kill(PROCESSES.get(random.nextInt(PROCESSES.size())));
                cluster.repair();
                awaitCheckpointAfter(cluster, id, newestCheckpoint(cluster, id));
                inFlightBytes = Math.max(inFlightBytes, inFlightBytes(cluster, id));
            }
            Files.createFile(hurry);
            Cli.Ended ended = running.await();
            assertThat(ended.status()).as("%s", ended).isZero();
        }
        if (unaligned) {
            assertThat(inFlightBytes).as("what was in flight").isPositive();
        }
        check(output, numbers);
    }

    private static long inFlightBytes(ProcessCluster cluster, String id) {
        return cluster.client().checkpoints(id).getCheckpointsList().stream()
                .filter(info -> info.getState().equals("COMPLETED"))
                .mapToLong(CheckpointInfo::getInFlightBytes)
                .max()
                .orElse(0);
    }

    /** Every number of the slow lane is there once, and every key was counted without a gap. */
    static void check(Path output, long numbers) throws IOException {
        BitSet seen = new BitSet();
        Map<Long, BitSet> counts = new HashMap<>();
        List<Path> files;
        try (Stream<Path> found = Files.list(output)) {
            files = found.toList();
        }
        for (Path file : files) {
            assertThat(file.getFileName().toString()).as("is committed").doesNotStartWith(".");
            for (String line : Files.readAllLines(file)) {
                String[] cells = line.split(",");
                int number = Integer.parseInt(cells[0]);
                assertThat(seen.get(number)).as("%s comes twice", line).isFalse();
                seen.set(number);
                BitSet ofKey = counts.computeIfAbsent(Long.parseLong(cells[1]), missing -> new BitSet());
                int count = Integer.parseInt(cells[2]);
                assertThat(ofKey.get(count)).as("%s counts twice", line).isFalse();
                ofKey.set(count);
            }
        }
        assertThat(seen.cardinality()).isEqualTo((int) numbers);
        counts.forEach((key, ofKey) -> assertThat(ofKey.length() - 1)
                .as("the last count of key %s", key)
                .isEqualTo(ofKey.cardinality()));
    }

    static String awaitJobId(ProcessCluster cluster, Cli.Running running) {
        return await().atMost(LIMIT)
                .pollInterval(POLL)
                .failFast("the job was not taken", () -> !running.isAlive())
                .until(() -> cluster.client().jobs().getJobsList(), jobs -> !jobs.isEmpty())
                .get(0)
                .getJobId();
    }

    static void awaitCheckpointAfter(ProcessCluster cluster, String id, long checkpoint) {
        await().atMost(LIMIT)
                .pollInterval(POLL)
                .failFast("the job ended before it could be disturbed", () -> isOver(cluster, id))
                .until(() -> newestCheckpoint(cluster, id) > checkpoint);
    }

    private static boolean isOver(ProcessCluster cluster, String id) {
        return JobStates.isEnd(cluster.client().job(id).getSummary().getState());
    }

    static long newestCheckpoint(ProcessCluster cluster, String id) {
        return cluster.client().job(id).getLastCheckpointId();
    }
}
