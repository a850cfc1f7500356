package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;
import java.io.ObjectStreamException;

/** Reads values as they were stored and writes them as they are declared. Never leaves the thread. */
final class MigratingSerializer implements TypeSerializer<Object> {
    private static final long serialVersionUID = 1L;

    private final transient ValueReader<Object> stored;
    private final TypeSerializer<Object> declared;

    MigratingSerializer(ValueReader<Object> stored, TypeSerializer<Object> declared) {
        this.stored = stored;
        this.declared = declared;
    }

    @Override
    public Object deserialize(BinaryReader in) {
        return stored.read(in);
    }

    @Override
    public void serialize(Object value, BinaryWriter out) {
        declared.serialize(value, out);
    }

    @Override
    public Object copy(Object value) {
        return declared.copy(value);
    }

    @Override
    public boolean isImmutable() {
        return declared.isImmutable();
    }

    @Override
    public int hash(Object value) {
        return declared.hash(value);
    }

    @Override
    public SerializerSnapshot schema() {
        return declared.schema();
    }

    /** Only the declared one is of use to another thread. */
    private Object writeReplace() throws ObjectStreamException {
        return declared;
    }
}
