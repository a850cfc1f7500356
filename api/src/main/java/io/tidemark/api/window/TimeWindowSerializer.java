package io.tidemark.api.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;

/** Sixteen bytes: start and end. */
enum TimeWindowSerializer implements TypeSerializer<TimeWindow> {
    INSTANCE;

    @Override
    public void serialize(TimeWindow window, BinaryWriter out) {
        out.writeLong(window.getStart());
        out.writeLong(window.getEnd());
    }

    @Override
    public TimeWindow deserialize(BinaryReader in) {
        long start = in.readLong();
        return new TimeWindow(start, in.readLong());
    }

    @Override
    public TimeWindow copy(TimeWindow window) {
        return window;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(TimeWindow window) {
        return window.hashCode();
    }

    @Override
    public SerializerSnapshot schema() {
        SerializerSnapshot time = Types.LONG.createSerializer().schema();
        return SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, TimeWindow.class.getName())
                .withField("start", false, time)
                .withField("end", false, time);
    }
}
