package io.tidemark.api.window;

import java.util.Iterator;
import java.util.Objects;

/**
 * Keeps the records that are closer to the last one than a threshold.
 *
 * @param <T> type of the records
 * @param <W> type of the windows
 */
public final class DeltaEvictor<T, W extends Window> implements Evictor<T, W> {
    private static final long serialVersionUID = 1L;

    private final double threshold;
    private final DeltaFunction<T> deltas;
    private final boolean evictsAfter;

    private DeltaEvictor(double threshold, DeltaFunction<T> deltas, boolean evictsAfter) {
        this.threshold = threshold;
        this.deltas = Objects.requireNonNull(deltas, "deltas");
        this.evictsAfter = evictsAfter;
    }

    /** Evicts before the window's function runs. */
    public static <T, W extends Window> DeltaEvictor<T, W> of(double threshold, DeltaFunction<T> deltaFunction) {
        return of(threshold, deltaFunction, false);
    }

    /**
     * Evicts before or after.
     *
     * @param doEvictAfter whether the function sees what is evicted
     */
    public static <T, W extends Window> DeltaEvictor<T, W> of(
            double threshold, DeltaFunction<T> deltaFunction, boolean doEvictAfter) {
        return new DeltaEvictor<>(threshold, deltaFunction, doEvictAfter);
    }

    @Override
    public void evictBefore(Iterable<TimestampedValue<T>> elements, int size, W window, EvictorContext evictorContext) {
        if (!evictsAfter) {
            evict(elements);
        }
    }

    @Override
    public void evictAfter(Iterable<TimestampedValue<T>> elements, int size, W window, EvictorContext evictorContext) {
        if (evictsAfter) {
            evict(elements);
        }
    }

    private void evict(Iterable<TimestampedValue<T>> elements) {
        TimestampedValue<T> last = null;
        for (TimestampedValue<T> element : elements) {
            last = element;
        }
        for (Iterator<TimestampedValue<T>> all = elements.iterator(); all.hasNext(); ) {
            if (deltas.getDelta(all.next().getValue(), last.getValue()) >= threshold) {
                all.remove();
            }
        }
    }

    @Override
    public String toString() {
        return "DeltaEvictor(" + threshold + ")";
    }
}
