package io.tidemark.bench.quick;

import io.tidemark.bench.workload.Workload;

/** A workload in a size that a run gets through in a second or two. */
enum QuickPiece {
    W1(Workload.W1, 4_000_000),
    W2(Workload.W2, 5_000_000),
    W3(Workload.W3, 1_500_000),
    W5(Workload.W5, 12_000_000);

    private final Workload workload;
    private final long events;

    QuickPiece(Workload workload, long events) {
        this.workload = workload;
        this.events = events;
    }

    Workload workload() {
        return workload;
    }

    long events() {
        return events;
    }
}
