package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;

/** Stands in for the serializer of keys where a store is opened but no key of it is looked at. */
final class StoredKeySerializer implements TypeSerializer<Object> {
    private static final long serialVersionUID = 1L;

    private final byte[] schema;

    StoredKeySerializer(SerializerSnapshot schema) {
        BinaryWriter out = new BinaryWriter(64);
        schema.writeTo(out);
        this.schema = out.toByteArray();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("a store that is opened without the type of its keys");
    }

    @Override
    public void serialize(Object value, BinaryWriter out) {
        throw unused();
    }

    @Override
    public Object deserialize(BinaryReader in) {
        throw unused();
    }

    @Override
    public Object copy(Object value) {
        throw unused();
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Object value) {
        throw unused();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.readFrom(new BinaryReader(schema));
    }
}
