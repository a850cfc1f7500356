package io.tidemark.api.window;

import java.io.Serializable;

/**
 * Says after how long without records a session ends, for each record. Part of the plan.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface SessionWindowTimeGapExtractor<T> extends Serializable {
    /** In milliseconds, above zero. */
    long extract(T element);
}
