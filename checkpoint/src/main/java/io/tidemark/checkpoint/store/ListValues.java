package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;

/**
 * The elements of lists. A list is never written or read whole: what is written and read here is one element.
 *
 * @param element how an element is stored
 */
record ListValues(ValueFormat element) implements ValueFormat {
    @Override
    public void write(Object value, BinaryWriter out) {
        element.write(value, out);
    }

    @Override
    public Object read(BinaryReader in) {
        return element.read(in);
    }

    /** Copies a whole list. */
    @Override
    public Object copy(Object value) {
        ElementList list = (ElementList) value;
        Object[] copies = new Object[list.size()];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = element.copy(list.get(i));
        }
        return list.with(copies);
    }

    @Override
    public TypeSerializer<Object> serializer() {
        return element.serializer();
    }

    @Override
    public ValueFormat reading(ValueReader<Object> stored) {
        return new ListValues(element.reading(stored));
    }

    @Override
    public boolean isMutable() {
        return element.isMutable();
    }
}
