package io.tidemark.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Where the sinks of this process leave the latencies of their results. Thread-safe. */
public final class LatencyBoard {
    private static final List<long[]> PARTS = new ArrayList<>();

    private LatencyBoard() {}

    static synchronized void add(long[] latenciesUs) {
        PARTS.add(latenciesUs);
    }

    /** What has come in since the last time, which is forgotten; null for nothing. */
    static synchronized Latency take() {
        long[] all = PARTS.stream().flatMapToLong(LongStream::of).toArray();
        PARTS.clear();
        return all.length == 0 ? null : Latency.of(all);
    }
}
