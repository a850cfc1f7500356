package io.tidemark.api.state;

import io.tidemark.api.type.TypeDescriptor;

/**
 * Declares a {@link ValueState} of each key.
 *
 * @param <T> type of the value
 */
public interface ValueStateDeclaration<T> extends StateDeclaration {
    TypeDescriptor<T> getTypeDescriptor();
}
