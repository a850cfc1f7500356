package io.tidemark.bench.state;

import io.tidemark.deploy.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The running count with much more state than the cache may hold: does it go on, how fast, and does the process stay within
 * what it was given. Start it with the heap that is to be tried, say {@code -Xmx3g}.
 *
 * <p>Arguments: number of keys (50000000), of events (60000000), megabytes of cache (1024), megabytes of native memory (512),
 * seconds between checkpoints (10).
 */
public final class SpillBench {
    private static final int PARALLELISM = 2;
    private static final long SAMPLE_EVERY_MS = 100;
    /** A run takes minutes: it says how far it is. */
    private static final int SAMPLES_PER_LINE = 100;

    private SpillBench() {}

    public static void main(String[] args) throws Exception {
        long keys = args.length > 0 ? Long.parseLong(args[0]) : 50_000_000;
        long events = args.length > 1 ? Long.parseLong(args[1]) : 60_000_000;
        long cacheBytes = (args.length > 2 ? Long.parseLong(args[2]) : 1024) << 20;
        long nativeBytes = (args.length > 3 ? Long.parseLong(args[3]) : 512) << 20;
        long seconds = args.length > 4 ? Long.parseLong(args[4]) : 10;
        KeyedCount job = KeyedCount.of(keys, events).withCheckpoints(Duration.ofSeconds(seconds));
        run(job, cacheBytes, nativeBytes).forEach(System.out::println);
    }

    static List<String> run(KeyedCount job, long cacheBytes, long nativeBytes) throws Exception {
        long expectedSum = job.expectedSum();
        AtomicLong largestKib = new AtomicLong();
        Thread watch = new Thread(() -> watch(largestKib), "resident memory");
        watch.setDaemon(true);
        watch.start();
        try (LocalCluster cluster = LocalCluster.start(1, PARALLELISM, cacheBytes, nativeBytes)) {
            CountRun run = CountRun.of(job, PARALLELISM, cluster, expectedSum);
            List<String> lines = new ArrayList<>();
            lines.add(String.format(
                    Locale.ROOT,
                    "new keys: %.0f events/s; keys at random: %.0f events/s; longest wait for a count %d ms",
                    run.eventsPerSecondBetween(0, job.keys()),
                    run.eventsPerSecondAfter(job.keys()),
                    run.longestStandstillMs(0)));
            lines.add(String.format(
                    Locale.ROOT,
                    "largest resident memory %d MiB; heap limit %d MiB, native limit %d MiB, cache %d MiB",
                    largestKib.get() >> 10,
                    Runtime.getRuntime().maxMemory() >> 20,
                    nativeBytes >> 20,
                    cacheBytes >> 20));
            return lines;
        } finally {
            watch.interrupt();
            watch.join();
        }
    }

    private static void watch(AtomicLong largestKib) {
        try {
            for (int samples = 1; ; samples++) {
                largestKib.accumulateAndGet(residentKib(), Math::max);
                if (samples % SAMPLES_PER_LINE == 0) {
                    System.out.printf(
                            Locale.ROOT,
                            "after %d s: %d events counted, at most %d MiB resident%n",
                            samples * SAMPLE_EVERY_MS / 1000,
                            Progress.events(),
                            largestKib.get() >> 10);
                }
                Thread.sleep(SAMPLE_EVERY_MS);
            }
        } catch (InterruptedException e) {
            // The run is over.
        }
    }

    /** What the process has of physical memory; 0 where that cannot be asked. */
    private static long residentKib() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
