package io.tidemark.api.function;

/**
 * Says which records go on.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface FilterFunction<T> extends Function {
    /** True for a record that goes on. An exception fails the job. */
    boolean filter(T value) throws Exception;
}
