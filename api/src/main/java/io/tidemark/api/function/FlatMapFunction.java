package io.tidemark.api.function;

/**
 * Makes any number of records from each.
 *
 * @param <T> type of the records in
 * @param <O> type of the records out
 */
@FunctionalInterface
public interface FlatMapFunction<T, O> extends Function {
    /** Collects the records to pass on. An exception fails the job. */
    void flatMap(T value, Collector<O> out) throws Exception;
}
