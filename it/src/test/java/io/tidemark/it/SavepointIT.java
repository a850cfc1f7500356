package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.datagen.DatagenSource;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.RequestFollower;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.network.plan.PlanCodec;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.RestoreFrom;
import io.tidemark.network.proto.SubmitJobReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Savepoints, stops and rescales of a job whose every window has a known sum. */
class SavepointIT {
    private static final long RECORDS = 60_000;
    private static final int KEYS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    /** Sums of (key, number) by key and window of 1000 numbers. */
    private static JobPlan plan(Path output, int parallelism, double ratePerSecond, String sumUid) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(parallelism);
        env.enableCheckpointing(200);
        env.fromSource(
                        DatagenSource.of(RECORDS, number -> number)
                                .withRatePerSecond(ratePerSecond)
                                .withTimestamps(number -> number),
                        WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(200)),
                        "numbers")
                .uid("numbers")
                .keyBy(number -> number % KEYS)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(1_000)))
                .reduce((a, b) -> a + b)
                .uid(sumUid)
                .sinkTo(FileSink.to(output, CsvFormat.standard().<Long>write((sum, cells) -> cells.add(sum))))
                .uid("sink");
        return env.buildPlan("sums");
    }

    private static List<Long> expected() {
        TreeMap<Long, Long> sums = new TreeMap<>();
        for (long number = 0; number < RECORDS; number++) {
            // A reduce of Longs has no key in its result; each window and key gives one row.
            sums.merge(number / 1_000 * KEYS + number % KEYS, number, Long::sum);
        }
        return sums.values().stream().sorted().toList();
    }

    private static List<Long> rows(Path files) throws IOException {
        List<Long> rows = new ArrayList<>();
        try (Stream<Path> parts = Files.list(files)) {
            for (Path part : parts.filter(file -> !file.getFileName().toString().startsWith("."))
                    .toList()) {
                Files.readAllLines(part).forEach(line -> rows.add(Long.parseLong(line)));
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private static String submit(ClusterClient client, JobPlan plan, String from, boolean allowNonRestored) {
        SubmitJobReply reply = client.submit(
                PlanCodec.toProto(plan),
                UUID.randomUUID().toString(),
                RestoreFrom.newBuilder()
                        .setLocation(from)
                        .setAllowNonRestored(allowNonRestored)
                        .build());
        return reply.getJobId();
    }

    private static void awaitCheckpoint(ClusterClient client, String jobId) {
        long before = client.job(jobId).getLastCheckpointId();
        await().atMost(PATIENCE).until(() -> client.job(jobId).getLastCheckpointId() > before);
    }

    private static JobDetail follow(ClusterClient client, String jobId, String token) throws InterruptedException {
        return new RequestFollower(() -> client.jobIfThere(jobId), PATIENCE, JobFollower.Pace.ofSystem())
                .follow(token, () -> {}, job -> !job.getSavepoint().isEmpty(), job -> {});
    }

    private static String stop(ClusterClient client, String jobId, boolean drain) throws InterruptedException {
        client.stop(jobId, "stop-" + jobId, "", drain);
        JobDetail end = awaitEnd(client, jobId);
        assertThat(end.getSummary().getState()).isEqualTo("FINISHED");
        assertThat(end.getSummary().getDetail()).contains("stopped");
        assertThat(end.getSavepoint()).isNotEmpty();
        return end.getSavepoint();
    }

    private static JobDetail awaitEnd(ClusterClient client, String jobId) throws InterruptedException {
        return new JobFollower(
                        wait -> client.jobIfThere(jobId, wait),
                        PATIENCE,
                        JobFollower.Listener.silent(),
                        JobFollower.Pace.ofSystem())
                .follow();
    }

    @Test
    void trC11_aJobStoppedAndTakenUpAgainAtOtherParallelismsGivesTheRowsOfAnUndisturbedOne() throws Exception {
        Path output = directory.resolve("rows");
        try (LocalCluster cluster = LocalCluster.start(2, 2)) {
            ClusterClient client = cluster.client();
            String first = submit(client, plan(output, 2, 8_000, "sums"), "", false);
            awaitCheckpoint(client, first);
            String savepoint = stop(client, first, false);
            List<Long> soFar = rows(output);
            assertThat(soFar).isNotEmpty();

            String second = submit(client, plan(output, 3, 8_000, "sums"), savepoint, false);
            awaitCheckpoint(client, second);
            assertThat(rows(output)).containsAll(soFar);
            client.rescale(second, "wider", 4, false);
            follow(client, second, "wider");
            assertThat(client.job(second).getParallelism()).isEqualTo(4);
            awaitCheckpoint(client, second);
            client.rescale(second, "narrower", 1, false);
            follow(client, second, "narrower");
            JobDetail end = awaitEnd(client, second);
            assertThat(end.getSummary().getState()).isEqualTo("FINISHED");
            assertThat(client.lateRecords(second).getOperatorsList())
                    .allSatisfy(late -> assertThat(late.getDropped()).isZero());
        }
        assertThat(rows(output)).isEqualTo(expected());
    }

    @Test
    void aSavepointOfARunningJobIsAStartForAnotherWhileThatGoesOn() throws Exception {
        Path output = directory.resolve("one");
        Path again = directory.resolve("two");
        try (LocalCluster cluster = LocalCluster.start(2, 2)) {
            ClusterClient client = cluster.client();
            String job = submit(client, plan(output, 2, 30_000, "sums"), "", false);
            awaitCheckpoint(client, job);
            client.savepoint(job, "one", directory.resolve("savepoints").toString());
            String savepoint = RequestFollower.locationOf(follow(client, job, "one"), "one");
            assertThat(Path.of(savepoint)).isDirectory();
            assertThat(awaitEnd(client, job).getSummary().getState()).isEqualTo("FINISHED");
            assertThat(rows(output)).isEqualTo(expected());

            String copy = submit(client, plan(again, 1, 1_000_000, "sums"), savepoint, false);
            assertThat(awaitEnd(client, copy).getSummary().getState()).isEqualTo("FINISHED");
            assertThat(expected()).as("only what came after the savepoint").containsAll(rows(again));
            assertThat(rows(again)).isNotEmpty();
        }
    }

    @Test
    void aSavepointThatDoesNotFitIsRefusedAndNoJobIsMade() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(1, 2)) {
            ClusterClient client = cluster.client();
            String job = submit(client, plan(directory.resolve("rows"), 2, 20_000, "sums"), "", false);
            awaitCheckpoint(client, job);
            String savepoint = stop(client, job, false);
            JobPlan renamed = plan(directory.resolve("rows"), 2, 20_000, "other sums");
            assertThatThrownBy(() -> submit(client, renamed, savepoint, false))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("sums");
            assertThatThrownBy(() ->
                            submit(client, renamed, directory.resolve("nothing").toString(), false))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("nothing");
            assertThat(client.jobs().getJobsCount()).isEqualTo(1);
            String allowed = submit(client, renamed, savepoint, true);
            assertThat(awaitEnd(client, allowed).getSummary().getState()).isEqualTo("FINISHED");
        }
    }

    @Test
    void trC11_aDrainedJobHasFiredAllItsWindowsAndIsTakenUpAgainOnlyWhenSomebodySaysSo() throws Exception {
        Path output = directory.resolve("rows");
        try (LocalCluster cluster = LocalCluster.start(1, 2)) {
            ClusterClient client = cluster.client();
            String job = submit(client, plan(output, 2, 20_000, "sums"), "", false);
            awaitCheckpoint(client, job);
            String savepoint = stop(client, job, true);
            long sum = rows(output).stream().mapToLong(Long::longValue).sum();
            assertThat(sum).isPositive();
            assertThatThrownBy(() -> submit(client, plan(output, 2, 20_000, "sums"), savepoint, false))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("brought to its end");
            SubmitJobReply again = client.submit(
                    PlanCodec.toProto(plan(output, 1, 1_000_000, "sums")),
                    UUID.randomUUID().toString(),
                    RestoreFrom.newBuilder()
                            .setLocation(savepoint)
                            .setAllowDrained(true)
                            .build());
            assertThat(again.getNotesList()).anySatisfy(note -> assertThat(note).contains("begins anew"));
            assertThat(awaitEnd(client, again.getJobId()).getSummary().getState())
                    .isEqualTo("FINISHED");
        }
        long all = expected().stream().mapToLong(Long::longValue).sum();
        assertThat(rows(output).stream().mapToLong(Long::longValue).sum())
                .as("each record is in a window once, though some windows fired in two parts")
                .isEqualTo(all);
    }
}
