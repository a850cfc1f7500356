package io.tidemark.api.type;

import java.util.Arrays;

/** A count and the elements. */
enum IntArraySerializer implements TypeSerializer<int[]> {
    INSTANCE;

    @Override
    public void serialize(int[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        for (int element : value) {
            out.writeInt(element);
        }
    }

    @Override
    public int[] deserialize(BinaryReader in) {
        int[] value = new int[in.readCount(4, "elements of a int[]")];
        for (int i = 0; i < value.length; i++) {
            value[i] = in.readInt();
        }
        return value;
    }

    @Override
    public int[] copy(int[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(int[] value) {
        int hash = StableHash.SEED;
        for (int i = 0; i < value.length; i++) {
            hash = StableHash.combine(hash, value[i]);
        }
        return hash;
    }

    @Override
    public boolean equal(int[] a, int[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "int[]");
    }
}
