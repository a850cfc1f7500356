package io.tidemark.api.type;

/** One byte. */
enum ByteSerializer implements TypeSerializer<Byte> {
    INSTANCE;

    @Override
    public void serialize(Byte value, BinaryWriter out) {
        out.writeByte(value);
    }

    @Override
    public Byte deserialize(BinaryReader in) {
        return in.readByte();
    }

    @Override
    public Byte copy(Byte value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Byte value) {
        return value;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Byte.class.getName());
    }
}
