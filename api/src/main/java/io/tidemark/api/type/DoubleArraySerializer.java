package io.tidemark.api.type;

import java.util.Arrays;

/** A count and the elements. */
enum DoubleArraySerializer implements TypeSerializer<double[]> {
    INSTANCE;

    @Override
    public void serialize(double[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        for (double element : value) {
            out.writeDouble(element);
        }
    }

    @Override
    public double[] deserialize(BinaryReader in) {
        double[] value = new double[in.readCount(8, "elements of a double[]")];
        for (int i = 0; i < value.length; i++) {
            value[i] = in.readDouble();
        }
        return value;
    }

    @Override
    public double[] copy(double[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(double[] value) {
        int hash = StableHash.SEED;
        for (int i = 0; i < value.length; i++) {
            hash = StableHash.combine(hash, Long.hashCode(Double.doubleToLongBits(value[i])));
        }
        return hash;
    }

    @Override
    public boolean equal(double[] a, double[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "double[]");
    }
}
