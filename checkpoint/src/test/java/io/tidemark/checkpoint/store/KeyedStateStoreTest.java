package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.type.ValueTooLargeException;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedStateStoreTest {
    private static final long PLENTY = 1L << 30;

    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();

    @AfterEach
    void tearDown() {
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private static ValueState<Long> counts(KeyedStateStore store) throws IOException {
        return store.value(new ValueStateDescriptor<>("counts", Types.LONG));
    }

    private static MapState<String, String> mapOf(KeyedStateStore store) {
        return store.map(new MapStateDescriptor<>("map", Types.STRING, Types.STRING));
    }

    private static NamespacedState<Long, Long> windows(KeyedStateStore store) {
        return store.namespaced("windows", Types.LONG.createSerializer(), Types.LONG.createSerializer());
    }

    private static void count(KeyedStateStore store, ValueState<Long> counts, int from, int to) throws IOException {
        for (int key = from; key < to; key++) {
            store.setCurrentKey(key);
            Long count = counts.value();
            counts.update(count == null ? 1 : count + 1);
        }
    }

    private Path databaseOf(int store) {
        return stores.root.resolve("store-" + store).resolve("db");
    }

    // Opening

    @Test
    void a_store_that_neither_spills_nor_is_frozen_never_opens_a_database() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> counts = counts(store);
        MapState<String, String> map = mapOf(store);
        NamespacedState<Long, Long> windows = windows(store);
        count(store, counts, 0, 1000);
        for (int key = 0; key < 100; key++) {
            store.setCurrentKey(key);
            assertThat(map.get("absent")).isNull();
            map.put("a", "b");
            map.remove("a");
            map.put("c", "d");
            assertThat(map.isEmpty()).isFalse();
            map.clear();
            windows.put(1L, 2L);
            counts.clear();
        }
        windows.drop(1L);

        assertThat(databaseOf(0)).doesNotExist();
        assertThat(NativeHandles.open()).isEqualTo(handlesBefore);
    }

    @Test
    void a_snapshot_of_a_store_that_never_held_anything_opens_no_database_and_stores_no_file() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        counts(store);

        KeyedStateHandle handle = stores.snapshot(store, 1);

        assertThat(handle.getFilesList()).isEmpty();
        assertThat(databaseOf(0)).doesNotExist();
        KeyedStateStore restored = stores.open(PLENTY, handle);
        restored.setCurrentKey(1);
        assertThat(counts(restored).value()).isNull();
    }

    @Test
    void a_key_has_to_be_set_before_state_is_used() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);

        assertThatThrownBy(() -> counts(store).value())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no key is set");
        assertThat(store.currentKey()).isNull();
        store.setCurrentKey(7);
        assertThat(store.currentKey()).isEqualTo(7);
        assertThat(store.currentKeyHash())
                .isEqualTo(Types.INT.createSerializer().hash(7));
    }

    @Test
    void declaring_a_state_twice_gives_the_same_state() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> first = counts(store);
        count(store, first, 1, 2);

        assertThat(counts(store).value()).isEqualTo(1);
    }

    @Test
    void one_name_for_two_kinds_of_state_is_refused() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        counts(store);

        assertThatThrownBy(() -> store.list(new ListStateDescriptor<>("counts", Types.LONG)))
                .isInstanceOf(StateSchemaException.class)
                .hasMessageContaining("\"counts\"")
                .hasMessageContaining("value")
                .hasMessageContaining("list");
    }

    // Freezing

    @Test
    void what_is_changed_after_a_freeze_is_not_in_the_snapshot() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<List<Integer>> value = store.value(new ValueStateDescriptor<>("value", Types.LIST(Types.INT)));
        ListState<List<Integer>> list = store.list(new ListStateDescriptor<>("list", Types.LIST(Types.INT)));
        store.setCurrentKey(1);
        value.update(new ArrayList<>(List.of(1)));
        list.add(new ArrayList<>(List.of(1)));
        KeyedStateStore.Frozen frozen = store.freeze(1);

        List<Integer> handedOut = value.value();
        handedOut.add(2);
        value.update(handedOut);
        list.add(new ArrayList<>(List.of(9)));
        list.get().forEach(element -> element.add(2));
        KeyedStateHandle handle = stores.write(frozen);

        assertThat(value.value()).containsExactly(1, 2);
        assertThat(list.get()).containsExactly(List.of(1, 2), List.of(9, 2));
        KeyedStateStore restored = stores.open(PLENTY, handle);
        restored.setCurrentKey(1);
        assertThat(restored.value(new ValueStateDescriptor<>("value", Types.LIST(Types.INT)))
                        .value())
                .containsExactly(1);
        assertThat(restored.list(new ListStateDescriptor<>("list", Types.LIST(Types.INT)))
                        .get())
                .containsExactly(List.of(1));
    }

    @Test
    void a_value_is_copied_only_while_a_snapshot_needs_it() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<List<Integer>> value = store.value(new ValueStateDescriptor<>("value", Types.LIST(Types.INT)));
        store.setCurrentKey(1);
        List<Integer> original = new ArrayList<>(List.of(1));
        value.update(original);
        KeyedStateStore.Frozen frozen = store.freeze(1);
        List<Integer> copy = value.value();
        assertThat(copy).isNotSameAs(original);
        assertThat(value.value()).isSameAs(copy);
        stores.write(frozen);
        store.setCurrentKey(1);

        assertThat(value.value()).isSameAs(copy);
    }

    @Test
    void freezing_again_before_the_write_has_ended_is_refused() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 10);
        KeyedStateStore.Frozen frozen = store.freeze(1);

        assertThat(store.isFrozen()).isTrue();
        assertThatThrownBy(() -> store.freeze(2)).isInstanceOf(IllegalStateException.class);
        stores.write(frozen);
        assertThat(store.isFrozen()).isFalse();
        assertThatThrownBy(() -> frozen.write(stores.storage)).isInstanceOf(IllegalStateException.class);
        stores.snapshot(store, 2);
    }

    @Test
    void a_snapshot_that_fails_loses_nothing() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> counts = counts(store);
        count(store, counts, 0, 100);
        KeyedStateStore.Frozen failing = store.freeze(1);
        count(store, counts, 50, 150);
        FaultyStorage faulty = new FaultyStorage(stores.storage);
        faulty.failPuts(true);
        assertThatThrownBy(() -> failing.write(faulty))
                .isInstanceOf(IOException.class)
                .hasMessage("no space left");
        assertThat(store.isFrozen()).isFalse();

        // The database has what was frozen, so the handle before, of nothing, must not be taken to be good.
        KeyedStateHandle handle = stores.snapshot(store, 2);

        assertCounts(stores.open(PLENTY, handle), Map.of(0, 1L, 49, 1L, 50, 2L, 99, 2L, 100, 1L, 149, 1L));
    }

    @Test
    void a_store_unchanged_since_a_snapshot_failed_is_not_taken_to_be_stored() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 10);
        stores.snapshot(store, 1);
        store.checkpointComplete(1);
        count(store, counts(store), 0, 10);
        FaultyStorage faulty = new FaultyStorage(stores.storage);
        faulty.failPuts(true);
        assertThatThrownBy(() -> store.freeze(2).write(faulty)).isInstanceOf(IOException.class);

        KeyedStateHandle handle = stores.snapshot(store, 3);

        assertCounts(stores.open(PLENTY, handle), Map.of(0, 2L, 9, 2L));
    }

    @Test
    void a_snapshot_that_was_discarded_loses_nothing() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> counts = counts(store);
        count(store, counts, 0, 100);
        KeyedStateStore.Frozen discarded = store.freeze(1);
        count(store, counts, 50, 150);
        discarded.discard();
        assertThat(store.isFrozen()).isFalse();

        KeyedStateHandle handle = stores.snapshot(store, 2);

        assertCounts(stores.open(PLENTY, handle), Map.of(0, 1L, 49, 1L, 50, 2L, 99, 2L, 100, 1L, 149, 1L));
    }

    private static void assertCounts(KeyedStateStore store, Map<Integer, Long> expected) throws IOException {
        ValueState<Long> counts = counts(store);
        for (Map.Entry<Integer, Long> entry : expected.entrySet()) {
            store.setCurrentKey(entry.getKey());
            assertThat(counts.value()).isEqualTo(entry.getValue());
        }
    }

    @Test
    void a_store_closed_before_its_snapshot_is_written_frees_everything() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 100);
        stores.snapshot(store, 1);
        count(store, counts(store), 0, 100);
        KeyedStateStore.Frozen frozen = store.freeze(2);
        store.close();
        store.close();

        assertThatThrownBy(() -> frozen.write(stores.storage))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        stores.memory.close();
        assertThat(NativeHandles.open()).isEqualTo(handlesBefore);
    }

    @Test
    void a_store_closed_while_its_snapshot_is_uploaded_frees_everything() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 100);
        KeyedStateStore.Frozen frozen = store.freeze(1);
        FaultyStorage storage = new FaultyStorage(stores.storage);
        storage.onPut(store::close);

        KeyedStateHandle handle = frozen.write(storage);

        assertCounts(stores.open(PLENTY, handle), Map.of(0, 1L, 99, 1L));
    }

    @Test
    void a_task_that_goes_on_while_another_thread_writes_changes_no_snapshot() throws Exception {
        KeyedStateStore store = stores.open(200_000);
        Subject subject = new Subject(store);
        Map<Long, Map<Integer, List<Integer>>> expected = new TreeMap<>();
        Map<Long, KeyedStateHandle> handles = new TreeMap<>();
        Map<Integer, List<Integer>> model = new HashMap<>();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<KeyedStateHandle> writing = null;
        long checkpoint = 0;
        try {
            for (int i = 0; handles.size() < 8; i++) {
                int key = (i * 7919) % 997;
                store.setCurrentKey(key);
                List<Integer> list = subject.value.value();
                assertThat(list).isEqualTo(model.get(key));
                list = list == null ? new ArrayList<>() : list;
                if (list.size() > 3) {
                    list.clear();
                }
                list.add(i);
                subject.value.update(list);
                model.computeIfAbsent(key, k -> new ArrayList<>()).add(i);
                if (model.get(key).size() > 4) {
                    model.get(key).subList(0, 4).clear();
                }
                if (i % 500 == 0 && !store.isFrozen()) {
                    if (writing != null) {
                        handles.put(checkpoint, writing.get());
                    }
                    KeyedStateStore.Frozen frozen = store.freeze(++checkpoint);
                    Map<Integer, List<Integer>> copy = new HashMap<>();
                    model.forEach((k, v) -> copy.put(k, List.copyOf(v)));
                    expected.put(checkpoint, copy);
                    writing = pool.submit(() -> frozen.write(stores.storage));
                }
            }
            if (writing != null) {
                writing.get();
            }
        } finally {
            pool.shutdown();
        }
        store.close();
        for (Map.Entry<Long, KeyedStateHandle> handle : handles.entrySet()) {
            Subject restored = new Subject(stores.open(PLENTY, handle.getValue()));
            expected.get(handle.getKey()).forEach((key, list) -> {
                restored.store.setCurrentKey(key);
                try {
                    assertThat(restored.value.value()).isEqualTo(list);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            restored.store.close();
        }
    }

    // Incremental snapshots

    @Test
    void a_second_snapshot_stores_only_what_changed() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> counts = counts(store);
        count(store, counts, 0, 50_000);
        KeyedStateHandle first = stores.snapshot(store, 1);
        store.checkpointComplete(1);
        count(store, counts, 0, 10);
        FaultyStorage storage = new FaultyStorage(stores.storage);
        KeyedStateHandle second = store.freeze(2).write(storage);

        assertThat(first.getNewBytes()).isEqualTo(first.getFullBytes());
        assertThat(second.getFullBytes()).isGreaterThan(first.getFullBytes());
        assertThat(second.getNewBytes()).isLessThan(first.getFullBytes() / 5);
        Set<StoreFile> tables = new HashSet<>(first.getFilesList());
        tables.removeIf(file -> !file.getName().endsWith(".sst"));
        assertThat(second.getFilesList()).containsAll(tables);
        assertThat(storage.putNames())
                .isNotEmpty()
                .doesNotContainAnyElementsOf(
                        tables.stream().map(StoreFile::getName).toList());
        assertCounts(stores.open(PLENTY, second), Map.of(0, 2L, 9, 2L, 10, 1L, 49_999, 1L));
    }

    @Test
    void a_snapshot_of_an_unchanged_store_stores_nothing() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 1000);
        KeyedStateHandle first = stores.snapshot(store, 1);
        store.checkpointComplete(1);
        FaultyStorage storage = new FaultyStorage(stores.storage);

        KeyedStateHandle second = store.freeze(2).write(storage);

        assertThat(storage.putNames()).isEmpty();
        assertThat(second.getNewBytes()).isZero();
        assertThat(second.getFullBytes()).isEqualTo(first.getFullBytes());
        assertThat(second.getFilesList()).isEqualTo(first.getFilesList());
    }

    @Test
    void what_was_stored_for_a_checkpoint_that_did_not_complete_is_not_relied_upon() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 1000);
        KeyedStateHandle first = stores.snapshot(store, 1);
        store.checkpointAborted(1);
        for (StoreFile file : first.getFilesList()) {
            Files.delete(
                    stores.root.resolve("storage/job/files/" + file.getFile().getSha256()));
        }

        KeyedStateHandle second = stores.snapshot(store, 2);

        assertThat(second.getNewBytes()).isPositive();
        assertCounts(stores.open(PLENTY, second), Map.of(0, 1L, 999, 1L));
    }

    @Test
    void the_completion_of_a_checkpoint_says_nothing_of_files_that_came_later() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 1000);
        KeyedStateHandle first = stores.snapshot(store, 1);
        count(store, counts(store), 0, 1000);
        KeyedStateHandle second = stores.snapshot(store, 2);
        store.checkpointComplete(1);
        store.checkpointAborted(2);
        List<StoreFile> onlySecond = new ArrayList<>(second.getFilesList());
        onlySecond.removeAll(first.getFilesList());
        assertThat(onlySecond).isNotEmpty();
        for (StoreFile file : onlySecond) {
            Files.delete(
                    stores.root.resolve("storage/job/files/" + file.getFile().getSha256()));
        }

        KeyedStateHandle third = stores.snapshot(store, 3);

        assertCounts(stores.open(PLENTY, third), Map.of(0, 2L, 999, 2L));
    }

    @Test
    void the_first_snapshot_after_a_restore_is_incremental_too() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 50_000);
        KeyedStateHandle first = stores.snapshot(store, 1);
        KeyedStateStore restored = stores.open(PLENTY, first);
        count(restored, counts(restored), 0, 10);

        KeyedStateHandle second = stores.snapshot(restored, 2);

        assertThat(second.getNewBytes()).isLessThan(first.getFullBytes() / 5);
        assertCounts(stores.open(PLENTY, second), Map.of(0, 2L, 49_999, 1L));
    }

    @Test
    void state_that_was_spilled_and_not_changed_since_is_in_the_next_snapshot() throws Exception {
        KeyedStateStore store = stores.open(0);
        ValueState<Long> counts = counts(store);
        count(store, counts, 0, 10);
        stores.snapshot(store, 1);
        store.checkpointComplete(1);
        count(store, counts, 0, 10);
        store.setCurrentKey(10);

        KeyedStateHandle second = stores.snapshot(store, 2);

        assertCounts(stores.open(0, second), Map.of(0, 2L, 9, 2L));
    }

    // Restoring

    @Test
    void a_corrupt_file_is_named_and_nothing_is_opened() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 1000);
        KeyedStateHandle handle = stores.snapshot(store, 1);
        for (StoreFile file : handle.getFilesList()) {
            Path stored =
                    stores.root.resolve("storage/job/files/" + file.getFile().getSha256());
            byte[] good = Files.readAllBytes(stored);
            assertThat(good).isNotEmpty();
            byte[] bad = good.clone();
            bad[bad.length / 2] ^= 1;
            Files.write(stored, bad);

            assertThatThrownBy(() -> stores.open(PLENTY, handle))
                    .isInstanceOf(UncheckedIOException.class)
                    .cause()
                    .isInstanceOf(CorruptCheckpointException.class)
                    .hasMessageContaining(stored.toString());
            Files.write(stored, good);
        }
        assertCounts(stores.open(PLENTY, handle), Map.of(0, 1L));
    }

    @Test
    void keys_of_another_type_are_refused() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 10);
        KeyedStateHandle handle = stores.snapshot(store, 1);

        assertThatThrownBy(() -> stores.open(
                        new CacheBudget(PLENTY), TestStores.ALL, List.of(handle), Types.STRING.createSerializer()))
                .isInstanceOf(StateSchemaException.class)
                .hasMessageContaining("Integer")
                .hasMessageContaining("String");
    }

    @Test
    void state_that_the_job_does_not_declare_any_more_stays_in_its_snapshots() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        count(store, counts(store), 0, 10);
        TimerQueue timers = store.timers();
        timers.register(TimerDomain.EVENT, timers.group("timers", Types.LONG.createSerializer()), 5L, 77);
        KeyedStateHandle first = stores.snapshot(store, 1);
        KeyedStateStore without = stores.open(PLENTY, first);
        without.setCurrentKey(1);
        mapOf(without).put("a", "b");
        KeyedStateHandle second = stores.snapshot(without, 2);

        KeyedStateStore again = stores.open(PLENTY, second);
        assertCounts(again, Map.of(0, 1L, 9, 1L));
        again.timers().group("timers", Types.LONG.createSerializer());
        assertThat(again.timers().nextTimestamp(TimerDomain.EVENT)).isEqualTo(77);
        again.setCurrentKey(1);
        assertThat(mapOf(again).get("a")).isEqualTo("b");
    }

    @Test
    void rescaling_up_and_down_keeps_every_key_and_timer_once() throws Exception {
        List<KeyedStateHandle> handles = List.of();
        int keys = 300;
        int generation = 0;
        for (int parallelism : new int[] {1, 3, 2, 8, 5, 1}) {
            generation++;
            List<KeyedStateHandle> next = new ArrayList<>();
            Set<Integer> seen = new HashSet<>();
            List<Timer> fired = new ArrayList<>();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                KeyGroupRange range = KeyGroups.range(subtask, parallelism, TestStores.MAX_PARALLELISM);
                List<KeyedStateHandle> overlapping = handles.stream()
                        .filter(h -> new KeyGroupRange(h.getFirstKeyGroup(), h.getLastKeyGroup()).overlaps(range))
                        .toList();
                KeyedStateStore store = stores.open(new CacheBudget(20_000), range, overlapping);
                ValueState<Long> counts = counts(store);
                NamespacedState<Long, Long> windows = windows(store);
                int group = store.timers().group("timers", Types.LONG.createSerializer());
                assertThat(store.timers().size(TimerDomain.EVENT))
                        .isEqualTo(
                                generation == 1
                                        ? 0
                                        : keysIn(range, keys, generation - 1).size());
                for (int key : keysIn(range, keys, 0)) {
                    store.setCurrentKey(key);
                    Long count = counts.value();
                    if (isGone(key, generation)) {
                        // Whatever the files still hold of it, it must not come back.
                        assertThat(count).isEqualTo(isGone(key, generation - 1) ? null : Long.valueOf(generation - 1));
                        counts.clear();
                        windows.remove(7L);
                        store.timers().delete(TimerDomain.EVENT, group, 1L, 1000 - key);
                        continue;
                    }
                    assertThat(count).isEqualTo(generation == 1 ? null : Long.valueOf(generation - 1));
                    counts.update((long) generation);
                    windows.put(7L, (long) key);
                    store.timers().register(TimerDomain.EVENT, group, 1L, 1000 - key);
                    assertThat(seen.add(key)).isTrue();
                }
                Set<Object> walked = new HashSet<>();
                try (NamespacedState.Cursor<Long> cursor = windows.cursor(7L)) {
                    while (cursor.next()) {
                        assertThat(walked.add(cursor.key())).isTrue();
                    }
                }
                assertThat(walked).hasSize(keysIn(range, keys, generation).size());
                next.add(stores.snapshot(store, generation));
                long last = Long.MIN_VALUE;
                for (Timer timer = store.timers().pollDue(TimerDomain.EVENT, 1000);
                        timer != null;
                        timer = store.timers().pollDue(TimerDomain.EVENT, 1000)) {
                    assertThat(timer.timestamp()).isEqualTo(1000 - (Integer) timer.key());
                    assertThat(timer.timestamp()).isGreaterThan(last);
                    last = timer.timestamp();
                    fired.add(timer);
                }
                store.close();
            }
            assertThat(seen).hasSize(keys - keys / 10 * (generation - 1));
            assertThat(fired).hasSize(seen.size());
            handles = next;
        }
    }

    /** In each generation but the first another tenth of the keys goes. */
    private static boolean isGone(int key, int generation) {
        return key % 10 < generation - 1;
    }

    private static List<Integer> keysIn(KeyGroupRange range, int keys, int generation) {
        return keysIn(range, keys).stream()
                .filter(key -> !isGone(key, generation))
                .toList();
    }

    private static List<Integer> keysIn(KeyGroupRange range, int keys) {
        List<Integer> in = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            int hash = Types.INT.createSerializer().hash(key);
            if (range.contains(KeyGroups.keyGroup(hash, TestStores.MAX_PARALLELISM))) {
                in.add(key);
            }
        }
        return in;
    }

    @Test
    void subtasks_that_declared_their_states_in_another_order_are_merged_by_name() throws Exception {
        KeyGroupRange low = new KeyGroupRange(0, 3);
        KeyGroupRange high = new KeyGroupRange(4, 7);
        KeyedStateStore first = stores.open(new CacheBudget(PLENTY), low, List.of());
        ValueState<Long> firstCounts = counts(first);
        ValueState<Long> firstOther = first.value(new ValueStateDescriptor<>("other", Types.LONG));
        KeyedStateStore second = stores.open(new CacheBudget(PLENTY), high, List.of());
        ValueState<Long> secondOther = second.value(new ValueStateDescriptor<>("other", Types.LONG));
        ValueState<Long> secondCounts = counts(second);
        second.timers().group("timers", Types.LONG.createSerializer());
        List<KeyedStateHandle> handles = new ArrayList<>();
        for (int key : keysIn(low, 50)) {
            first.setCurrentKey(key);
            firstCounts.update(1L);
            firstOther.update(2L);
        }
        for (int key : keysIn(high, 50)) {
            second.setCurrentKey(key);
            secondCounts.update(1L);
            secondOther.update(2L);
            second.timers().register(TimerDomain.EVENT, 0, 0L, key);
        }
        handles.add(stores.snapshot(first, 1));
        handles.add(stores.snapshot(second, 1));

        KeyedStateStore merged = stores.open(new CacheBudget(PLENTY), TestStores.ALL, handles);
        ValueState<Long> counts = counts(merged);
        ValueState<Long> other = merged.value(new ValueStateDescriptor<>("other", Types.LONG));
        for (int key = 0; key < 50; key++) {
            merged.setCurrentKey(key);
            assertThat(counts.value()).isEqualTo(1);
            assertThat(other.value()).isEqualTo(2);
        }
        merged.timers().group("timers", Types.LONG.createSerializer());
        assertThat(merged.timers().size(TimerDomain.EVENT))
                .isEqualTo(keysIn(high, 50).size());
    }

    // Memory

    @Test
    void state_larger_than_its_budget_is_spilled_and_found_again() throws Exception {
        CacheBudget budget = new CacheBudget(300_000);
        KeyedStateStore store = stores.open(budget, TestStores.ALL, List.of());
        ValueState<Long> counts = counts(store);
        for (int round = 0; round < 3; round++) {
            count(store, counts, 0, 20_000);
            assertThat(budget.usedBytes()).isLessThan(320_000);
        }
        count(store, counts, 0, 20_000);

        for (int key = 0; key < 20_000; key++) {
            store.setCurrentKey(key);
            assertThat(counts.value()).isEqualTo(4);
        }
        store.close();
        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void a_cache_of_many_entries_is_kept_within_its_budget_a_bounded_bit_at_a_time() throws Exception {
        CacheBudget budget = new CacheBudget(3_000_000);
        KeyedStateStore store = stores.open(budget, TestStores.ALL, List.of());
        ValueState<Long> counts = counts(store);
        // Every entry is marked as used when the budget is reached, and there are more slots than one call looks at.
        for (int from = 0; from < 60_000; from += 1_000) {
            count(store, counts, from, from + 1_000);
            assertThat(budget.usedBytes()).isLessThan(3_100_000);
        }

        assertThat(budget.usedBytes()).isGreaterThan(2_000_000);
        assertCounts(store, Map.of(0, 1L, 30_000, 1L, 59_999, 1L));
    }

    @Test
    void a_store_over_budget_is_stalled_until_a_snapshot_lets_it_spill() throws Exception {
        KeyedStateStore store = stores.open(100_000);
        ValueState<Long> counts = counts(store);
        count(store, counts, 0, 100);
        KeyedStateStore.Frozen frozen = store.freeze(1);
        assertThat(store.isStalled()).isFalse();
        count(store, counts, 0, 5_000);
        assertThat(store.isStalled()).isTrue();

        stores.write(frozen);

        assertThat(store.isStalled()).isFalse();
        assertCounts(store, Map.of(0, 2L, 99, 2L, 100, 1L, 4_999, 1L));
    }

    @Test
    void a_small_store_keeps_its_state_when_a_large_one_has_used_the_budget_up() throws Exception {
        CacheBudget budget = new CacheBudget(400_000);
        KeyedStateStore small = stores.open(budget, TestStores.ALL, List.of());
        KeyedStateStore large = stores.open(budget, TestStores.ALL, List.of());
        count(small, counts(small), 0, 100);
        count(large, counts(large), 0, 20_000);
        count(small, counts(small), 0, 100);

        assertThat(budget.usedBytes()).isGreaterThan(350_000);
        assertThat(databaseOf(1)).exists();
        assertThat(databaseOf(0)).doesNotExist();
    }

    @Test
    void deleted_entries_do_not_pile_up_in_the_cache() throws Exception {
        CacheBudget budget = new CacheBudget(PLENTY);
        KeyedStateStore store = stores.open(budget, TestStores.ALL, List.of());
        ValueState<Long> counts = counts(store);
        MapState<String, String> map = mapOf(store);
        NamespacedState<Long, Long> windows = windows(store);
        for (int key = 0; key < 3_000; key++) {
            store.setCurrentKey(key);
            counts.update(1L);
            map.put("a", "b");
            map.put("b", "c");
            windows.put((long) key, 1L);
        }
        stores.snapshot(store, 1);
        assertThat(budget.usedBytes()).isGreaterThan(1_000_000);
        for (int key = 0; key < 3_000; key++) {
            store.setCurrentKey(key);
            counts.clear();
            if (key % 2 == 0) {
                map.clear();
            } else {
                map.remove("a");
                map.remove("b");
            }
            windows.drop((long) key);
        }
        stores.snapshot(store, 2);
        for (int i = 0; i < 20_000; i++) {
            store.setCurrentKey(-1);
        }

        assertThat(budget.usedBytes()).isLessThan(40_000);
    }

    /** Writes no value above a limit. */
    private static final class LimitedSerializer implements TypeSerializer<Long> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<Long> longs = Types.LONG.createSerializer();

        @Override
        public void serialize(Long value, BinaryWriter out) {
            if (value > 100) {
                throw new ValueTooLargeException(value);
            }
            longs.serialize(value, out);
        }

        @Override
        public Long deserialize(BinaryReader in) {
            return longs.deserialize(in);
        }

        @Override
        public Long copy(Long value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Long value) {
            return longs.hash(value);
        }

        @Override
        public SerializerSnapshot schema() {
            return longs.schema();
        }
    }

    @Test
    void tr_s3_state_too_large_to_be_written_is_refused_with_the_names_of_state_and_key() {
        KeyedStateStore store = stores.open(PLENTY);
        NamespacedState<Long, Long> state =
                store.namespaced("sizes", Types.LONG.createSerializer(), new LimitedSerializer());
        store.setCurrentKey(7);
        state.put(1L, 100L);
        state.put(1L, 101L);

        assertThatThrownBy(() -> stores.snapshot(store, 1))
                .isInstanceOf(StateTooLargeException.class)
                .hasMessageContaining("\"sizes\"")
                .hasMessageContaining("key 7");
        assertThat(store.isFrozen()).isFalse();
        state.put(1L, 5L);
        KeyedStateStore restored = stores.open(PLENTY, stores.snapshot(store, 2));
        restored.setCurrentKey(7);
        assertThat(restored.namespaced("sizes", Types.LONG.createSerializer(), new LimitedSerializer())
                        .get(1L))
                .isEqualTo(5);
    }

    // Namespaces

    @Test
    void a_cursor_can_be_left_while_other_keys_are_worked_on_and_snapshots_are_taken() throws Exception {
        KeyedStateStore store = stores.open(60_000);
        NamespacedState<Long, Long> windows = windows(store);
        ValueState<Long> counts = counts(store);
        Map<Object, Long> expected = new HashMap<>();
        for (int key = 0; key < 3_000; key++) {
            store.setCurrentKey(key);
            windows.put(1L, (long) key);
            windows.put(2L, -1L);
            expected.put(key, (long) key);
        }
        Map<Object, Long> walked = new HashMap<>();
        long checkpoint = 0;
        try (NamespacedState.Cursor<Long> cursor = windows.cursor(1L)) {
            while (cursor.next()) {
                assertThat(walked.put(cursor.key(), cursor.value())).isNull();
                if (walked.size() % 500 == 0) {
                    count(store, counts, 10_000, 11_000);
                    stores.snapshot(store, ++checkpoint);
                }
            }
        }
        assertThat(walked).isEqualTo(expected);
    }

    @Test
    void a_cursor_says_so_when_its_namespace_is_written() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        NamespacedState<Long, Long> windows = windows(store);
        for (int key = 0; key < 10; key++) {
            store.setCurrentKey(key);
            windows.put(1L, 1L);
        }
        try (NamespacedState.Cursor<Long> cursor = windows.cursor(1L)) {
            assertThat(cursor.next()).isTrue();
            windows.put(1L, 2L);
            assertThatThrownBy(cursor::next)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("windows");
        }
        NamespacedState.Cursor<Long> cursor = windows.cursor(1L);
        assertThat(cursor.next()).isTrue();
        windows.drop(1L);
        assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        cursor.close();
        cursor.close();
    }

    @Test
    void namespaces_whose_bytes_begin_alike_do_not_mix() throws Exception {
        KeyedStateStore store = stores.open(0);
        NamespacedState<String, Long> state =
                store.namespaced("names", Types.STRING.createSerializer(), Types.LONG.createSerializer());
        String[] names = {"", "a", "aa", "aaa", "ab", "b"};
        for (int key = 0; key < 5; key++) {
            for (int i = 0; i < names.length; i++) {
                store.setCurrentKey(key);
                state.put(names[i], (long) i);
            }
        }
        store.setCurrentKey(0);
        state.drop("aa");
        store.setCurrentKey(1);

        for (int i = 0; i < names.length; i++) {
            int walked = 0;
            try (NamespacedState.Cursor<Long> cursor = state.cursor(names[i])) {
                while (cursor.next()) {
                    assertThat(cursor.value()).isEqualTo(i);
                    walked++;
                }
            }
            assertThat(walked).isEqualTo(names[i].equals("aa") ? 0 : 5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 500})
    void what_a_snapshot_holds_of_a_dropped_namespace_or_a_cleared_map_does_not_come_back(int keys) throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        NamespacedState<Long, Long> windows = windows(store);
        MapState<String, String> map = mapOf(store);
        for (int key = 0; key < keys; key++) {
            store.setCurrentKey(key);
            windows.put(1L, 1L);
            windows.put(2L, 2L);
            store.setCurrentKey(-1);
            map.put("k" + key, "v");
        }
        stores.snapshot(store, 1);
        windows.drop(1L);
        map.clear();

        KeyedStateStore restored = stores.open(PLENTY, stores.snapshot(store, 2));
        restored.setCurrentKey(-1);
        assertThat(mapOf(restored).isEmpty()).isTrue();
        for (long namespace = 1; namespace <= 2; namespace++) {
            int walked = 0;
            try (NamespacedState.Cursor<Long> cursor = windows(restored).cursor(namespace)) {
                while (cursor.next()) {
                    walked++;
                }
            }
            assertThat(walked).isEqualTo(namespace == 1 ? 0 : keys);
        }
    }

    @Test
    void a_namespace_that_is_dropped_and_filled_again_holds_only_the_new_values() throws Exception {
        KeyedStateStore store = stores.open(0);
        NamespacedState<Long, Long> windows = windows(store);
        for (int key = 0; key < 20; key++) {
            store.setCurrentKey(key);
            windows.put(1L, 1L);
        }
        stores.snapshot(store, 1);
        windows.drop(1L);
        for (int key = 0; key < 5; key++) {
            store.setCurrentKey(key);
            assertThat(windows.get(1L)).isNull();
            windows.put(1L, 2L);
        }
        KeyedStateHandle handle = stores.snapshot(store, 2);

        NamespacedState<Long, Long> restored = windows(stores.open(0, handle));
        Map<Object, Long> walked = new HashMap<>();
        try (NamespacedState.Cursor<Long> cursor = restored.cursor(1L)) {
            while (cursor.next()) {
                walked.put(cursor.key(), cursor.value());
            }
        }
        assertThat(walked).isEqualTo(Map.of(0, 2L, 1, 2L, 2, 2L, 3, 2L, 4, 2L));
    }
}
