package io.tidemark.api.type;

import java.util.Arrays;

/** A count and the elements. */
enum FloatArraySerializer implements TypeSerializer<float[]> {
    INSTANCE;

    @Override
    public void serialize(float[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        for (float element : value) {
            out.writeFloat(element);
        }
    }

    @Override
    public float[] deserialize(BinaryReader in) {
        float[] value = new float[in.readCount(4, "elements of a float[]")];
        for (int i = 0; i < value.length; i++) {
            value[i] = in.readFloat();
        }
        return value;
    }

    @Override
    public float[] copy(float[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(float[] value) {
        int hash = StableHash.SEED;
        for (int i = 0; i < value.length; i++) {
            hash = StableHash.combine(hash, Float.floatToIntBits(value[i]));
        }
        return hash;
    }

    @Override
    public boolean equal(float[] a, float[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "float[]");
    }
}
