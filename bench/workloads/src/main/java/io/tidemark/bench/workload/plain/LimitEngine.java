package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.Workload;

/** A loop over the events with open-addressing tables of primitives, for this work alone: nothing on one core is faster. */
public final class LimitEngine implements Engine {
    @Override
    public String name() {
        return "limit";
    }

    @Override
    public boolean runs(Workload workload) {
        return workload.kind() == Workload.Kind.WINDOW_SUMS || workload.kind() == Workload.Kind.RUNNING_COUNT;
    }

    @Override
    public void start(Workload workload) {}

    @Override
    public Tally run(Workload workload, long events) {
        return switch (workload.kind()) {
            case WINDOW_SUMS -> new TableWindowSums(workload.keys()).loop(events);
            case RUNNING_COUNT -> TableRunningCount.loop(events, workload.keys());
            default -> throw new IllegalArgumentException("no table for " + workload);
        };
    }

    @Override
    public void close() {}
}
