package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;

/** Values of a map, which may be null: a byte that says whether there is one, and the value. */
record NullableValues(TypeSerializer<Object> serializer) implements ValueFormat {
    /** Stands for a null in the cache, where null means that there is no entry. */
    static final Object NULL = new Object();

    static Object wrap(Object value) {
        return value == null ? NULL : value;
    }

    static Object unwrap(Object value) {
        return value == NULL ? null : value;
    }

    @Override
    public void write(Object value, BinaryWriter out) {
        out.writeBoolean(value != NULL);
        if (value != NULL) {
            serializer.serialize(value, out);
        }
    }

    @Override
    public Object read(BinaryReader in) {
        return in.readBoolean() ? serializer.deserialize(in) : NULL;
    }

    @Override
    public Object copy(Object value) {
        return value == NULL ? NULL : serializer.copy(value);
    }

    @Override
    public ValueFormat reading(ValueReader<Object> stored) {
        return new NullableValues(new MigratingSerializer(stored, serializer));
    }

    @Override
    public boolean isMutable() {
        return !serializer.isImmutable();
    }
}
