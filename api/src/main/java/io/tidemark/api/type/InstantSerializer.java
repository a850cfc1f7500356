package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.Instant;

/** Seconds of the epoch in eight bytes, nanoseconds in four. */
enum InstantSerializer implements TypeSerializer<Instant> {
    INSTANCE;

    @Override
    public void serialize(Instant value, BinaryWriter out) {
        out.writeLong(value.getEpochSecond());
        out.writeInt(value.getNano());
    }

    @Override
    public Instant deserialize(BinaryReader in) {
        int begin = in.position();
        long seconds = in.readLong();
        int nanos = in.readInt();
        if (nanos < 0 || nanos > 999_999_999) {
            throw new CorruptDataException(begin, nanos + " nanoseconds are not part of a second");
        }
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, seconds + " seconds are no Instant", e);
        }
    }

    @Override
    public Instant copy(Instant value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Instant value) {
        return StableHash.combine(Long.hashCode(value.getEpochSecond()), value.getNano());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Instant.class.getName());
    }
}
