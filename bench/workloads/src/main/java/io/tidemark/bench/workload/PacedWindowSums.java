package io.tidemark.bench.workload;

/**
 * Window sums at a rate that every engine keeps up with, to see how long after the end of a window its results are there. An
 * event has the time at which it is made, so nothing is out of order and the watermark waits for nothing.
 */
public final class PacedWindowSums {
    /** Of all sources together. */
    public static final long EVENTS_PER_SECOND = 50_000;

    private static final long BASE_NS = System.nanoTime();
    private static final long BASE_US = System.currentTimeMillis() * 1000;

    private PacedWindowSums() {}

    /** Microseconds since 1970; never goes back. */
    public static long nowUs() {
        return BASE_US + (System.nanoTime() - BASE_NS) / 1000;
    }

    /** Event number {@code index}, made now. */
    public static WindowSums.Event event(long index, long keys) {
        return new WindowSums.Event(WindowSums.key(index, keys), nowUs() / 1000, WindowSums.value(index));
    }

    /** What a result adds to the checksum; in which windows the events fell makes no difference to the sum of all. */
    public static long checksum(long key, long count, long sum) {
        return count * Mix.mix(key) + sum;
    }
}
