package io.tidemark.api.state;

import java.util.Iterator;
import java.util.Map;

/**
 * A map that every subtask of an operator has alike. It is kept on the heap and written whole with each checkpoint. A subtask
 * gets its own back from it; when their number has changed, all get those of one.
 *
 * @param <K> type of the map's keys
 * @param <V> type of the map's values
 */
public interface BroadcastState<K, V> extends ReadOnlyBroadcastState<K, V> {
    void put(K key, V value) throws Exception;

    void putAll(Map<K, V> map) throws Exception;

    void remove(K key) throws Exception;

    /** The entries; {@code remove} and {@code setValue} of what it gives change the state. */
    Iterator<Map.Entry<K, V>> iterator() throws Exception;

    /** The entries; {@code remove} and {@code setValue} of what it gives change the state. */
    Iterable<Map.Entry<K, V>> entries() throws Exception;
}
