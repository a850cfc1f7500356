package io.tidemark.bench.workload;

/**
 * Count and sum by key in sessions of event time that end once their key was quiet for ten seconds. A hundred events a
 * millisecond, out of order by up to half a second; nothing is late. Every 25 seconds each key has a burst of five, of some 25
 * events, and is quiet for the rest, which is longer than the gap and the disorder together: so an event either goes on with its
 * key's session or begins one, and never makes one of two. Bursts begin one after the other, spread evenly over the cycle.
 */
public final class SessionSums {
    public static final long GAP_MS = 10_000;

    private static final long EVENTS_PER_MS = 100;
    private static final long CYCLE_MS = 25_000;
    /** In how many parts of a cycle a key has no burst, and the one in which it has. */
    private static final long PARTS = 5;
    /** No number of keys is a multiple of it, so that each has its place; keys that are active together are no neighbours. */
    private static final long APART = 7919;

    /** What comes out, for engines that take a class as a record; what goes in is a {@link WindowSums.Event}. */
    public record Result(long startMs, long endMs, long key, long count, long sum) {
        public long checksum() {
            return SessionSums.checksum(startMs, endMs, key, count, sum);
        }
    }

    private SessionSums() {}

    public static WindowSums.Event event(long index, long keys) {
        return new WindowSums.Event(key(index, keys), timestampMs(index), WindowSums.value(index));
    }

    /** Of those whose burst it is: a fifth of all, which moves on by one place after the other. */
    public static long key(long index, long keys) {
        long first = index * keys / (CYCLE_MS * EVENTS_PER_MS);
        return (first + Mix.below(Math.max(1, keys / PARTS), index)) * APART % keys;
    }

    public static long timestampMs(long index) {
        return index / EVENTS_PER_MS + WindowSums.DISORDER_MS - Mix.below(WindowSums.DISORDER_MS + 1, ~index);
    }

    public static long checksum(long startMs, long endMs, long key, long count, long sum) {
        return Mix.mix(startMs ^ Mix.mix(endMs ^ Mix.mix(key ^ Mix.mix(count ^ Mix.mix(sum)))));
    }
}
