package io.tidemark.bench.burst;

import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobFailedException;
import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.network.proto.CheckpointInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * How a running job behaves while a burst is being worked off for a slow sink: how long barriers take through the whole job, what
 * is on the heap, and how long a cancel takes. An embedded cluster of one worker with two slots.
 *
 * <p>Arguments: TIMERS or WINDOW, number of keys (1000000), microseconds that each sink takes for a record (20), milliseconds
 * between checkpoints (250).
 *
 * <p>Four runs: two for the barriers, one of them with default settings and one whose checkpoints go unaligned everywhere after
 * {@value #ALIGNED_TIMEOUT_MS} ms; one for the memory (which is looked at after full collections, and those take their time), one that is
 * cancelled in the middle, both with default settings.
 */
public final class BurstBench {
    private static final long CACHE_BYTES = 512L << 20;
    private static final long NATIVE_BYTES = 512L << 20;
    private static final long ALIGNED_TIMEOUT_MS = 50;
    private static final long PATIENCE_MS = 120_000;
    private static final long POLL_MS = 1;
    private static final int MEMORY_SAMPLES = 8;
    private static final long MIB = 1L << 20;

    private final LocalCluster cluster;
    private final BurstJob.Kind kind;
    private final long keys;
    private final Duration pause;
    private final Duration checkpointInterval;
    private final Consumer<String> report;

    private BurstBench(
            LocalCluster cluster,
            BurstJob.Kind kind,
            long keys,
            Duration pause,
            Duration checkpointInterval,
            Consumer<String> report) {
        this.cluster = cluster;
        this.kind = kind;
        this.keys = keys;
        this.pause = pause;
        this.checkpointInterval = checkpointInterval;
        this.report = report;
    }

    public static void main(String[] args) throws Exception {
        BurstJob.Kind kind = BurstJob.Kind.valueOf(args[0].toUpperCase(Locale.ROOT));
        long keys = args.length > 1 ? Long.parseLong(args[1]) : 1_000_000;
        long pauseMicros = args.length > 2 ? Long.parseLong(args[2]) : 20;
        long intervalMs = args.length > 3 ? Long.parseLong(args[3]) : 250;
        run(kind, keys, Duration.ofNanos(pauseMicros * 1_000), Duration.ofMillis(intervalMs), System.out::println);
    }

    static void run(BurstJob.Kind kind, long keys, Duration pause, Duration checkpointInterval, Consumer<String> report)
            throws InterruptedException {
        try (LocalCluster cluster = LocalCluster.start(1, BurstJob.PARALLELISM, CACHE_BYTES, NATIVE_BYTES)) {
            BurstBench bench = new BurstBench(cluster, kind, keys, pause, checkpointInterval, report);
            bench.barriers(null);
            bench.barriers(Duration.ofMillis(ALIGNED_TIMEOUT_MS));
            bench.memory();
            bench.cancel();
        }
    }

    private JobClient submit(Duration alignedTimeout) throws InterruptedException {
        BurstBoard.reset();
        JobClient client = cluster.submit(BurstJob.plan(kind, keys, pause, checkpointInterval, alignedTimeout));
        await("first result", () -> BurstBoard.results() > 0);
        return client;
    }

    private void barriers(Duration alignedTimeout) throws InterruptedException {
        JobClient client = submit(alignedTimeout);
        long beganMs = System.currentTimeMillis();
        await("last result", () -> BurstBoard.results() >= keys);
        long endedMs = System.currentTimeMillis();
        // What was triggered last is still on its way to the end of its list.
        Thread.sleep(2 * checkpointInterval.toMillis() + 500);
        List<Long> tookMs = new ArrayList<>();
        for (CheckpointInfo checkpoint :
                cluster.client().checkpoints(client.jobId()).getCheckpointsList()) {
            long triggeredMs = checkpoint.getTriggeredAtMs();
            long cameMs = BurstBoard.barrierAtMs(checkpoint.getCheckpointId());
            if (triggeredMs >= beganMs && triggeredMs <= endedMs && cameMs > 0) {
                tookMs.add(cameMs - triggeredMs);
            }
        }
        Collections.sort(tookMs);
        report.accept(String.format(
                Locale.ROOT,
                "%s, %d keys, %s: worked off in %d ms; barriers through the job meanwhile, ms: %s",
                kind,
                keys,
                alignedTimeout == null ? "default settings" : "unaligned after " + alignedTimeout.toMillis() + " ms",
                endedMs - beganMs,
                tookMs));
        end(client);
    }

    private void memory() throws InterruptedException {
        JobClient client = submit(null);
        List<Long> usedMib = new ArrayList<>();
        for (int sample = 0; sample < MEMORY_SAMPLES; sample++) {
            long wanted = keys * sample / MEMORY_SAMPLES;
            await("result " + wanted, () -> BurstBoard.results() >= wanted);
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            usedMib.add((runtime.totalMemory() - runtime.freeMemory()) / MIB);
        }
        report.accept(String.format(
                Locale.ROOT, "on the heap after full collections, from the first result on, MiB: %s", usedMib));
        end(client);
    }

    private void cancel() throws InterruptedException {
        JobClient client = submit(null);
        await("a quarter of the results", () -> BurstBoard.results() >= keys / 4);
        long beganNs = System.nanoTime();
        end(client);
        report.accept(String.format(
                Locale.ROOT,
                "cancelled in %d ms, with %d of %d results",
                (System.nanoTime() - beganNs) / 1_000_000,
                BurstBoard.results(),
                keys));
    }

    private static void end(JobClient client) throws InterruptedException {
        client.cancel();
        try {
            client.await();
        } catch (JobFailedException cancelled) {
            // As it should be.
        }
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + PATIENCE_MS * 1_000_000;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("no " + what + " in " + PATIENCE_MS + " ms; " + BurstBoard.results());
            }
            Thread.sleep(POLL_MS);
        }
    }
}
