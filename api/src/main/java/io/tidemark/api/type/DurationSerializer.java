package io.tidemark.api.type;

import java.time.Duration;

/** Seconds in eight bytes, nanoseconds in four. */
enum DurationSerializer implements TypeSerializer<Duration> {
    INSTANCE;

    @Override
    public void serialize(Duration value, BinaryWriter out) {
        out.writeLong(value.getSeconds());
        out.writeInt(value.getNano());
    }

    @Override
    public Duration deserialize(BinaryReader in) {
        int begin = in.position();
        long seconds = in.readLong();
        int nanos = in.readInt();
        if (nanos < 0 || nanos > 999_999_999) {
            throw new CorruptDataException(begin, nanos + " nanoseconds are not part of a second");
        }
        return Duration.ofSeconds(seconds, nanos);
    }

    @Override
    public Duration copy(Duration value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Duration value) {
        return StableHash.combine(Long.hashCode(value.getSeconds()), value.getNano());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Duration.class.getName());
    }
}
