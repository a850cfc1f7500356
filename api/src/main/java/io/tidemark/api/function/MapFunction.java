package io.tidemark.api.function;

/**
 * Makes one record from each.
 *
 * @param <T> type of the records in
 * @param <O> type of the records out
 */
@FunctionalInterface
public interface MapFunction<T, O> extends Function {
    /** The record to pass on. An exception fails the job. */
    O map(T value) throws Exception;
}
