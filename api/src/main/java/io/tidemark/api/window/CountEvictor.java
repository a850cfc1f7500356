package io.tidemark.api.window;

import java.util.Iterator;

/**
 * Keeps so many records, the last ones by arrival.
 *
 * @param <W> type of the windows
 */
public final class CountEvictor<W extends Window> implements Evictor<Object, W> {
    private static final long serialVersionUID = 1L;

    private final long maxCount;
    private final boolean evictsAfter;

    private CountEvictor(long maxCount, boolean evictsAfter) {
        this.maxCount = maxCount;
        this.evictsAfter = evictsAfter;
    }

    /** Evicts before the window's function runs. */
    public static <W extends Window> CountEvictor<W> of(long maxCount) {
        return of(maxCount, false);
    }

    /**
     * Evicts before or after.
     *
     * @param doEvictAfter whether the function sees what is evicted
     * @throws IllegalArgumentException when the count is negative
     */
    public static <W extends Window> CountEvictor<W> of(long maxCount, boolean doEvictAfter) {
        if (maxCount < 0) {
            throw new IllegalArgumentException("a window cannot keep " + maxCount + " records");
        }
        return new CountEvictor<>(maxCount, doEvictAfter);
    }

    @Override
    public void evictBefore(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext evictorContext) {
        if (!evictsAfter) {
            evict(elements, size);
        }
    }

    @Override
    public void evictAfter(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext evictorContext) {
        if (evictsAfter) {
            evict(elements, size);
        }
    }

    private void evict(Iterable<TimestampedValue<Object>> elements, int size) {
        Iterator<TimestampedValue<Object>> oldest = elements.iterator();
        for (long surplus = size - maxCount; surplus > 0; surplus--) {
            oldest.next();
            oldest.remove();
        }
    }

    @Override
    public String toString() {
        return "CountEvictor(" + maxCount + ")";
    }
}
