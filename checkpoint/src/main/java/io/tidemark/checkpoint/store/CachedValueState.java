package io.tidemark.checkpoint.store;

import io.tidemark.api.state.ValueState;

/** A value for each key. */
final class CachedValueState<T> implements ValueState<T> {
    private final CurrentEntry current;

    CachedValueState(CurrentEntry current) {
        this.current = current;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T value() {
        return (T) current.read();
    }

    @Override
    public void update(T value) {
        if (value == null) {
            current.clear();
        } else {
            current.set(value);
        }
    }

    @Override
    public void clear() {
        current.clear();
    }
}
