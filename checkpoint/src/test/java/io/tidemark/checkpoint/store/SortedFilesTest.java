package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedFilesTest {
    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();
    private Path directory;
    private StateDatabase database;

    @BeforeEach
    void setUp() {
        directory = stores.root.resolve("database");
        database = new StateDatabase(directory, stores.memory, false);
    }

    @AfterEach
    void tearDown() {
        database.release();
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private static BinaryWriter bytes(String text) {
        BinaryWriter out = new BinaryWriter(16);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeBytes(utf8, 0, utf8.length);
        return out;
    }

    private String get(String key) {
        BinaryReader value = new BinaryReader();
        if (!database.get(Column.STATE, bytes(key), value)) {
            return null;
        }
        byte[] found = new byte[value.remaining()];
        value.readBytes(found, 0, found.length);
        return new String(found, StandardCharsets.UTF_8);
    }

    private long filesNotTakenOver() throws IOException {
        try (Stream<Path> list = Files.list(directory)) {
            return list.filter(file -> file.getFileName().toString().startsWith("sorted-"))
                    .count();
        }
    }

    @Test
    void entriesOfAnyLengthAreInTheDatabaseOnceTheyAreTakenOver() throws IOException {
        String longValue = "v".repeat(100_000);
        String longKey = "b".repeat(3_000);
        try (SortedFiles files = database.sortedFiles()) {
            files.put(bytes("a"), bytes("1"));
            files.put(bytes("b"), bytes(""));
            files.put(bytes(longKey), bytes(longValue));
            files.put(bytes("c"), bytes("22"));
            assertThat(get("a")).isNull();

            files.takeOver();
        }

        assertThat(get("a")).isEqualTo("1");
        assertThat(get("b")).isEmpty();
        assertThat(get(longKey)).isEqualTo(longValue);
        assertThat(get("c")).isEqualTo("22");
        assertThat(filesNotTakenOver()).isZero();
    }

    @Test
    void theyReplaceWhatWasWrittenBeforeAndAreReplacedByWhatIsWrittenAfter() throws IOException {
        try (DatabaseBatch batch = database.batch();
                SortedFiles files = database.sortedFiles()) {
            files.put(bytes("a"), bytes("new"));
            files.put(bytes("b"), bytes("new"));
            batch.deleteRange(Column.STATE, new byte[] {'a'}, new byte[] {'z'});
            batch.put(Column.STATE, bytes("b"), bytes("old"));
            batch.write();

            files.takeOver();

            assertThat(get("a")).isEqualTo("new");
            assertThat(get("b")).isEqualTo("new");
            batch.put(Column.STATE, bytes("a"), bytes("newer"));
            batch.write();
            assertThat(get("a")).isEqualTo("newer");
        }
    }

    @Test
    void onlyAKeyBehindTheLastOneHasAPlace() throws IOException {
        try (SortedFiles files = database.sortedFiles()) {
            assertThat(files.isBehind(bytes("b"))).isTrue();
            files.put(bytes("b"), bytes("1"));

            assertThat(files.isBehind(bytes("a"))).isFalse();
            assertThat(files.isBehind(bytes("b"))).isFalse();
            assertThat(files.isBehind(bytes("b\0"))).isTrue();
            assertThat(files.isBehind(bytes("\u00e4"))).isTrue();
        }
    }

    @Test
    void whatIsNotTakenOverLeavesNothing() throws IOException {
        try (SortedFiles files = database.sortedFiles()) {
            files.put(bytes("a"), bytes("1"));
        }

        assertThat(get("a")).isNull();
        assertThat(filesNotTakenOver()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Integer.MAX_VALUE})
    void aSnapshotOfKeysThatAreNotWrittenInOrderHoldsAllOfThem(int sortedFrom) throws Exception {
        stores.sortedFrom = sortedFrom;
        KeyedStateStore store =
                stores.open(new CacheBudget(1L << 30), TestStores.ALL, List.of(), Types.STRING.createSerializer());
        ValueState<String> texts = store.value(new ValueStateDescriptor<>("texts", Types.STRING));
        for (int key = 0; key < 3_000; key++) {
            store.setCurrentKey("a common beginning " + key);
            texts.update("text " + key);
        }
        stores.snapshot(store, 1);
        for (int key = 0; key < 3_000; key += 3) {
            store.setCurrentKey("a common beginning " + key);
            if (key % 2 == 0) {
                texts.clear();
            } else {
                texts.update("changed");
            }
        }

        KeyedStateHandle handle = stores.snapshot(store, 2);

        KeyedStateStore restored =
                stores.open(new CacheBudget(0), TestStores.ALL, List.of(handle), Types.STRING.createSerializer());
        ValueState<String> found = restored.value(new ValueStateDescriptor<>("texts", Types.STRING));
        for (int key = 0; key < 3_000; key++) {
            restored.setCurrentKey("a common beginning " + key);
            String expected = key % 3 != 0 ? "text " + key : key % 2 == 0 ? null : "changed";
            assertThat(found.value()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2_000, Integer.MAX_VALUE})
    void aSnapshotOfNumbersByNumbersHoldsAllOfThemAndNoneThatWasDeleted(int sortedFrom) throws Exception {
        stores.sortedFrom = sortedFrom;
        KeyedStateStore store =
                stores.open(new CacheBudget(1L << 30), TestStores.ALL, List.of(), Types.LONG.createSerializer());
        ValueState<Long> numbers = store.value(new ValueStateDescriptor<>("numbers", Types.LONG));
        for (long key = -1_500; key < 1_500; key++) {
            store.setCurrentKey(key);
            numbers.update(key * key);
        }
        stores.snapshot(store, 1);
        for (long key = -1_500; key < 1_500; key += 3) {
            store.setCurrentKey(key);
            if (key % 2 == 0) {
                numbers.clear();
            } else {
                numbers.update(7L);
            }
        }

        KeyedStateHandle handle = stores.snapshot(store, 2);

        KeyedStateStore restored =
                stores.open(new CacheBudget(0), TestStores.ALL, List.of(handle), Types.LONG.createSerializer());
        ValueState<Long> found = restored.value(new ValueStateDescriptor<>("numbers", Types.LONG));
        for (long key = -1_500; key < 1_500; key++) {
            restored.setCurrentKey(key);
            Long expected = key % 3 != 0 ? Long.valueOf(key * key) : key % 2 == 0 ? null : Long.valueOf(7);
            assertThat(found.value()).isEqualTo(expected);
        }
    }
}
