package io.tidemark.bench.recovery;

import io.tidemark.network.proto.JobDetail;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Kills the workers of a cluster one after the other, with kill -9, and starts each again before the next one.
 *
 * <p>Arguments: directory of the distribution, this module's jar, MiB of state (1024), rounds (7), numbers a second (20000),
 * percent of the numbers that write their state anew (50).
 *
 * <p>Prints a line of JSON for each kill, all times in milliseconds since it: when the attempt was over, when its successor
 * was deployed and when it ran, its first result of any kind, and the first one that had not been there before. Then one for
 * all.
 */
public final class RecoveryBench {
    private static final int WORKERS = 3;
    private static final long PATIENCE_MS = 120_000;
    private static final int CALM_CHECKPOINTS = 2;

    private final BenchCluster cluster;
    private final Path results;
    private final List<ResultTail> tails;

    private RecoveryBench(BenchCluster cluster) {
        this.cluster = cluster;
        this.results = cluster.directory().resolve("results");
        this.tails = IntStream.range(0, WORKERS - 1)
                .mapToObj(subtask -> new ResultTail(results, subtask))
                .toList();
    }

    public static void main(String[] args) throws Exception {
        long mebibytes = args.length > 2 ? Long.parseLong(args[2]) : 1024;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 7;
        long rate = args.length > 4 ? Long.parseLong(args[4]) : 20_000;
        int writesPercent = args.length > 5 ? Integer.parseInt(args[5]) : 50;
        try (BenchCluster cluster = new BenchCluster(Path.of(args[0]), WORKERS, 1)) {
            new RecoveryBench(cluster).run(Path.of(args[1]), mebibytes, rounds, rate, writesPercent);
        }
    }

    private void run(Path jar, long mebibytes, int rounds, long rate, int writesPercent) throws Exception {
        long keys = mebibytes * 1024;
        String job = cluster.submit(
                "--parallelism",
                WORKERS - 1,
                "--class",
                RecoveryJob.class.getName(),
                jar,
                keys,
                rate,
                writesPercent,
                results);
        BenchCluster.await(
                "first number of every key",
                keys * 1000 / rate * 3 + PATIENCE_MS,
                () -> tails.get(0).next().stream().anyMatch(line -> line[0] >= keys));
        long[] tookMs = new long[rounds];
        for (int round = 0; round < rounds; round++) {
            cluster.awaitCheckpoints(job, CALM_CHECKPOINTS, PATIENCE_MS);
            tookMs[round] = killOne(job, round);
            cluster.repair();
        }
        new JsonLine("worker-kill")
                .with("stateMiB", mebibytes)
                .with("checkpointMiB", cluster.newest(job).getFullBytes() >> 20)
                .with("numbersPerSecond", rate)
                .with("writesPercent", writesPercent)
                .with("firstNewResultMs", tookMs)
                .with("medianMs", JsonLine.median(tookMs))
                .print();
    }

    /** Kills a worker that runs tasks, and waits for a result that was not there before. */
    private long killOne(String job, int round) throws InterruptedException {
        JobDetail detail = cluster.client().job(job);
        int subtask = round % (WORKERS - 1);
        String worker = detail.getVertices(detail.getVerticesCount() - 1)
                .getTasks(subtask)
                .getWorker();
        int events = detail.getEventsCount();
        long killedAtMs = System.currentTimeMillis();
        long checkpointAgeMs = killedAtMs - cluster.newest(job).getTriggeredAtMs();
        cluster.kill(worker);
        // What the other workers still have on its way does not count: only the results of the subtask that was killed.
        ResultTail tail = tails.get(subtask);
        long highest = tail.next().stream().mapToLong(line -> line[0]).max().orElse(0);
        long[] firstMs = new long[1];
        long[] firstNewMs = new long[1];
        BenchCluster.await("new result", PATIENCE_MS, () -> {
            for (long[] line : tail.next()) {
                firstMs[0] = firstMs[0] == 0 ? line[1] : firstMs[0];
                firstNewMs[0] = firstNewMs[0] == 0 && line[0] > highest ? line[1] : firstNewMs[0];
            }
            return firstNewMs[0] != 0;
        });
        List<String> said = cluster.client().job(job).getEventsList();
        said = said.subList(events, said.size());
        said.forEach(event -> System.err.println("    " + event));
        new JsonLine("worker-kill-round")
                .with("checkpointAgeMs", checkpointAgeMs)
                .with("failedMs", since(killedAtMs, said, " failed"))
                .with("deployedMs", since(killedAtMs, said, " is deployed"))
                .with("runsMs", since(killedAtMs, said, " runs"))
                .with("firstResultMs", firstMs[0] - killedAtMs)
                .with("firstNewResultMs", firstNewMs[0] - killedAtMs)
                .print();
        return firstNewMs[0] - killedAtMs;
    }

    /** When the last event of a kind was noted; -1 when there was none by the time of the first new result. */
    private static long since(long killedAtMs, List<String> events, String kind) {
        return events.stream()
                .filter(event -> event.contains(kind))
                .mapToLong(event ->
                        Instant.parse(event.substring(0, event.indexOf(' '))).toEpochMilli() - killedAtMs)
                .max()
                .orElse(-1);
    }
}
