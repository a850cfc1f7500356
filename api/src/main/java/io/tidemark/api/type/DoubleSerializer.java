package io.tidemark.api.type;

/** Eight bytes. */
enum DoubleSerializer implements TypeSerializer<Double> {
    INSTANCE;

    @Override
    public void serialize(Double value, BinaryWriter out) {
        out.writeDouble(value);
    }

    @Override
    public Double deserialize(BinaryReader in) {
        return in.readDouble();
    }

    @Override
    public Double copy(Double value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Double value) {
        return Long.hashCode(Double.doubleToLongBits(value));
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Double.class.getName());
    }
}
