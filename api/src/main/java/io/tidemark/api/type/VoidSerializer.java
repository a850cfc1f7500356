package io.tidemark.api.type;

/** One byte. The only value is null. */
enum VoidSerializer implements TypeSerializer<Void> {
    INSTANCE;

    @Override
    public void serialize(Void value, BinaryWriter out) {
        out.writeByte(0);
    }

    @Override
    public Void deserialize(BinaryReader in) {
        in.readByte();
        return null;
    }

    @Override
    public Void copy(Void value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Void value) {
        return 0;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Void.class.getName());
    }

    @Override
    public boolean equal(Void a, Void b) {
        return true;
    }
}
