package io.tidemark.bench.burst;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the job of this process has done. Written by its tasks, read by the program. */
final class BurstBoard {
    private static final AtomicLong RESULTS = new AtomicLong();
    private static final Map<Long, Long> BARRIERS = new ConcurrentHashMap<>();

    private BurstBoard() {}

    static void reset() {
        RESULTS.set(0);
        BARRIERS.clear();
    }

    static void addResults(long count) {
        RESULTS.addAndGet(count);
    }

    /** How many results of the burst have come to the sinks. */
    static long results() {
        return RESULTS.get();
    }

    /** A barrier has come to a sink. */
    static void noteBarrier(long checkpointId) {
        BARRIERS.merge(checkpointId, System.currentTimeMillis(), Math::max);
    }

    /** When the barrier of a checkpoint had come to the last sink, in milliseconds since 1970; 0 for never. */
    static long barrierAtMs(long checkpointId) {
        return BARRIERS.getOrDefault(checkpointId, 0L);
    }
}
