package io.tidemark.api.function;

/**
 * Takes the records that a function passes on. Always accepts.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface Collector<T> {
    /** Passes a record on. It must not be changed afterwards. */
    void collect(T record);

    /** Does nothing; the operator ends its output itself. */
    default void close() {}
}
