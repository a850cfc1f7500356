package io.tidemark.bench.quick;

import io.tidemark.bench.engine.TidemarkEngine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.Workload;
import io.tidemark.bench.workload.plain.PlainEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs one workload on Tidemark and as the plain loop in turn, in this process, and prints a line for each pair, {@code pair
 * ratio=…}: Tidemark's rate, of that of as many plain loops side by side as Tidemark has task loops. So many loops, because
 * whatever else wants a core then takes it from both alike. The first pair is for the compiler and not told; a wrong result
 * ends it all.
 *
 * <p>Arguments: workload, number of events, number of pairs.
 */
public final class PairedRuns {
    private final Workload workload;
    private final long events;
    private final TidemarkEngine tidemark = new TidemarkEngine();
    private final PlainEngine plain = new PlainEngine();
    private final ExecutorService threads = Executors.newFixedThreadPool(Workload.PARALLELISM);

    private PairedRuns(Workload workload, long events) {
        this.workload = workload;
        this.events = events;
    }

    public static void main(String[] args) throws Exception {
        PairedRuns runs = new PairedRuns(Workload.of(args[0]), Long.parseLong(args[1]));
        runs.run(Integer.parseInt(args[2]));
        System.exit(0);
    }

    private void run(int pairs) throws Exception {
        tidemark.start(workload);
        Tally expected = plain.run(workload, events);
        for (int pair = 0; pair <= pairs; pair++) {
            double tidemarkSeconds = seconds(() -> List.of(tidemark.run(workload, events)), expected);
            double plainSeconds = seconds(this::plainLoops, expected);
            if (pair > 0) {
                System.out.printf(
                        Locale.ROOT, "pair ratio=%.4f%n", plainSeconds / tidemarkSeconds / Workload.PARALLELISM);
            }
        }
    }

    private List<Tally> plainLoops() throws Exception {
        List<Future<Tally>> loops = new ArrayList<>();
        for (int i = 0; i < Workload.PARALLELISM; i++) {
            loops.add(threads.submit(() -> plain.run(workload, events)));
        }
        List<Tally> tallies = new ArrayList<>();
        for (Future<Tally> loop : loops) {
            tallies.add(loop.get());
        }
        return tallies;
    }

    private static double seconds(Callable<List<Tally>> work, Tally expected) throws Exception {
        System.gc();
        long startNs = System.nanoTime();
        List<Tally> tallies = work.call();
        double seconds = (System.nanoTime() - startNs) / 1e9;
        for (Tally tally : tallies) {
            if (!tally.equals(expected)) {
                throw new IllegalStateException("gave " + tally + " instead of " + expected);
            }
        }
        return seconds;
    }
}
