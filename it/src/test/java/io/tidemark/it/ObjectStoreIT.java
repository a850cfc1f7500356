package io.tidemark.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.checkpoint.storage.FaultProxy;
import io.tidemark.checkpoint.storage.ObjectStore;
import io.tidemark.it.jobs.SlowLane;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.TaskInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of processes whose checkpoints and savepoints are in an object store. */
class ObjectStoreIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String SECRET = "the-secret-of-the-object-store";

    @TempDir
    Path directory;

    private final String prefix = ObjectStore.prefix();
    private FaultProxy proxy;
    private Path output;
    private Path hurry;

    @BeforeEach
    void open() {
        proxy = new FaultProxy(ObjectStore.shared().endpoint());
        output = directory.resolve("results");
        hurry = directory.resolve("hurry");
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    private String location(String name) {
        return "s3://" + ObjectStore.BUCKET + "/" + prefix + "/" + name;
    }

    private ProcessCluster cluster(String... more) throws InterruptedException {
        List<String> options = new ArrayList<>(List.of(
                "-Dcheckpoint.directory=" + location("checkpoints"),
                "-Ds3.endpoint=" + proxy.endpoint(),
                "-Ds3.access-key=access",
                "-Ds3.secret-key=" + SECRET));
        options.addAll(List.of(more));
        return ProcessCluster.start(
                new Cli(directory), directory.resolve("cluster"), 2, 1, options.toArray(String[]::new));
    }

    private Cli.Running submit(ProcessCluster cluster, String from, long numbers) throws Exception {
        Path jar = JobJar.of(SlowLane.class, directory);
        return from.isEmpty()
                ? cluster.begin(
                        "submit",
                        "--parallelism",
                        2,
                        "-Dexecution.checkpointing.interval=1 s",
                        jar,
                        numbers,
                        output,
                        hurry)
                : cluster.begin("submit", "--parallelism", 1, "--from", from, jar, numbers, output, hurry);
    }

    @Test
    void aJobIsKilledAndRestoredStoppedWithASavepointAndTakenUpFromItAllInAnObjectStore() throws Exception {
        long numbers = 60_000;
        try (ProcessCluster cluster = cluster()) {
            Cli.Running first = submit(cluster, "", numbers);
            String id = ChaosIT.awaitJobId(cluster, first);
            ChaosIT.awaitCheckpointAfter(cluster, id, 0);
            cluster.kill("worker-1");
            cluster.repair();
            ChaosIT.awaitCheckpointAfter(cluster, id, ChaosIT.newestCheckpoint(cluster, id));
            assertThat(cluster.client().job(id).getRestarts()).isPositive();

            Cli.Ended savepoint =
                    cluster.run("savepoint", id, location("savepoints")).orFail();
            assertThat(String.join(" ", savepoint.out())).contains(location("savepoints"));
            cluster.run("stop", id).orFail();
            first.await();
            String stoppedWith = cluster.client().job(id).getSavepoint();
            assertThat(stoppedWith).startsWith(location("savepoints"));

            Files.createFile(hurry);
            Cli.Ended second = submit(cluster, stoppedWith, numbers).await();
            assertThat(second.status()).as("%s", second).isZero();
            assertThat(filesNobodyNames(id)).isEmpty();
        }
        ChaosIT.check(output, numbers);
        assertNoSecretIn(directory.resolve("cluster"));
    }

    /** Files in the store that no manifest of the job names; the job is over. */
    private List<String> filesNobodyNames(String jobId) {
        String job = prefix + "/checkpoints/" + jobId;
        List<String> manifests = ObjectStore.shared().keys(job + "/checkpoints/").stream()
                .map(key -> new String(ObjectStore.shared().read(key), ISO_8859_1))
                .toList();
        assertThat(manifests).isNotEmpty();
        return ObjectStore.shared().keys(job + "/files/").stream()
                .map(key -> key.substring(key.lastIndexOf('/') + 1))
                .filter(name -> manifests.stream().noneMatch(manifest -> manifest.contains(name)))
                .toList();
    }

    /** TR-K5. */
    private static void assertNoSecretIn(Path clusterDirectory) throws Exception {
        List<Path> logs;
        try (Stream<Path> files = Files.walk(clusterDirectory)) {
            logs = files.filter(file -> file.toString().endsWith(".log")).toList();
        }
        assertThat(logs).isNotEmpty();
        for (Path log : logs) {
            assertThat(Files.readString(log)).doesNotContain(SECRET);
        }
    }

    @Test
    void whileTheObjectStoreIsAwayTheJobGoesOnItsCheckpointsFailByNameAndNothingIsLost() throws Exception {
        outage(Duration.ofSeconds(3), 1, "-Ds3.attempts=2");
    }

    @Test
    @Tag("ci")
    void forAWholeMinuteToo() throws Exception {
        outage(Duration.ofMinutes(1), 4);
    }

    private void outage(Duration atLeast, int failures, String... options) throws Exception {
        long numbers = 100_000 + 4_000 * atLeast.toSeconds();
        try (ProcessCluster cluster = cluster(options)) {
            Cli.Running running = submit(cluster, "", numbers);
            String id = ChaosIT.awaitJobId(cluster, running);
            ChaosIT.awaitCheckpointAfter(cluster, id, 0);
            JobDetail before = cluster.client().job(id);

            proxy.away(true);
            long awaySinceNs = System.nanoTime();
            await().atMost(LIMIT)
                    .pollInterval(POLL)
                    .until(() -> System.nanoTime() - awaySinceNs >= atLeast.toNanos()
                            && failed(cluster, id).size() >= failures);
            JobDetail during = cluster.client().job(id);
            proxy.away(false);

            assertThat(during.getSummary().getState()).isEqualTo("RUNNING");
            assertThat(during.getRestarts()).as("%s", during.getEventsList()).isEqualTo(before.getRestarts());
            assertThat(recordsIn(during)).isGreaterThan(recordsIn(before) + 100);

            ChaosIT.awaitCheckpointAfter(cluster, id, during.getLastCheckpointId());
            cluster.kill("worker-2");
            cluster.repair();
            ChaosIT.awaitCheckpointAfter(cluster, id, ChaosIT.newestCheckpoint(cluster, id));
            Files.createFile(hurry);
            Cli.Ended ended = running.await();
            assertThat(ended.status()).as("%s", ended).isZero();
        }
        ChaosIT.check(output, numbers);
    }

    /** Those that say that the store was away. Others may have met a task that still tried to write an earlier one. */
    private static List<CheckpointInfo> failed(ProcessCluster cluster, String id) {
        return cluster.client().checkpoints(id).getCheckpointsList().stream()
                .filter(info -> info.getState().equals("FAILED"))
                .filter(info -> info.getCause().contains("The checkpoint storage cannot be reached at s3://")
                        && info.getCause().contains("it answered 503"))
                .toList();
    }

    private static long recordsIn(JobDetail job) {
        return job.getVerticesList().stream()
                .flatMap(vertex -> vertex.getTasksList().stream())
                .mapToLong(TaskInfo::getRecordsIn)
                .sum();
    }
}
