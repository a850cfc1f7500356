package io.tidemark.api.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;

/** One byte, since every value has at least one. */
enum GlobalWindowSerializer implements TypeSerializer<GlobalWindow> {
    INSTANCE;

    @Override
    public void serialize(GlobalWindow window, BinaryWriter out) {
        out.writeByte(0);
    }

    @Override
    public GlobalWindow deserialize(BinaryReader in) {
        in.readByte();
        return GlobalWindow.get();
    }

    @Override
    public GlobalWindow copy(GlobalWindow window) {
        return window;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(GlobalWindow window) {
        return 0;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, GlobalWindow.class.getName());
    }
}
