package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;

/** Values as their serializer writes them. */
record PlainValues(TypeSerializer<Object> serializer) implements ValueFormat {
    @Override
    public void write(Object value, BinaryWriter out) {
        serializer.serialize(value, out);
    }

    @Override
    public Object read(BinaryReader in) {
        return serializer.deserialize(in);
    }

    @Override
    public Object copy(Object value) {
        return serializer.copy(value);
    }

    @Override
    public ValueFormat reading(ValueReader<Object> stored) {
        return new PlainValues(new MigratingSerializer(stored, serializer));
    }

    @Override
    public boolean isMutable() {
        return !serializer.isImmutable();
    }
}
