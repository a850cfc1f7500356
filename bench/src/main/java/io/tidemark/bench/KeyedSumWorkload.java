package io.tidemark.bench;

/**
 * The workload as arithmetic: event i has a uniform key, a time of i/1000 ms with up to 500 ms of
 * disorder, and a value. Windows of one second count and sum per key. All static, all pure.
 */
public final class KeyedSumWorkload {
    public static final int KEYS = 100_000;
    public static final long WINDOW_MS = 1000;
    public static final long DISORDER_MS = 500;
    public static final long BOUND_MS = 1000;

    private KeyedSumWorkload() {}

    static long mix(long x) {
        long z = x + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public static long key(long index) {
        return (mix(index) >>> 1) % KEYS;
    }

    public static long timestampMs(long index) {
        return index / 1000 + DISORDER_MS - (mix(~index) >>> 1) % (DISORDER_MS + 1);
    }

    public static long value(long index) {
        return mix(index) >>> 54;
    }

    /** What one result adds to the checksum of a run; the sum over all results does not depend on order. */
    public static long checksum(long windowStartMs, long key, long count, long sum) {
        return mix(windowStartMs ^ mix(key ^ mix(count ^ mix(sum))));
    }
}
