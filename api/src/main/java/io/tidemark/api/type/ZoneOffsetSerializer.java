package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.ZoneOffset;

/** Seconds from UTC in four bytes. */
enum ZoneOffsetSerializer implements TypeSerializer<ZoneOffset> {
    INSTANCE;

    @Override
    public void serialize(ZoneOffset value, BinaryWriter out) {
        out.writeInt(value.getTotalSeconds());
    }

    @Override
    public ZoneOffset deserialize(BinaryReader in) {
        int begin = in.position();
        int seconds = in.readInt();
        try {
            return ZoneOffset.ofTotalSeconds(seconds);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, seconds + " seconds are no offset from UTC", e);
        }
    }

    @Override
    public ZoneOffset copy(ZoneOffset value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(ZoneOffset value) {
        return value.getTotalSeconds();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, ZoneOffset.class.getName());
    }
}
