package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;

/**
 * Values that grow old: when their time began, in milliseconds (8 bytes, high ones first), then the value.
 *
 * @param values how the values themselves are stored
 */
record TtlValues(ValueFormat values) implements ValueFormat {
    /** What comes before the value. */
    static final int TIME_BYTES = Long.BYTES;

    @Override
    public void write(Object value, BinaryWriter out) {
        TtlValue aging = (TtlValue) value;
        out.writeLong(aging.timeMs());
        values.write(aging.value(), out);
    }

    @Override
    public Object read(BinaryReader in) {
        long timeMs = in.readLong();
        return new TtlValue(values.read(in), timeMs);
    }

    @Override
    public TypeSerializer<Object> serializer() {
        return values.serializer();
    }

    @Override
    public ValueFormat reading(ValueReader<Object> stored) {
        return new TtlValues(values.reading(stored));
    }

    @Override
    public Object copy(Object value) {
        TtlValue aging = (TtlValue) value;
        return new TtlValue(values.copy(aging.value()), aging.timeMs());
    }

    @Override
    public boolean isMutable() {
        return values.isMutable();
    }
}
