package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** The date and time, sixteen bytes, the offset from UTC, and the zone. */
enum ZonedDateTimeSerializer implements TypeSerializer<ZonedDateTime> {
    INSTANCE;

    @Override
    public void serialize(ZonedDateTime value, BinaryWriter out) {
        LocalDateTimeSerializer.INSTANCE.serialize(value.toLocalDateTime(), out);
        ZoneOffsetSerializer.INSTANCE.serialize(value.getOffset(), out);
        ZoneIdSerializer.INSTANCE.serialize(value.getZone(), out);
    }

    @Override
    public ZonedDateTime deserialize(BinaryReader in) {
        int begin = in.position();
        LocalDateTime dateTime = LocalDateTimeSerializer.INSTANCE.deserialize(in);
        ZoneOffset offset = ZoneOffsetSerializer.INSTANCE.deserialize(in);
        ZoneId zone = ZoneIdSerializer.INSTANCE.deserialize(in);
        try {
            // The point in time stays what it was, also when a government has changed the zone since.
            return ZonedDateTime.ofInstant(dateTime, offset, zone);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, dateTime + " " + offset + " is no time in " + zone, e);
        }
    }

    @Override
    public ZonedDateTime copy(ZonedDateTime value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(ZonedDateTime value) {
        int dateTime = LocalDateTimeSerializer.INSTANCE.hash(value.toLocalDateTime());
        return StableHash.combine(
                StableHash.combine(dateTime, value.getOffset().getTotalSeconds()),
                value.getZone().getId().hashCode());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, ZonedDateTime.class.getName());
    }
}
