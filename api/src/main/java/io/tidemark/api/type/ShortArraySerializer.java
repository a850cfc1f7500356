package io.tidemark.api.type;

import java.util.Arrays;

/** A count and the elements. */
enum ShortArraySerializer implements TypeSerializer<short[]> {
    INSTANCE;

    @Override
    public void serialize(short[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        for (short element : value) {
            out.writeShort(element);
        }
    }

    @Override
    public short[] deserialize(BinaryReader in) {
        short[] value = new short[in.readCount(2, "elements of a short[]")];
        for (int i = 0; i < value.length; i++) {
            value[i] = in.readShort();
        }
        return value;
    }

    @Override
    public short[] copy(short[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(short[] value) {
        int hash = StableHash.SEED;
        for (int i = 0; i < value.length; i++) {
            hash = StableHash.combine(hash, value[i]);
        }
        return hash;
    }

    @Override
    public boolean equal(short[] a, short[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "short[]");
    }
}
