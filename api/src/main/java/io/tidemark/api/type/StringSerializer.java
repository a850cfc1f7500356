package io.tidemark.api.type;

/** See {@link BinaryWriter#writeString}. */
enum StringSerializer implements TypeSerializer<String> {
    INSTANCE;

    @Override
    public void serialize(String value, BinaryWriter out) {
        out.writeString(value);
    }

    @Override
    public String deserialize(BinaryReader in) {
        return in.readString();
    }

    @Override
    public String copy(String value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(String value) {
        return value.hashCode(); // defined by the Java API, and cached by the string
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, String.class.getName());
    }
}
