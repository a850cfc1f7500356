package io.tidemark.api.function.async;

import java.io.Serializable;

/**
 * When to ask again. Part of the plan, so it must be serialisable; called on the task's thread, for all records in turn, so
 * it should remember nothing.
 *
 * @param <OUT> type of the results
 */
public interface AsyncRetryStrategy<OUT> extends Serializable {
    /** @param currentAttempts how often this record has been asked for, at least 1 */
    boolean canRetry(int currentAttempts);

    /**
     * How long to wait before asking again, in milliseconds.
     *
     * @param currentAttempts how often this record has been asked for, at least 1
     */
    long getBackoffTimeMillis(int currentAttempts);

    AsyncRetryPredicate<OUT> getRetryPredicate();
}
