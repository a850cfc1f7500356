package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.PacedWindowSums;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.WindowSums;
import io.tidemark.bench.workload.Workload;

/**
 * A loop over the events with {@code java.util} collections. It hands nothing over, keeps nothing and can lose everything:
 * what an engine is compared with, and what its results must equal.
 */
public final class PlainEngine implements Engine {
    @Override
    public String name() {
        return "plain";
    }

    @Override
    public boolean runs(Workload workload) {
        return true;
    }

    @Override
    public void start(Workload workload) {}

    @Override
    public Tally run(Workload workload, long events) {
        return switch (workload.kind()) {
            case WINDOW_SUMS -> new MapWindowSums(workload.keys()).loop(events);
            case RUNNING_COUNT -> MapRunningCount.loop(events, workload.keys());
            case COUNT_WITH_TIMEOUT -> new MapCountWithTimeout(workload.keys()).loop(events);
            case SESSION_SUMS -> new MapSessionSums(workload.keys()).loop(events);
            case INTERVAL_JOIN -> new MapIntervalJoin(workload.keys()).loop(events);
            case STATELESS -> StatelessLoop.loop(events, workload.keys());
            case SLIDING_SUMS -> new MapSlidingSums(workload.keys(), workload.windowMs()).loop(events);
            case PACED_WINDOW_SUMS -> pacedTally(events, workload.keys());
        };
    }

    /** What all results add up to, in whatever windows and at whatever pace. */
    private static Tally pacedTally(long events, long keys) {
        long checksum = 0;
        for (long i = 0; i < events; i++) {
            checksum += PacedWindowSums.checksum(WindowSums.key(i, keys), 1, WindowSums.value(i));
        }
        return new Tally(events, checksum);
    }

    @Override
    public void close() {}
}
