package io.tidemark.bench.recovery;

import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.TaskInfo;
import java.nio.file.Path;
import java.util.List;

/**
 * How long checkpoints take while all channels are full, and what comes through meanwhile: aligned and unaligned, in turn, each
 * time on a cluster of two workers of its own.
 *
 * <p>Arguments: directory of the distribution, this module's jar, seconds a run (40), rounds (2), microseconds for which the sink
 * pauses after each record (500).
 *
 * <p>Prints a line of JSON for each run.
 */
public final class BackpressureBench {
    private static final int WORKERS = 2;
    private static final long INTERVAL_MS = 2_000;
    private static final long PATIENCE_MS = 120_000;

    private BackpressureBench() {}

    public static void main(String[] args) throws Exception {
        Path distribution = Path.of(args[0]);
        long seconds = args.length > 2 ? Long.parseLong(args[2]) : 40;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 2;
        long pauseMicros = args.length > 4 ? Long.parseLong(args[4]) : 500;
        for (int round = 0; round < rounds; round++) {
            for (boolean unaligned : new boolean[] {false, true}) {
                try (BenchCluster cluster = new BenchCluster(distribution, WORKERS, 1)) {
                    run(cluster, Path.of(args[1]), seconds, unaligned, pauseMicros);
                }
            }
        }
    }

    private static void run(BenchCluster cluster, Path jar, long seconds, boolean unaligned, long pauseMicros)
            throws Exception {
        // Aligned is without a time-out; an hour is the same.
        String timeout = unaligned ? "0 ms" : "1 h";
        String job = cluster.submit(
                "--parallelism",
                WORKERS,
                "-Dexecution.checkpointing.interval=" + INTERVAL_MS + " ms",
                "-Dexecution.checkpointing.aligned-timeout=" + timeout,
                "--class",
                BackpressureJob.class.getName(),
                jar,
                pauseMicros);
        BenchCluster.await(
                "full channels", PATIENCE_MS, () -> taken(cluster.client().job(job)) > 0);
        Thread.sleep(2 * INTERVAL_MS);
        long fromMs = System.currentTimeMillis();
        long before = taken(cluster.client().job(job));
        Thread.sleep(seconds * 1_000);
        long after = taken(cluster.client().job(job));
        long tookMs = System.currentTimeMillis() - fromMs;
        List<CheckpointInfo> checkpoints = cluster.client().checkpoints(job).getCheckpointsList().stream()
                .filter(info -> info.getState().equals("COMPLETED") && info.getTriggeredAtMs() >= fromMs)
                .toList();
        long[] durationsMs =
                checkpoints.stream().mapToLong(CheckpointInfo::getDurationMs).toArray();
        new JsonLine("backpressure")
                .with("checkpoints", unaligned ? "unaligned" : "aligned")
                .with("pauseMicros", pauseMicros)
                .with("recordsPerSecond", (after - before) * 1_000 / tookMs)
                .with("checkpointMs", durationsMs)
                .with("medianMs", durationsMs.length == 0 ? -1 : JsonLine.median(durationsMs))
                .with(
                        "inFlightKiB",
                        checkpoints.stream()
                                .mapToLong(info -> info.getInFlightBytes() >> 10)
                                .toArray())
                .print();
        cluster.client().cancel(job);
    }

    /** How many records the sink has taken, as its workers told last. */
    private static long taken(JobDetail detail) {
        return detail.getVertices(detail.getVerticesCount() - 1).getTasksList().stream()
                .mapToLong(TaskInfo::getRecordsIn)
                .sum();
    }
}
