package io.tidemark.api.type;

import java.util.UUID;

/** Sixteen bytes. */
enum UuidSerializer implements TypeSerializer<UUID> {
    INSTANCE;

    @Override
    public void serialize(UUID value, BinaryWriter out) {
        out.writeLong(value.getMostSignificantBits());
        out.writeLong(value.getLeastSignificantBits());
    }

    @Override
    public UUID deserialize(BinaryReader in) {
        long high = in.readLong();
        return new UUID(high, in.readLong());
    }

    @Override
    public UUID copy(UUID value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(UUID value) {
        int high = Long.hashCode(value.getMostSignificantBits());
        return StableHash.combine(high, Long.hashCode(value.getLeastSignificantBits()));
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, UUID.class.getName());
    }
}
