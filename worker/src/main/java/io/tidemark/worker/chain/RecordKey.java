package io.tidemark.worker.chain;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.operator.KeySpec;

/** Finds the key of a record with the author's selector, and says so when that fails. */
public final class RecordKey {
    private final KeySelector<Object, Object> selector;

    public RecordKey(KeySpec<Object, Object> spec) {
        this.selector = spec.selector();
    }

    /** @throws OperatorFailure when the selector throws or returns null */
    public Object of(Object value) {
        Object key;
        try {
            key = selector.getKey(value);
        } catch (Exception e) {
            throw new OperatorFailure("The key selector of keyBy", e);
        }
        if (key == null) {
            throw new OperatorFailure(
                    "The key selector of keyBy",
                    new NullPointerException("the key of a record is null; filter such records out before keyBy"));
        }
        return key;
    }
}
