package io.tidemark.api.window;

import java.io.Serializable;

/**
 * Takes records out of a window when it fires, before or after its function has seen them. What it takes out is gone for later
 * firings too. Part of the plan. A window with an evictor keeps all its records, also under a reduce or aggregate.
 *
 * @param <T> type of the records
 * @param <W> type of the windows
 */
public interface Evictor<T, W extends Window> extends Serializable {
    /**
     * The window fires; its function has not run.
     *
     * @param elements by arrival; {@link java.util.Iterator#remove} takes one out, during this call only
     * @param size how many they are
     */
    void evictBefore(Iterable<TimestampedValue<T>> elements, int size, W window, EvictorContext evictorContext);

    /** The window has fired; its function has run, unless nothing was left for it. */
    void evictAfter(Iterable<TimestampedValue<T>> elements, int size, W window, EvictorContext evictorContext);

    /** What an evictor may know. */
    interface EvictorContext {
        /** The wall clock in milliseconds. */
        long getCurrentProcessingTime();

        /** The event time in milliseconds, Long.MIN_VALUE before the first watermark. */
        long getCurrentWatermark();
    }
}
