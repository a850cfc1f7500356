package io.tidemark.bench.workload;

/** A map, a filter that half of the events pass, a hand-over by key, and a map. */
public final class Stateless {
    /** What goes in, and comes out, for engines that take a class as a record. */
    public record Event(long key, long value) {
        public long checksum() {
            return Stateless.checksum(key, value);
        }
    }

    private Stateless() {}

    public static Event event(long index, long keys) {
        return new Event(key(index, keys), value(index));
    }

    public static long key(long index, long keys) {
        return Mix.below(keys, index);
    }

    public static long value(long index) {
        return Mix.mix(~index) >>> 32;
    }

    /** What the first map makes of a value. */
    public static long scaled(long value) {
        return value * 31 + 7;
    }

    /** What the filter lets pass, of what the first map made. */
    public static boolean passes(long scaled) {
        return (scaled & 1) == 0;
    }

    /** What the second map makes of a value. */
    public static long shifted(long key, long scaled) {
        return scaled + key;
    }

    public static long checksum(long key, long shifted) {
        return Mix.mix(key ^ Mix.mix(shifted));
    }
}
