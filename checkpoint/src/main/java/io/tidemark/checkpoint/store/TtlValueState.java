package io.tidemark.checkpoint.store;

import io.tidemark.api.state.ValueState;
import java.io.IOException;

/** A value for each key that grows old. */
final class TtlValueState<T> implements ValueState<T> {
    private final ValueState<TtlValue> values;
    private final TtlRule rule;
    private final boolean returnsExpired;

    TtlValueState(ValueState<TtlValue> values, TtlRule rule, boolean returnsExpired) {
        this.values = values;
        this.rule = rule;
        this.returnsExpired = returnsExpired;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T value() throws IOException {
        TtlValue stored = values.value();
        if (stored == null) {
            return null;
        }
        if (rule.isOver(stored)) {
            values.clear();
            return returnsExpired ? (T) stored.value() : null;
        }
        if (rule.isRenewable(stored)) {
            values.update(rule.begin(stored.value()));
        }
        return (T) stored.value();
    }

    @Override
    public void update(T value) throws IOException {
        values.update(value == null ? null : rule.begin(value));
    }

    @Override
    public void clear() {
        values.clear();
    }
}
