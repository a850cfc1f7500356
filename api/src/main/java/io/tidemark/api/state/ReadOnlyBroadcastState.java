package io.tidemark.api.state;

import java.util.Map;

/**
 * A map that every subtask of an operator has alike, to read.
 *
 * @param <K> type of the map's keys
 * @param <V> type of the map's values
 */
public interface ReadOnlyBroadcastState<K, V> extends State {
    /** The value of a map key, or null. It must not be changed. */
    V get(K key) throws Exception;

    boolean contains(K key) throws Exception;

    /** All entries, in the order in which their keys were put first; they cannot be changed. */
    Iterable<Map.Entry<K, V>> immutableEntries() throws Exception;
}
