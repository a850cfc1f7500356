package io.tidemark.api.state;

import io.tidemark.api.type.TypeDescriptor;

/**
 * Declares a {@link ReducingState} of each key.
 *
 * @param <T> type of the value
 */
public interface ReducingStateDeclaration<T> extends StateDeclaration {
    TypeDescriptor<T> getTypeDescriptor();

    Reducer<T> getReduceFunction();
}
