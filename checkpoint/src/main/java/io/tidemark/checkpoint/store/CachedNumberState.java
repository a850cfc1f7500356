package io.tidemark.checkpoint.store;

import io.tidemark.api.state.ValueState;
import io.tidemark.checkpoint.key.NumberKind;

/** A number for each key. */
final class CachedNumberState<T> implements ValueState<T> {
    private final CurrentEntry current;
    private final NumberKind kind;

    CachedNumberState(CurrentEntry current, NumberKind kind) {
        this.current = current;
        this.kind = kind;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T value() {
        Entry entry = current.load();
        return entry == null || entry.value == null ? null : (T) kind.box(((NumberCell) entry.value).bits());
    }

    @Override
    public void update(T value) {
        if (value == null) {
            current.clear();
            return;
        }
        long bits = kind.unbox(value);
        NumberCell cell = current.numberToSet();
        if (cell != null) {
            cell.set(bits);
        } else {
            current.set(new NumberCell(bits));
        }
    }

    @Override
    public void clear() {
        current.clear();
    }
}
