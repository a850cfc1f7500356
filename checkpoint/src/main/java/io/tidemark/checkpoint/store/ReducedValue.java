package io.tidemark.checkpoint.store;

import io.tidemark.api.state.Reducer;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ValueState;
import java.util.Objects;

/**
 * A reducing state, kept as a value state. Used by the task's thread.
 *
 * @param <T> type of the value
 */
public final class ReducedValue<T> implements ReducingState<T> {
    private final ValueState<T> value;
    /** The same, without what has had its time. */
    private final ValueState<T> living;

    private final Reducer<T> reducer;

    public ReducedValue(ValueState<T> value, Reducer<T> reducer) {
        this(value, value, reducer);
    }

    ReducedValue(ValueState<T> value, ValueState<T> living, Reducer<T> reducer) {
        this.value = value;
        this.living = living;
        this.reducer = reducer;
    }

    @Override
    public T get() throws Exception {
        return value.value();
    }

    @Override
    public void add(T added) throws Exception {
        Objects.requireNonNull(added, "value of a reducing state");
        T before = living.value();
        value.update(before == null ? added : reducer.reduce(before, added));
    }

    @Override
    public void clear() {
        value.clear();
    }
}
