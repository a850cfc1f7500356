package io.tidemark.worker.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeWindow;

/** A window that event time had passed in a range of key groups and that had not, or not wholly, fired for them. */
record DueWindow(TimeWindow window, int firstKeyGroup, int lastKeyGroup) {
    boolean isOf(TimeWindow other, int keyGroup) {
        return window.equals(other) && keyGroup >= firstKeyGroup && keyGroup <= lastKeyGroup;
    }

    static TypeSerializer<DueWindow> serializer() {
        return Serializer.INSTANCE;
    }

    private enum Serializer implements TypeSerializer<DueWindow> {
        INSTANCE;

        @Override
        public void serialize(DueWindow due, BinaryWriter out) {
            TimeWindow.serializer().serialize(due.window, out);
            out.writeVarInt(due.firstKeyGroup);
            out.writeVarInt(due.lastKeyGroup);
        }

        @Override
        public DueWindow deserialize(BinaryReader in) {
            TimeWindow window = TimeWindow.serializer().deserialize(in);
            int first = in.readVarInt();
            return new DueWindow(window, first, in.readVarInt());
        }

        @Override
        public DueWindow copy(DueWindow due) {
            return due;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(DueWindow due) {
            return due.hashCode();
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, DueWindow.class.getName());
        }
    }
}
