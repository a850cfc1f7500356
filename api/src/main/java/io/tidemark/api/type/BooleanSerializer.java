package io.tidemark.api.type;

/** One byte. */
enum BooleanSerializer implements TypeSerializer<Boolean> {
    INSTANCE;

    @Override
    public void serialize(Boolean value, BinaryWriter out) {
        out.writeBoolean(value);
    }

    @Override
    public Boolean deserialize(BinaryReader in) {
        return in.readBoolean();
    }

    @Override
    public Boolean copy(Boolean value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Boolean value) {
        return value ? 1231 : 1237;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Boolean.class.getName());
    }
}
