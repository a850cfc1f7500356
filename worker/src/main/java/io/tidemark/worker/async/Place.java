package io.tidemark.worker.async;

import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;

/**
 * A place in a queue, as a snapshot has it. Values and results are in lists of their own, in the order of the places, so that
 * their types may evolve.
 *
 * @param subtask whose queue it was
 * @param parallelism how many subtasks there were; all places go to all ({@link StateSharing#MERGE}) when that has changed
 * @param signal null for a record
 * @param timestamp of a record
 * @param results how many a record has; {@link #NONE_YET} while it waits for them
 */
record Place(int subtask, int parallelism, Signal signal, long timestamp, int results) {
    static final int NONE_YET = -1;

    private static final int VERSION = 1;
    private static final int RECORD = 0;

    static TypeSerializer<Place> serializer() {
        return Serializer.INSTANCE;
    }

    private enum Serializer implements TypeSerializer<Place> {
        INSTANCE;

        private static final Signal.Kind[] KINDS = Signal.Kind.values();

        @Override
        public void serialize(Place place, BinaryWriter out) {
            out.writeVarInt(place.subtask);
            out.writeVarInt(place.parallelism);
            out.writeVarInt(
                    place.signal == null ? RECORD : 1 + place.signal.kind().ordinal());
            if (place.signal == null) {
                out.writeLong(place.timestamp);
                out.writeVarInt(place.results + 1);
            } else {
                out.writeLong(place.signal.time());
                out.writeString(place.signal.identifier());
            }
        }

        @Override
        public Place deserialize(BinaryReader in) {
            int subtask = in.readVarInt();
            int parallelism = in.readVarInt();
            int kind = in.readVarInt();
            long time = in.readLong();
            return kind == RECORD
                    ? new Place(subtask, parallelism, null, time, in.readVarInt() - 1)
                    : new Place(subtask, parallelism, new Signal(KINDS[kind - 1], time, in.readString()), 0, 0);
        }

        @Override
        public Place copy(Place place) {
            return place;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Place place) {
            return place.hashCode();
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, Place.class.getName() + "/" + VERSION);
        }
    }
}
