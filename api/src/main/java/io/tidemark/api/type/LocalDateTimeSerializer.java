package io.tidemark.api.type;

import java.time.LocalDate;
import java.time.LocalDateTime;

/** The date and the time, eight bytes each. */
enum LocalDateTimeSerializer implements TypeSerializer<LocalDateTime> {
    INSTANCE;

    @Override
    public void serialize(LocalDateTime value, BinaryWriter out) {
        LocalDateSerializer.INSTANCE.serialize(value.toLocalDate(), out);
        LocalTimeSerializer.INSTANCE.serialize(value.toLocalTime(), out);
    }

    @Override
    public LocalDateTime deserialize(BinaryReader in) {
        LocalDate date = LocalDateSerializer.INSTANCE.deserialize(in);
        return LocalDateTime.of(date, LocalTimeSerializer.INSTANCE.deserialize(in));
    }

    @Override
    public LocalDateTime copy(LocalDateTime value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(LocalDateTime value) {
        int date = LocalDateSerializer.INSTANCE.hash(value.toLocalDate());
        return StableHash.combine(date, LocalTimeSerializer.INSTANCE.hash(value.toLocalTime()));
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, LocalDateTime.class.getName());
    }
}
