package io.tidemark.api.type;

/** Eight bytes. */
enum LongSerializer implements TypeSerializer<Long> {
    INSTANCE;

    @Override
    public void serialize(Long value, BinaryWriter out) {
        out.writeLong(value);
    }

    @Override
    public Long deserialize(BinaryReader in) {
        return in.readLong();
    }

    @Override
    public Long copy(Long value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Long value) {
        return Long.hashCode(value);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Long.class.getName());
    }
}
