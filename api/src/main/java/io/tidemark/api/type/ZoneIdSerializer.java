package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.ZoneId;

/** Its id as a string. */
enum ZoneIdSerializer implements TypeSerializer<ZoneId> {
    INSTANCE;

    @Override
    public void serialize(ZoneId value, BinaryWriter out) {
        out.writeString(value.getId());
    }

    @Override
    public ZoneId deserialize(BinaryReader in) {
        int begin = in.position();
        String id = in.readString();
        try {
            return ZoneId.of(id);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, "\"" + id + "\" is no time zone that this JVM knows", e);
        }
    }

    @Override
    public ZoneId copy(ZoneId value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(ZoneId value) {
        return value.getId().hashCode();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, ZoneId.class.getName());
    }
}
