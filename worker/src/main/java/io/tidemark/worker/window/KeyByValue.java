package io.tidemark.worker.window;

import io.tidemark.api.type.TypeSerializer;

/**
 * A key as state knows it: equal and hashed by value, as its serializer has it, also where its class has no {@code equals}.
 */
record KeyByValue(Object key, TypeSerializer<Object> serializer) {
    @Override
    public boolean equals(Object other) {
        return other instanceof KeyByValue that && serializer.equal(key, that.key);
    }

    @Override
    public int hashCode() {
        return serializer.hash(key);
    }
}
