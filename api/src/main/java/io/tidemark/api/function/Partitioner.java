package io.tidemark.api.function;

/**
 * Chooses the subtask that a record goes to.
 *
 * @param <K> type of what it looks at
 */
@FunctionalInterface
public interface Partitioner<K> extends Function {
    /** The subtask, from 0 to {@code numPartitions - 1}; anything else fails the job. */
    int partition(K key, int numPartitions);
}
