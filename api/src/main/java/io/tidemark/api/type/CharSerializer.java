package io.tidemark.api.type;

/** Two bytes. */
enum CharSerializer implements TypeSerializer<Character> {
    INSTANCE;

    @Override
    public void serialize(Character value, BinaryWriter out) {
        out.writeChar(value);
    }

    @Override
    public Character deserialize(BinaryReader in) {
        return in.readChar();
    }

    @Override
    public Character copy(Character value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Character value) {
        return value;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Character.class.getName());
    }
}
