package io.tidemark.bench.workload;

/**
 * Count and sum by key in tumbling windows of event time. A thousand events a millisecond, out of order by up to half a
 * second; nothing is late.
 */
public final class WindowSums {
    public static final long WINDOW_MS = 1000;
    public static final long DISORDER_MS = 500;
    /** The watermark stays so far behind the newest time. */
    public static final long BOUND_MS = 1000;

    /** What goes in, for engines that take a class as a record. */
    public record Event(long key, long timestampMs, long value) {}

    /** What comes out, likewise. */
    public record Result(long windowStartMs, long key, long count, long sum) {
        public long checksum() {
            return WindowSums.checksum(windowStartMs, key, count, sum);
        }
    }

    private WindowSums() {}

    public static Event event(long index, long keys) {
        return new Event(key(index, keys), timestampMs(index), value(index));
    }

    public static long key(long index, long keys) {
        return Mix.below(keys, index);
    }

    public static long timestampMs(long index) {
        return index / 1000 + DISORDER_MS - Mix.below(DISORDER_MS + 1, ~index);
    }

    public static long value(long index) {
        return Mix.mix(index) >>> 54;
    }

    public static long checksum(long windowStartMs, long key, long count, long sum) {
        return Mix.mix(windowStartMs ^ Mix.mix(key ^ Mix.mix(count ^ Mix.mix(sum))));
    }
}
