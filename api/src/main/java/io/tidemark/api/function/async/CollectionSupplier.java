package io.tidemark.api.function.async;

import java.util.Collection;

/**
 * Gives the results of one record.
 *
 * @param <OUT> type of the results
 */
@FunctionalInterface
public interface CollectionSupplier<OUT> {
    /** @throws Exception counts as there being no answer */
    Collection<OUT> get() throws Exception;
}
