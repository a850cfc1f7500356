package io.tidemark.api.type;

import java.util.Arrays;

/** A count and the elements. */
enum LongArraySerializer implements TypeSerializer<long[]> {
    INSTANCE;

    @Override
    public void serialize(long[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        for (long element : value) {
            out.writeLong(element);
        }
    }

    @Override
    public long[] deserialize(BinaryReader in) {
        long[] value = new long[in.readCount(8, "elements of a long[]")];
        for (int i = 0; i < value.length; i++) {
            value[i] = in.readLong();
        }
        return value;
    }

    @Override
    public long[] copy(long[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(long[] value) {
        int hash = StableHash.SEED;
        for (int i = 0; i < value.length; i++) {
            hash = StableHash.combine(hash, Long.hashCode(value[i]));
        }
        return hash;
    }

    @Override
    public boolean equal(long[] a, long[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "long[]");
    }
}
