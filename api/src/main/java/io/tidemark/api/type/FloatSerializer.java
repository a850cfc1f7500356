package io.tidemark.api.type;

/** Four bytes. */
enum FloatSerializer implements TypeSerializer<Float> {
    INSTANCE;

    @Override
    public void serialize(Float value, BinaryWriter out) {
        out.writeFloat(value);
    }

    @Override
    public Float deserialize(BinaryReader in) {
        return in.readFloat();
    }

    @Override
    public Float copy(Float value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Float value) {
        return Float.floatToIntBits(value);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Float.class.getName());
    }
}
