package io.tidemark.api.state;

import java.util.Iterator;
import java.util.Map;

/**
 * A map for each key, kept entry by entry. Iteration is in no promised order.
 *
 * @param <K> type of the map's keys
 * @param <V> type of the map's values
 */
public interface MapState<K, V> extends State {
    /** The value of a map key, or null. To keep a change made to it, call {@link #put}. */
    V get(K key) throws Exception;

    void put(K key, V value) throws Exception;

    void putAll(Map<K, V> map) throws Exception;

    void remove(K key) throws Exception;

    boolean contains(K key) throws Exception;

    Iterable<Map.Entry<K, V>> entries() throws Exception;

    Iterable<K> keys() throws Exception;

    Iterable<V> values() throws Exception;

    /** The entries; {@code remove} and {@code setValue} of what it gives change the state. */
    Iterator<Map.Entry<K, V>> iterator() throws Exception;

    boolean isEmpty() throws Exception;
}
