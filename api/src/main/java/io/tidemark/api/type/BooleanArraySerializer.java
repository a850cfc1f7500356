package io.tidemark.api.type;

import java.util.Arrays;

/** A count and the elements. */
enum BooleanArraySerializer implements TypeSerializer<boolean[]> {
    INSTANCE;

    @Override
    public void serialize(boolean[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        for (boolean element : value) {
            out.writeBoolean(element);
        }
    }

    @Override
    public boolean[] deserialize(BinaryReader in) {
        boolean[] value = new boolean[in.readCount(1, "elements of a boolean[]")];
        for (int i = 0; i < value.length; i++) {
            value[i] = in.readBoolean();
        }
        return value;
    }

    @Override
    public boolean[] copy(boolean[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(boolean[] value) {
        int hash = StableHash.SEED;
        for (int i = 0; i < value.length; i++) {
            hash = StableHash.combine(hash, value[i] ? 1231 : 1237);
        }
        return hash;
    }

    @Override
    public boolean equal(boolean[] a, boolean[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "boolean[]");
    }
}
