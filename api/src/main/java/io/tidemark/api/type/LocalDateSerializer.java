package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.LocalDate;

/** The day of the epoch in eight bytes. */
enum LocalDateSerializer implements TypeSerializer<LocalDate> {
    INSTANCE;

    @Override
    public void serialize(LocalDate value, BinaryWriter out) {
        out.writeLong(value.toEpochDay());
    }

    @Override
    public LocalDate deserialize(BinaryReader in) {
        int begin = in.position();
        long epochDay = in.readLong();
        try {
            return LocalDate.ofEpochDay(epochDay);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, epochDay + " is the day of no LocalDate", e);
        }
    }

    @Override
    public LocalDate copy(LocalDate value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(LocalDate value) {
        return Long.hashCode(value.toEpochDay());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, LocalDate.class.getName());
    }
}
