package io.tidemark.worker.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeWindow;

/** A key that a window has fired for, in a snapshot in the middle of the firing. */
record FiredKey(TimeWindow window, Object key) {
    /** The window, then the key. */
    static final class Serializer implements TypeSerializer<FiredKey> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<Object> keys;

        Serializer(TypeSerializer<Object> keys) {
            this.keys = keys;
        }

        @Override
        public void serialize(FiredKey fired, BinaryWriter out) {
            TimeWindow.serializer().serialize(fired.window, out);
            keys.serialize(fired.key, out);
        }

        @Override
        public FiredKey deserialize(BinaryReader in) {
            TimeWindow window = TimeWindow.serializer().deserialize(in);
            return new FiredKey(window, keys.deserialize(in));
        }

        @Override
        public FiredKey copy(FiredKey fired) {
            return new FiredKey(fired.window, keys.copy(fired.key));
        }

        @Override
        public boolean isImmutable() {
            return keys.isImmutable();
        }

        @Override
        public int hash(FiredKey fired) {
            return 31 * fired.window.hashCode() + keys.hash(fired.key);
        }

        @Override
        public boolean equal(FiredKey a, FiredKey b) {
            return a.window.equals(b.window) && keys.equal(a.key, b.key);
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, FiredKey.class.getName())
                    .withField("window", false, TimeWindow.serializer().schema())
                    .withField("key", false, keys.schema());
        }
    }
}
