package io.tidemark.bench.state;

import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.network.proto.CheckpointInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The running count with checkpoints and without, in turn: how much of the throughput they take, how long tasks stand still
 * for them, and how much each writes. State fits.
 *
 * <p>Arguments: number of keys (20000000), of events (60000000), of keys that the events after the first of each key are of
 * (all), seconds between checkpoints (5), rounds (3), megabytes of cache (4096), events a second that the source gives at
 * most (no limit).
 */
public final class CheckpointBench {
    private static final int PARALLELISM = 2;
    private static final long NATIVE_BYTES = 512L << 20;

    private final KeyedCount job;
    private final long expectedSum;
    private final Duration interval;
    private final List<String> lines = new ArrayList<>();

    private CheckpointBench(KeyedCount job, Duration interval) {
        this.job = job;
        this.expectedSum = job.expectedSum();
        this.interval = interval;
    }

    public static void main(String[] args) throws Exception {
        long keys = args.length > 0 ? Long.parseLong(args[0]) : 20_000_000;
        long events = args.length > 1 ? Long.parseLong(args[1]) : 60_000_000;
        long hotKeys = args.length > 2 ? Long.parseLong(args[2]) : keys;
        long seconds = args.length > 3 ? Long.parseLong(args[3]) : 5;
        int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 3;
        long cacheBytes = (args.length > 5 ? Long.parseLong(args[5]) : 4096) << 20;
        double limit = args.length > 6 ? Double.parseDouble(args[6]) : Double.POSITIVE_INFINITY;
        KeyedCount job = KeyedCount.of(keys, events).withHotKeys(hotKeys).withEventsPerSecond(limit);
        run(job, Duration.ofSeconds(seconds), rounds, cacheBytes).forEach(System.out::println);
    }

    /** A line a run, and one that sums up each round. */
    static List<String> run(KeyedCount job, Duration interval, int rounds, long cacheBytes) throws Exception {
        CheckpointBench bench = new CheckpointBench(job, interval);
        for (int round = 0; round < rounds; round++) {
            Rate without = bench.rate(Duration.ZERO, cacheBytes);
            Rate with = bench.rate(interval, cacheBytes);
            bench.say(
                    "with checkpoints %.2f of the throughput without, and %.2f times the processor time an event",
                    with.eventsPerSecond() / without.eventsPerSecond(), with.cpuNsPerEvent() / without.cpuNsPerEvent());
        }
        return bench.lines;
    }

    private record Rate(double eventsPerSecond, double cpuNsPerEvent) {}

    /** Each run has a cluster of its own, so that none starts with what another left. */
    private Rate rate(Duration checkpointInterval, long cacheBytes) throws Exception {
        System.gc();
        try (LocalCluster cluster = LocalCluster.start(1, PARALLELISM, cacheBytes, NATIVE_BYTES);
                TaskSnapshots snapshots = new TaskSnapshots()) {
            CountRun run = CountRun.of(job.withCheckpoints(checkpointInterval), PARALLELISM, cluster, expectedSum);
            // The first checkpoints hold every key; what follows is the rule.
            long from = job.keys() + (job.events() - job.keys()) / 3;
            Rate rate = new Rate(run.eventsPerSecondAfter(from), run.cpuNsPerEventAfter(from));
            List<CheckpointInfo> checkpoints = cluster.client()
                    .checkpoints(cluster.client().jobs().getJobs(0).getJobId())
                    .getCheckpointsList();
            say(
                    "checkpoints every %s: %.2f M events/s, %.0f ns of processor an event, longest wait for a count %d ms",
                    checkpointInterval,
                    rate.eventsPerSecond() / 1e6,
                    rate.cpuNsPerEvent(),
                    run.longestStandstillMs(job.keys()));
            say("processor time by thread: %s", run.threadTimesAfter(from));
            if (!checkpointInterval.isZero()) {
                describe(snapshots.stoodStillNs(), checkpoints);
            }
            return rate;
        }
    }

    private void describe(List<Long> stoodStillNs, List<CheckpointInfo> checkpoints) {
        say(
                "tasks stood still: median %.1f ms, p99 %.1f ms, longest %.1f ms, of %d snapshots",
                quantile(stoodStillNs, 0.5) / 1e6,
                quantile(stoodStillNs, 0.99) / 1e6,
                quantile(stoodStillNs, 1) / 1e6,
                stoodStillNs.size());
        for (CheckpointInfo checkpoint : checkpoints) {
            say(
                    "checkpoint %d %s after %d ms: wrote %d KiB of %d KiB %s",
                    checkpoint.getCheckpointId(),
                    checkpoint.getState(),
                    checkpoint.getDurationMs(),
                    checkpoint.getNewBytes() >> 10,
                    checkpoint.getFullBytes() >> 10,
                    checkpoint.getCause());
        }
    }

    private static long quantile(List<Long> sorted, double quantile) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, sorted.size() * quantile));
    }

    private void say(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        lines.add(line);
        System.out.println(line);
    }
}
