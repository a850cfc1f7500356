package io.tidemark.api.type;

import java.time.LocalTime;
import java.time.OffsetTime;

/** The time of day, eight bytes, and the offset from UTC. */
enum OffsetTimeSerializer implements TypeSerializer<OffsetTime> {
    INSTANCE;

    @Override
    public void serialize(OffsetTime value, BinaryWriter out) {
        LocalTimeSerializer.INSTANCE.serialize(value.toLocalTime(), out);
        ZoneOffsetSerializer.INSTANCE.serialize(value.getOffset(), out);
    }

    @Override
    public OffsetTime deserialize(BinaryReader in) {
        LocalTime time = LocalTimeSerializer.INSTANCE.deserialize(in);
        return OffsetTime.of(time, ZoneOffsetSerializer.INSTANCE.deserialize(in));
    }

    @Override
    public OffsetTime copy(OffsetTime value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(OffsetTime value) {
        return StableHash.combine(
                LocalTimeSerializer.INSTANCE.hash(value.toLocalTime()),
                value.getOffset().getTotalSeconds());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, OffsetTime.class.getName());
    }
}
