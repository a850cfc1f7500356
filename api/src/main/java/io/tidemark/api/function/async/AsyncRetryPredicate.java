package io.tidemark.api.function.async;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which answers are a reason to ask again.
 *
 * @param <OUT> type of the results
 */
public interface AsyncRetryPredicate<OUT> {
    /** True for results that are no good; without it all are. */
    Optional<Predicate<Collection<OUT>>> resultPredicate();

    /** True for errors after which it makes sense to ask again; without it none is. */
    Optional<Predicate<Throwable>> exceptionPredicate();
}
