package io.tidemark.api.type;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;

/** The date and time, sixteen bytes, and the offset from UTC. */
enum OffsetDateTimeSerializer implements TypeSerializer<OffsetDateTime> {
    INSTANCE;

    @Override
    public void serialize(OffsetDateTime value, BinaryWriter out) {
        LocalDateTimeSerializer.INSTANCE.serialize(value.toLocalDateTime(), out);
        ZoneOffsetSerializer.INSTANCE.serialize(value.getOffset(), out);
    }

    @Override
    public OffsetDateTime deserialize(BinaryReader in) {
        LocalDateTime dateTime = LocalDateTimeSerializer.INSTANCE.deserialize(in);
        return OffsetDateTime.of(dateTime, ZoneOffsetSerializer.INSTANCE.deserialize(in));
    }

    @Override
    public OffsetDateTime copy(OffsetDateTime value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(OffsetDateTime value) {
        return StableHash.combine(
                LocalDateTimeSerializer.INSTANCE.hash(value.toLocalDateTime()),
                value.getOffset().getTotalSeconds());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, OffsetDateTime.class.getName());
    }
}
