package io.tidemark.api.type;

/** Two bytes. */
enum ShortSerializer implements TypeSerializer<Short> {
    INSTANCE;

    @Override
    public void serialize(Short value, BinaryWriter out) {
        out.writeShort(value);
    }

    @Override
    public Short deserialize(BinaryReader in) {
        return in.readShort();
    }

    @Override
    public Short copy(Short value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Short value) {
        return value;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Short.class.getName());
    }
}
