package io.tidemark.api.type;

/** Four bytes. */
enum IntSerializer implements TypeSerializer<Integer> {
    INSTANCE;

    @Override
    public void serialize(Integer value, BinaryWriter out) {
        out.writeInt(value);
    }

    @Override
    public Integer deserialize(BinaryReader in) {
        return in.readInt();
    }

    @Override
    public Integer copy(Integer value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Integer value) {
        return value;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Integer.class.getName());
    }
}
