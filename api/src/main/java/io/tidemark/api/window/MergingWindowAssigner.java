package io.tidemark.api.window;

import java.util.Collection;

/**
 * An assigner whose windows can become one, as sessions do.
 *
 * @param <T> type of the records that it can look at
 * @param <W> type of its windows
 */
public abstract class MergingWindowAssigner<T, W extends Window> extends WindowAssigner<T, W> {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected MergingWindowAssigner() {}

    /**
     * Says which of a key's windows become one.
     *
     * @param windows of one key, no two of them equal
     * @param callback called once for each group of at least two windows; groups have no window in common
     */
    public abstract void mergeWindows(Collection<W> windows, MergeCallback<W> callback);

    /**
     * Takes what is merged.
     *
     * @param <W> type of the windows
     */
    public interface MergeCallback<W> {
        void merge(Collection<W> toBeMerged, W mergeResult);
    }
}
