package io.tidemark.checkpoint.savepoint;

/**
 * An entry of a keyed state: one a key, one an element of a list, one a map key, or one a namespace and key.
 *
 * @param subKey the map key of a map state, the namespace of a namespaced one; null for others
 * @param value null only where a map state holds null
 * @param <K> type of the keys
 * @param <S> type of the map keys or namespaces
 * @param <V> type of the values, elements or accumulators
 */
public record StateEntry<K, S, V>(K key, S subKey, V value) {}
