package io.tidemark.bench.workload;

/** How often each key has occurred so far, told with every event. */
public final class RunningCount {
    /** What goes in, for engines that take a class as a record. */
    public record Event(long key) {}

    /** What comes out, likewise. */
    public record Result(long key, long count) {
        public long checksum() {
            return RunningCount.checksum(key, count);
        }
    }

    private RunningCount() {}

    public static Event event(long index, long keys) {
        return new Event(key(index, keys));
    }

    public static long key(long index, long keys) {
        return Mix.below(keys, index);
    }

    public static long checksum(long key, long count) {
        return Mix.mix(key ^ Mix.mix(count));
    }
}
