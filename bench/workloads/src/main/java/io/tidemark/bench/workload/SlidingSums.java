package io.tidemark.bench.workload;

/**
 * Count and sum by key in windows of event time of an hour, or another size, of which one ends every second. Ten events a
 * millisecond, out of order by up to half a second; nothing is late. Every second has a result of each key that has an event in
 * the hour, so a thousand keys make a result of ten events, as many as windows of a second make.
 */
public final class SlidingSums {
    public static final long SLIDE_MS = 1000;
    private static final long EVENTS_PER_MS = 10;

    private SlidingSums() {}

    public static WindowSums.Event event(long index, long keys) {
        return new WindowSums.Event(WindowSums.key(index, keys), timestampMs(index), WindowSums.value(index));
    }

    public static long timestampMs(long index) {
        return index / EVENTS_PER_MS + WindowSums.DISORDER_MS - Mix.below(WindowSums.DISORDER_MS + 1, ~index);
    }
}
