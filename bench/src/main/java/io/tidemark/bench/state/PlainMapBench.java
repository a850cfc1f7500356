package io.tidemark.bench.state;

import io.tidemark.deploy.local.LocalCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The running count with its counts in keyed state, and the same job with them in a plain map, in turn. State fits.
 *
 * <p>Arguments: number of keys (1000000), of events (30000000), rounds (5).
 */
public final class PlainMapBench {
    private static final int PARALLELISM = 2;
    private static final long CACHE_BYTES = 1L << 30;
    private static final long NATIVE_BYTES = 256L << 20;

    private enum Variant {
        PLAIN_MAP("plain map", KeyedCount.Store.PLAIN_MAP, Duration.ZERO),
        KEYED_STATE("keyed state", KeyedCount.Store.KEYED_STATE, Duration.ZERO),
        CHECKPOINTS("keyed state, checkpoints one after the other", KeyedCount.Store.KEYED_STATE, Duration.ofMillis(1));

        private final String title;
        private final KeyedCount.Store store;
        private final Duration checkpointInterval;

        Variant(String title, KeyedCount.Store store, Duration checkpointInterval) {
            this.title = title;
            this.store = store;
            this.checkpointInterval = checkpointInterval;
        }
    }

    private PlainMapBench() {}

    public static void main(String[] args) throws Exception {
        long keys = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        long events = args.length > 1 ? Long.parseLong(args[1]) : 30_000_000;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        run(keys, events, rounds).forEach(System.out::println);
    }

    /** The lines of a table. */
    static List<String> run(long keys, long events, int rounds) throws Exception {
        KeyedCount job = KeyedCount.of(keys, events);
        long expectedSum = job.expectedSum();
        double[][] rates = new double[Variant.values().length][rounds];
        try (LocalCluster cluster = LocalCluster.start(1, PARALLELISM, CACHE_BYTES, NATIVE_BYTES)) {
            // The first round is for the compiler.
            for (int round = -1; round < rounds; round++) {
                for (Variant variant : Variant.values()) {
                    KeyedCount variantJob = job.in(variant.store).withCheckpoints(variant.checkpointInterval);
                    CountRun run = CountRun.of(variantJob, PARALLELISM, cluster, expectedSum);
                    System.out.printf(
                            Locale.ROOT,
                            "{\"counts\":\"%s\",\"events\":%d,\"eventsPerSecond\":%.0f}%n",
                            variant.title,
                            events,
                            run.eventsPerSecondAfter(keys));
                    if (round >= 0) {
                        rates[variant.ordinal()][round] = run.eventsPerSecondAfter(keys);
                    }
                }
            }
        }
        return table(rates);
    }

    private static List<String> table(double[][] rates) {
        List<String> lines = new ArrayList<>();
        lines.add("| counts in | runs | events/s, median | min | max | of the plain map's |");
        lines.add("|---|---|---|---|---|---|");
        for (Variant variant : Variant.values()) {
            double[] sorted = rates[variant.ordinal()];
            Arrays.sort(sorted);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %d | %.2f M | %.2f M | %.2f M | %.2f |",
                    variant.title,
                    sorted.length,
                    sorted[sorted.length / 2] / 1e6,
                    sorted[0] / 1e6,
                    sorted[sorted.length - 1] / 1e6,
                    sorted[sorted.length / 2] / rates[0][sorted.length / 2]));
        }
        return lines;
    }
}
