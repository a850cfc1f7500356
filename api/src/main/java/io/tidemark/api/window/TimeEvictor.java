package io.tidemark.api.window;

import java.time.Duration;
import java.util.Iterator;

/**
 * Keeps the records of the last so many milliseconds, counted back from the latest timestamp in the window. Records without
 * timestamps stay.
 *
 * @param <W> type of the windows
 */
public final class TimeEvictor<W extends Window> implements Evictor<Object, W> {
    private static final long serialVersionUID = 1L;

    private final long windowSize;
    private final boolean evictsAfter;

    /** @param windowSize in milliseconds */
    public TimeEvictor(long windowSize) {
        this(windowSize, false);
    }

    /**
     * Evicts before or after.
     *
     * @param windowSize in milliseconds
     * @param doEvictAfter whether the function sees what is evicted
     */
    public TimeEvictor(long windowSize, boolean doEvictAfter) {
        if (windowSize < 0) {
            throw new IllegalArgumentException("a window cannot keep the records of the last " + windowSize + " ms");
        }
        this.windowSize = windowSize;
        this.evictsAfter = doEvictAfter;
    }

    /** Evicts before the window's function runs. */
    public static <W extends Window> TimeEvictor<W> of(Duration windowSize) {
        return new TimeEvictor<>(windowSize.toMillis());
    }

    /** Evicts before or after. */
    public static <W extends Window> TimeEvictor<W> of(Duration windowSize, boolean doEvictAfter) {
        return new TimeEvictor<>(windowSize.toMillis(), doEvictAfter);
    }

    /** In milliseconds. */
    public long getWindowSize() {
        return windowSize;
    }

    @Override
    public void evictBefore(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext evictorContext) {
        if (!evictsAfter) {
            evict(elements);
        }
    }

    @Override
    public void evictAfter(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext evictorContext) {
        if (evictsAfter) {
            evict(elements);
        }
    }

    private void evict(Iterable<TimestampedValue<Object>> elements) {
        long latest = Long.MIN_VALUE;
        for (TimestampedValue<Object> element : elements) {
            if (element.hasTimestamp()) {
                latest = Math.max(latest, element.getTimestamp());
            }
        }
        if (latest < Long.MIN_VALUE + windowSize) {
            return;
        }
        long evicted = latest - windowSize;
        for (Iterator<TimestampedValue<Object>> all = elements.iterator(); all.hasNext(); ) {
            TimestampedValue<Object> element = all.next();
            if (element.hasTimestamp() && element.getTimestamp() <= evicted) {
                all.remove();
            }
        }
    }

    @Override
    public String toString() {
        return "TimeEvictor(" + windowSize + " ms)";
    }
}
