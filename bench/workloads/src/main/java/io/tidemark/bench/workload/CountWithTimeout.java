package io.tidemark.bench.workload;

/**
 * How often a key occurred, told once it has been quiet for a minute of event time. Every event sets a timer; all but the one
 * of a key's newest event find that there has been another since. A hundred events a millisecond, in order.
 */
public final class CountWithTimeout {
    public static final long TIMEOUT_MS = 60_000;

    /** What goes in, for engines that take a class as a record. */
    public record Event(long key, long timestampMs) {}

    /** What comes out, likewise. */
    public record Result(long key, long count) {
        public long checksum() {
            return CountWithTimeout.checksum(key, count);
        }
    }

    private CountWithTimeout() {}

    public static Event event(long index, long keys) {
        return new Event(key(index, keys), timestampMs(index));
    }

    public static long key(long index, long keys) {
        return Mix.below(keys, index);
    }

    public static long timestampMs(long index) {
        return index / 100;
    }

    public static long checksum(long key, long count) {
        return Mix.mix(key ^ Mix.mix(count));
    }
}
