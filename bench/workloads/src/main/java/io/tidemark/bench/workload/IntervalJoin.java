package io.tidemark.bench.workload;

/**
 * Pairs of events of two streams that have one key and are at most half a second apart. A hundred events a millisecond in each
 * stream, out of order by up to a tenth of a second; nothing is late. An event has about one partner.
 */
public final class IntervalJoin {
    /** A right event is from so long before the left one to so long after it, both included. */
    public static final long APART_MS = 500;

    public static final long DISORDER_MS = 100;
    /** The watermark stays so far behind the newest time. */
    public static final long BOUND_MS = 200;

    /** What goes in, for engines that take a class as a record. */
    public record Event(long key, long timestampMs, long value) {}

    /** What comes out, likewise. */
    public record Pair(long key, long left, long right) {
        public long checksum() {
            return IntervalJoin.checksum(key, left, right);
        }
    }

    private IntervalJoin() {}

    /** Event of the left stream. */
    public static Event left(long index, long keys) {
        return new Event(leftKey(index, keys), leftTimestampMs(index), leftValue(index));
    }

    /** Event of the right stream. */
    public static Event right(long index, long keys) {
        return new Event(rightKey(index, keys), rightTimestampMs(index), rightValue(index));
    }

    /** How many of all events are in each stream. */
    public static long perStream(long events) {
        return events / 2;
    }

    public static long leftKey(long index, long keys) {
        return Mix.below(keys, 2 * index);
    }

    public static long rightKey(long index, long keys) {
        return Mix.below(keys, 2 * index + 1);
    }

    public static long leftTimestampMs(long index) {
        return timestampMs(index, ~(2 * index));
    }

    public static long rightTimestampMs(long index) {
        return timestampMs(index, ~(2 * index + 1));
    }

    private static long timestampMs(long index, long number) {
        return index / 100 + DISORDER_MS - Mix.below(DISORDER_MS + 1, number);
    }

    public static long leftValue(long index) {
        return index;
    }

    public static long rightValue(long index) {
        return ~index;
    }

    public static long checksum(long key, long left, long right) {
        return Mix.mix(key ^ Mix.mix(left ^ Mix.mix(right)));
    }
}
