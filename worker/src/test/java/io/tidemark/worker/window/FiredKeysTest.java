package io.tidemark.worker.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FiredKeysTest {
    private static final TimeWindow WINDOW = new TimeWindow(0, 10);
    private static final int KEYS = 100_000;
    private static final int SLICE = 1_000;

    private final CountingKeys serializer = new CountingKeys();
    private final FiredKeys keys = new FiredKeys(serializer);

    /** Numbers, and how often one was written. */
    private static final class CountingKeys implements TypeSerializer<Object> {
        private static final long serialVersionUID = 1L;
        private static final TypeSerializer<Long> LONGS = Types.LONG.createSerializer();
        private int written;

        @Override
        public void serialize(Object value, BinaryWriter out) {
            written++;
            LONGS.serialize((Long) value, out);
        }

        @Override
        public Object deserialize(BinaryReader in) {
            return LONGS.deserialize(in);
        }

        @Override
        public Object copy(Object value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Object value) {
            return LONGS.hash((Long) value);
        }

        @Override
        public SerializerSnapshot schema() {
            return LONGS.schema();
        }
    }

    /** What a snapshot holds, as bytes. */
    private List<byte[]> snapshot() {
        List<byte[]> elements = new ArrayList<>();
        keys.snapshot(new OperatorStateWriter() {
            @Override
            public <T> void put(String name, StateSharing sharing, TypeSerializer<T> with, List<T> values) {
                for (T value : values) {
                    BinaryWriter bytes = new BinaryWriter(256);
                    with.serialize(value, bytes);
                    elements.add(bytes.toByteArray());
                }
            }
        });
        return elements;
    }

    private List<Object> read(List<byte[]> snapshot) {
        List<Object> read = new ArrayList<>();
        for (byte[] element : snapshot) {
            FiredKeyRun run = new FiredKeyRun.Serializer(serializer).deserialize(new BinaryReader(element));
            assertThat(run.window()).isEqualTo(WINDOW);
            run.forEach(serializer, read::add);
        }
        return read;
    }

    private void passAllInSlices() {
        keys.begin(WINDOW);
        for (long key = 0; key < KEYS; key++) {
            keys.pass(key);
            if (key % SLICE == SLICE - 1) {
                keys.endSlice();
            }
        }
    }

    @Test
    void trP2_atABarrierInTheMiddleOfAFiringNoKeyIsWrittenThatFiredInAnEarlierSlice() {
        passAllInSlices();
        int writtenBefore = serializer.written;

        List<byte[]> snapshot = snapshot();

        assertThat(serializer.written).isEqualTo(writtenBefore);
        assertThat(snapshot.size()).as("elements").isLessThan(KEYS / SLICE);
        assertThat(read(snapshot)).isEqualTo(allKeys());
    }

    private static List<Object> allKeys() {
        return LongStream.range(0, KEYS).mapToObj(key -> (Object) key).toList();
    }

    @Test
    void aLaterSnapshotHasTheKeysOfTheOneBeforeAndThoseThatFiredSince() {
        keys.begin(WINDOW);
        keys.pass(1L);
        keys.endSlice();
        assertThat(read(snapshot())).containsExactly(1L);
        keys.pass(2L);
        assertThat(read(snapshot())).containsExactly(1L, 2L);
    }

    @Test
    void aFiringThatIsDoneInItsFirstSliceWritesNoKeys() {
        keys.begin(WINDOW);
        for (long key = 0; key < SLICE; key++) {
            keys.pass(key);
        }
        keys.end();

        assertThat(serializer.written).isZero();
        assertThat(snapshot()).isEmpty();
    }

    @Test
    void theKeysOfAWindowThatHasFiredForAllAreForgotten() {
        passAllInSlices();
        keys.end();
        assertThat(snapshot()).isEmpty();
    }

    @Test
    void whatEarlierBuildsWroteIsReadAWindowAndAKeyEach() {
        SerializerSnapshot stored = SerializerSnapshot.of(
                        SerializerSnapshot.Kind.RECORD, "io.tidemark.worker.window.FiredKey")
                .withField("window", false, TimeWindow.serializer().schema())
                .withField("key", false, serializer.schema());
        BinaryWriter bytes = new BinaryWriter(64);
        TimeWindow.serializer().serialize(WINDOW, bytes);
        serializer.serialize(7L, bytes);

        TypeSerializer<FiredKeyRun> runs = new FiredKeyRun.Serializer(serializer);
        FiredKeyRun run = SchemaComparison.of(stored, runs).reader(runs).read(new BinaryReader(bytes.toByteArray()));

        List<Object> read = new ArrayList<>();
        run.forEach(serializer, read::add);
        assertThat(run.window()).isEqualTo(WINDOW);
        assertThat(read).containsExactly(7L);
    }
}
