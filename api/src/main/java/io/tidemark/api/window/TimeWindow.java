package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.util.Collection;

/** The time from a start up to, and without, an end. Immutable, ordered by start and then end. */
public final class TimeWindow extends Window implements Comparable<TimeWindow> {
    private final long start;
    private final long end;

    /**
     * @param start in milliseconds, inclusive
     * @param end in milliseconds, exclusive
     */
    public TimeWindow(long start, long end) {
        this.start = start;
        this.end = end;
    }

    /**
     * The window of a regular grid that contains a timestamp. Near the two ends of time its start and end stop there
     * instead of wrapping around.
     *
     * @param offsetMs where one of the windows starts; any value
     * @param sizeMs length of a window, above zero
     */
    public static TimeWindow containing(long timestamp, long offsetMs, long sizeMs) {
        long sinceStart = sinceStart(timestamp, offsetMs, sizeMs);
        return around(timestamp, sinceStart, sizeMs - sinceStart);
    }

    /** From so long before a timestamp to so long after it, neither negative; stops at the two ends of time. */
    static TimeWindow around(long timestamp, long sinceStart, long untilEnd) {
        long start = timestamp < Long.MIN_VALUE + sinceStart ? Long.MIN_VALUE : timestamp - sinceStart;
        long end = timestamp > Long.MAX_VALUE - untilEnd ? Long.MAX_VALUE : timestamp + untilEnd;
        return new TimeWindow(start, end);
    }

    /**
     * The start of the window that {@link #containing} gives.
     *
     * @param offset in milliseconds, any value
     * @param windowSize in milliseconds, above zero
     */
    public static long getWindowStartWithOffset(long timestamp, long offset, long windowSize) {
        long sinceStart = sinceStart(timestamp, offset, windowSize);
        return timestamp < Long.MIN_VALUE + sinceStart ? Long.MIN_VALUE : timestamp - sinceStart;
    }

    /** (timestamp - offset) mod size, never negative. */
    private static long sinceStart(long timestamp, long offsetMs, long sizeMs) {
        long shifted = timestamp - offsetMs;
        boolean overflowed = ((timestamp ^ offsetMs) & (timestamp ^ shifted)) < 0;
        return overflowed
                ? Math.floorMod(Math.floorMod(timestamp, sizeMs) - Math.floorMod(offsetMs, sizeMs), sizeMs)
                : Math.floorMod(shifted, sizeMs);
    }

    /** In milliseconds, inclusive. */
    public long getStart() {
        return start;
    }

    /** In milliseconds, exclusive. */
    public long getEnd() {
        return end;
    }

    @Override
    public long maxTimestamp() {
        return end == Long.MIN_VALUE ? end : end - 1;
    }

    /** Whether the two overlap or touch. */
    public boolean intersects(TimeWindow other) {
        return start <= other.end && end >= other.start;
    }

    /** The smallest window that contains both. */
    public TimeWindow cover(TimeWindow other) {
        return new TimeWindow(Math.min(start, other.start), Math.max(end, other.end));
    }

    /** Tells which windows overlap or touch and so become one, as those of sessions do: for assigners that merge. */
    public static void mergeWindows(
            Collection<TimeWindow> windows, MergingWindowAssigner.MergeCallback<TimeWindow> callback) {
        Sessions.merge(windows, callback);
    }

    /** Serializer of time windows: start and end. */
    public static TypeSerializer<TimeWindow> serializer() {
        return TimeWindowSerializer.INSTANCE;
    }

    @Override
    public int compareTo(TimeWindow other) {
        int byStart = Long.compare(start, other.start);
        return byStart != 0 ? byStart : Long.compare(end, other.end);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TimeWindow that && start == that.start && end == that.end;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(start) + Long.hashCode(end);
    }

    @Override
    public String toString() {
        return "TimeWindow[" + start + ", " + end + ")";
    }
}
