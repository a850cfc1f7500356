package io.tidemark.api.function;

/**
 * Finds the key of a record. The same record must always give the same key.
 *
 * @param <IN> type of the records
 * @param <KEY> type of the key
 */
@FunctionalInterface
public interface KeySelector<IN, KEY> extends Function {
    /** The key, which is not null. */
    KEY getKey(IN value) throws Exception;
}
