package io.tidemark.api.function.async;

import java.util.Collection;

/**
 * Takes the answer for one record, from any thread. The first call counts; all others do nothing.
 *
 * @param <OUT> type of the results
 */
public interface ResultFuture<OUT> {
    /** The record's results; empty for none. They must not be changed afterwards. */
    void complete(Collection<OUT> result);

    /** There is no answer: the task fails, unless a retry strategy asks again. */
    void completeExceptionally(Throwable error);

    /** As {@link #complete(Collection)} with what the supplier gives, which is asked on the task's thread. */
    void complete(CollectionSupplier<OUT> supplier);
}
