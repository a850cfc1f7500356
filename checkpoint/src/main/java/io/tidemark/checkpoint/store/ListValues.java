package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;

/** Lists, as their elements one after the other to the end of the bytes. */
record ListValues(TypeSerializer<Object> elementSerializer) implements ValueFormat {
    @Override
    public void write(Object value, BinaryWriter out) {
        ElementList list = (ElementList) value;
        for (int i = 0; i < list.size(); i++) {
            elementSerializer.serialize(list.get(i), out);
        }
    }

    @Override
    public Object read(BinaryReader in) {
        ElementList list = new ElementList(4);
        while (in.remaining() > 0) {
            list.add(elementSerializer.deserialize(in));
        }
        return list;
    }

    @Override
    public Object copy(Object value) {
        ElementList list = (ElementList) value;
        ElementList copy = new ElementList(list.size());
        for (int i = 0; i < list.size(); i++) {
            copy.add(elementSerializer.copy(list.get(i)));
        }
        return copy;
    }

    @Override
    public boolean isMutable() {
        return !elementSerializer.isImmutable();
    }
}
