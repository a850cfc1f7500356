package io.tidemark.api.function.async;

import java.io.Serializable;
import java.util.function.Predicate;

/**
 * A predicate that can be part of a plan, so that a lambda can be too.
 *
 * @param <T> type of what it judges
 */
@FunctionalInterface
public interface RetryPredicate<T> extends Predicate<T>, Serializable {}
