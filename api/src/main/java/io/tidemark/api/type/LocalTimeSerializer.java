package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.LocalTime;

/** The nanosecond of the day in eight bytes. */
enum LocalTimeSerializer implements TypeSerializer<LocalTime> {
    INSTANCE;

    @Override
    public void serialize(LocalTime value, BinaryWriter out) {
        out.writeLong(value.toNanoOfDay());
    }

    @Override
    public LocalTime deserialize(BinaryReader in) {
        int begin = in.position();
        long nanoOfDay = in.readLong();
        try {
            return LocalTime.ofNanoOfDay(nanoOfDay);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, nanoOfDay + " is the nanosecond of no LocalTime", e);
        }
    }

    @Override
    public LocalTime copy(LocalTime value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(LocalTime value) {
        return Long.hashCode(value.toNanoOfDay());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, LocalTime.class.getName());
    }
}
