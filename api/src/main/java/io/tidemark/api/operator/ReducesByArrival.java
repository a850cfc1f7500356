package io.tidemark.api.operator;

import io.tidemark.api.function.ReduceFunction;

/**
 * A reduce of which it matters which of two records came first, and that gives one of the two, or a new one in place of the first;
 * it changes neither. Where the engine puts records together in another order, it calls it by the order in which they came.
 *
 * @param <T> type of the records
 */
public interface ReducesByArrival<T> extends ReduceFunction<T> {}
