package io.tidemark.api.state;

import io.tidemark.api.type.TypeDescriptor;

/**
 * Declares a {@link MapState} of each key.
 *
 * @param <K> type of the map's keys
 * @param <V> type of the map's values
 */
public interface MapStateDeclaration<K, V> extends StateDeclaration {
    TypeDescriptor<K> getKeyTypeDescriptor();

    TypeDescriptor<V> getValueTypeDescriptor();
}
