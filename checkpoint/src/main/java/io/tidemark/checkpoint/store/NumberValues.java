package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;
import io.tidemark.checkpoint.key.NumberKind;

/** {@link NumberCell}s, stored as their numbers are. What is handed out is the number, never its cell. */
record NumberValues(NumberKind kind, TypeSerializer<Object> serializer) implements ValueFormat {
    @Override
    public void write(Object value, BinaryWriter out) {
        write(((NumberCell) value).bits(), out);
    }

    void write(long bits, BinaryWriter out) {
        kind.write(bits, out);
    }

    @Override
    public Object read(BinaryReader in) {
        return new NumberCell(kind.unbox(serializer.deserialize(in)));
    }

    @Override
    public Object copy(Object value) {
        return new NumberCell(((NumberCell) value).bits());
    }

    @Override
    public ValueFormat reading(ValueReader<Object> stored) {
        return new PlainValues(new MigratingSerializer(stored, serializer));
    }

    @Override
    public boolean isMutable() {
        return false;
    }
}
