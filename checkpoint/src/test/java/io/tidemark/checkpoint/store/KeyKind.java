package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;

/** How a store in a test keeps its keys, which are of type Integer. */
enum KeyKind {
    /** In entries, as numbers. */
    NUMBERS(Types.INT.createSerializer()),
    /** As objects, since their serializer is none that the store knows. What is stored looks the same. */
    OBJECTS(OwnSerializer.INSTANCE);

    final TypeSerializer<Integer> serializer;

    KeyKind(TypeSerializer<Integer> serializer) {
        this.serializer = serializer;
    }

    enum OwnSerializer implements TypeSerializer<Integer> {
        INSTANCE;

        private final TypeSerializer<Integer> known = Types.INT.createSerializer();

        @Override
        public void serialize(Integer value, BinaryWriter out) {
            known.serialize(value, out);
        }

        @Override
        public Integer deserialize(BinaryReader in) {
            return known.deserialize(in);
        }

        @Override
        public Integer copy(Integer value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Integer value) {
            return known.hash(value);
        }

        @Override
        public SerializerSnapshot schema() {
            return known.schema();
        }
    }
}
