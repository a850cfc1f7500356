package io.tidemark.api.state;

import io.tidemark.api.type.TypeDescriptor;

/**
 * Declares a {@link BroadcastState}, which all subtasks have alike.
 *
 * @param <K> type of the map's keys
 * @param <V> type of the map's values
 */
public interface BroadcastStateDeclaration<K, V> extends StateDeclaration {
    TypeDescriptor<K> getKeyTypeDescriptor();

    TypeDescriptor<V> getValueTypeDescriptor();
}
