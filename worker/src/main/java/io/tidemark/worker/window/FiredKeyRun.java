package io.tidemark.worker.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;
import io.tidemark.api.window.TimeWindow;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Keys that a window has fired for, in a snapshot in the middle of the firing.
 *
 * @param count how many
 * @param keys one after the other, as their serializer writes them; not changed any more
 */
record FiredKeyRun(TimeWindow window, int count, byte[] keys) {

    void forEach(TypeSerializer<Object> serializer, Consumer<Object> action) {
        BinaryReader in = new BinaryReader(keys);
        for (int i = 0; i < count; i++) {
            action.accept(serializer.deserialize(in));
        }
    }

    /** The window, the count and the keys. */
    static final class Serializer implements TypeSerializer<FiredKeyRun> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<Object> keys;

        Serializer(TypeSerializer<Object> keys) {
            this.keys = keys;
        }

        @Override
        public void serialize(FiredKeyRun run, BinaryWriter out) {
            TimeWindow.serializer().serialize(run.window, out);
            out.writeVarInt(run.count);
            out.writeBytes(run.keys, 0, run.keys.length);
        }

        @Override
        public FiredKeyRun deserialize(BinaryReader in) {
            TimeWindow window = TimeWindow.serializer().deserialize(in);
            return readKeys(window, in.readVarInt(), in);
        }

        private FiredKeyRun readKeys(TimeWindow window, int count, BinaryReader in) {
            int begin = in.position();
            for (int i = 0; i < count; i++) {
                keys.deserialize(in);
            }
            byte[] bytes = new byte[in.position() - begin];
            in.setPosition(begin);
            in.readBytes(bytes, 0, bytes.length);
            return new FiredKeyRun(window, count, bytes);
        }

        @Override
        public FiredKeyRun copy(FiredKeyRun run) {
            return run;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(FiredKeyRun run) {
            return 31 * run.window.hashCode() + Arrays.hashCode(run.keys);
        }

        @Override
        public boolean equal(FiredKeyRun a, FiredKeyRun b) {
            return a.window.equals(b.window) && a.count == b.count && Arrays.equals(a.keys, b.keys);
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, FiredKeyRun.class.getName())
                    .withField("key", false, keys.schema());
        }

        @Override
        public ValueReader<FiredKeyRun> readerOf(SerializerSnapshot stored) {
            return stored.equals(schemaOfOneKey())
                    ? in -> readKeys(TimeWindow.serializer().deserialize(in), 1, in)
                    : null;
        }

        /** Of earlier builds, which wrote the window with each key. */
        private SerializerSnapshot schemaOfOneKey() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, "io.tidemark.worker.window.FiredKey")
                    .withField("window", false, TimeWindow.serializer().schema())
                    .withField("key", false, keys.schema());
        }
    }
}
