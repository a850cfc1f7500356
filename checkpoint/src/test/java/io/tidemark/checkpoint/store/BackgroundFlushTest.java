package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundFlushTest {
    private static final long PLENTY = 1L << 30;

    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();
    private final List<Runnable> flushes = new ArrayList<>();

    @AfterEach
    void tearDown() {
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private KeyedStateStore store(long budget) {
        KeyedStateStore store = stores.open(budget);
        store.flushWith(flushes::add);
        return store;
    }

    private static ValueState<Long> counts(KeyedStateStore store) {
        return store.value(new ValueStateDescriptor<>("counts", Types.LONG));
    }

    private static void set(KeyedStateStore store, ValueState<Long> counts, int from, int to, long count)
            throws Exception {
        for (int key = from; key < to; key++) {
            store.setCurrentKey(key);
            counts.update(count);
        }
    }

    private void runFlushes() {
        flushes.forEach(Runnable::run);
        flushes.clear();
    }

    /** How many entries the checkpoint's own thread has to write: those that were dirty when it came. */
    private static long dirtyEntries(KeyedStateStore.Frozen frozen) {
        List<StateChanges> changes = ((FrozenStore) frozen).changes();
        int lastEpoch = changes.get(changes.size() - 1).epoch;
        return changes.stream()
                .flatMap(one -> one.dirty().stream())
                .mapToLong(entries -> {
                    long current = 0;
                    for (int i = 0; i < entries.size(); i++) {
                        current += entries.isCurrent(entries.get(i), lastEpoch) ? 1 : 0;
                    }
                    return current;
                })
                .sum();
    }

    private void assertCounts(KeyedStateHandle handle, Map<Integer, Long> expected) throws Exception {
        KeyedStateStore restored = stores.open(PLENTY, handle);
        ValueState<Long> counts = counts(restored);
        for (Map.Entry<Integer, Long> count : expected.entrySet()) {
            restored.setCurrentKey(count.getKey());
            assertThat(counts.value()).as("key %s", count.getKey()).isEqualTo(count.getValue());
        }
        restored.close();
    }

    @Test
    void a_barrier_finds_only_what_was_changed_lately() throws Exception {
        KeyedStateStore store = store(PLENTY);
        ValueState<Long> counts = counts(store);
        set(store, counts, 0, 10_000, 1);
        store.closeEpoch();
        set(store, counts, 9_000, 9_100, 2);
        store.flushOldest();
        runFlushes();
        set(store, counts, 0, 50, 3);

        KeyedStateStore.Frozen frozen = store.freeze(1);

        // The flush that a snapshot finds over, but not settled, is no work either.
        store.tend(0);
        assertThat(dirtyEntries(frozen)).isEqualTo(150);
        assertCounts(stores.write(frozen), Map.of(0, 3L, 49, 3L, 50, 1L, 9_050, 2L, 9_100, 1L, 9_999, 1L));
    }

    @Test
    void what_is_changed_again_before_it_is_written_is_passed_over() throws Exception {
        KeyedStateStore store = store(PLENTY);
        ValueState<Long> counts = counts(store);
        set(store, counts, 0, 1_000, 1);
        store.closeEpoch();
        store.flushOldest();
        set(store, counts, 0, 900, 2);

        BackgroundFlush flush = (BackgroundFlush) flushes.get(0);
        runFlushes();

        assertThat(flush.isWritten()).isTrue();
        assertThat(flush.listedEntries()).isEqualTo(1_000);
        assertThat(flush.writtenEntries()).isEqualTo(100);
        assertCounts(stores.snapshot(store, 1), Map.of(0, 2L, 899, 2L, 900, 1L));
    }

    @Test
    void a_snapshot_holds_what_was_changed_in_place_while_a_flush_and_it_were_under_way() throws Exception {
        KeyedStateStore store = store(PLENTY);
        ValueState<Long> counts = counts(store);
        set(store, counts, 0, 1_000, 1);
        store.closeEpoch();
        store.flushOldest();
        KeyedStateStore.Frozen frozen = store.freeze(1);
        set(store, counts, 0, 500, 2);
        runFlushes();

        assertCounts(stores.write(frozen), Map.of(0, 1L, 499, 1L, 500, 1L, 999, 1L));
        assertCounts(stores.snapshot(store, 2), Map.of(0, 2L, 499, 2L, 500, 1L, 999, 1L));
    }

    @Test
    void a_snapshot_takes_over_a_flush_that_has_not_begun() throws Exception {
        KeyedStateStore store = store(PLENTY);
        ValueState<Long> counts = counts(store);
        set(store, counts, 0, 1_000, 1);
        store.closeEpoch();
        store.flushOldest();
        set(store, counts, 500, 600, 2);

        KeyedStateHandle handle = stores.snapshot(store, 1);
        runFlushes();

        assertCounts(handle, Map.of(0, 1L, 500, 2L, 599, 2L, 999, 1L));
        assertCounts(stores.snapshot(store, 2), Map.of(0, 1L, 500, 2L, 599, 2L, 999, 1L));
    }

    @Test
    void a_window_that_is_dropped_before_it_is_flushed_is_never_written() throws Exception {
        KeyedStateStore store = store(PLENTY);
        NamespacedState<Long, Long> windows =
                store.namespaced("windows", Types.LONG.createSerializer(), Types.LONG.createSerializer());
        for (int key = 0; key < 100; key++) {
            store.setCurrentKey(key);
            windows.put(7L, 1L);
        }
        store.closeEpoch();
        windows.drop(7L);
        store.flushOldest();
        runFlushes();

        assertThat(stores.storedKeys(stores.snapshot(store, 1))).isEmpty();
    }

    @Test
    void what_the_evictor_wrote_is_not_overwritten_by_an_older_flush() throws Exception {
        KeyedStateStore store = store(30_000);
        ValueState<Long> counts = counts(store);
        set(store, counts, 0, 100, 1);
        store.closeEpoch();
        set(store, counts, 0, 100, 2);
        store.closeEpoch();
        // Spills what is in the closed epochs too.
        set(store, counts, 1_000, 3_000, 3);
        store.flushOldest();
        runFlushes();
        store.flushOldest();
        runFlushes();

        Map<Integer, Long> expected = new HashMap<>();
        for (int key = 0; key < 100; key++) {
            expected.put(key, 2L);
            store.setCurrentKey(key);
            assertThat(counts.value()).isEqualTo(2);
        }
        assertCounts(stores.snapshot(store, 1), expected);
    }

    @Test
    void a_list_that_grows_while_it_is_flushed_is_stored_once_and_whole() throws Exception {
        KeyedStateStore store = store(PLENTY);
        ListState<List<Integer>> lists = store.list(new ListStateDescriptor<>("lists", Types.LIST(Types.INT)));
        store.setCurrentKey(1);
        lists.add(new ArrayList<>(List.of(1)));
        store.closeEpoch();
        store.flushOldest();
        lists.get().forEach(element -> element.add(100));
        lists.add(new ArrayList<>(List.of(2)));
        runFlushes();
        lists.add(new ArrayList<>(List.of(3)));

        KeyedStateStore restored = stores.open(PLENTY, stores.snapshot(store, 1));
        ListState<List<Integer>> again = restored.list(new ListStateDescriptor<>("lists", Types.LIST(Types.INT)));
        restored.setCurrentKey(1);
        List<List<Integer>> found = new ArrayList<>();
        again.get().forEach(found::add);
        assertThat(found).hasSize(3);
        assertThat(found.subList(1, 3)).containsExactly(List.of(2), List.of(3));
    }

    @Test
    void a_list_that_a_given_up_snapshot_had_flushed_is_gone_once_it_is_cleared() throws Exception {
        KeyedStateStore store = store(PLENTY);
        ListState<Integer> numbers = store.list(new ListStateDescriptor<>("numbers", Types.INT));
        store.setCurrentKey(1);
        numbers.add(38);
        store.closeEpoch();
        store.flushOldest();
        KeyedStateStore.Frozen frozen = store.freeze(1);
        runFlushes();
        frozen.discard();
        store.setCurrentKey(1);
        numbers.clear();
        numbers.add(19);

        KeyedStateStore restored = stores.open(PLENTY, stores.snapshot(store, 2));
        ListState<Integer> again = restored.list(new ListStateDescriptor<>("numbers", Types.INT));
        restored.setCurrentKey(1);
        assertThat(again.get()).containsExactly(19);
    }

    @Test
    void a_full_cache_does_not_wait_for_a_flush_that_has_not_begun() throws Exception {
        KeyedStateStore store = store(30_000);
        ValueState<Long> counts = counts(store);
        set(store, counts, 0, 100, 1);
        store.closeEpoch();
        store.flushOldest();
        set(store, counts, 50, 3_000, 2);

        for (int step = 0; step < 100 && store.isStalled(); step++) {
            store.tend(0);
        }

        assertThat(store.isStalled()).isFalse();
        runFlushes();
        assertCounts(stores.snapshot(store, 1), Map.of(0, 1L, 49, 1L, 50, 2L, 99, 2L, 2_999, 2L));
    }

    /** A task goes on while one thread flushes and another one writes snapshots; each holds what there was at its barrier. */
    @Test
    void snapshots_are_exact_whatever_is_flushed_while_the_task_goes_on() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ExecutorService flusher = Executors.newSingleThreadExecutor();
        ExecutorService snapshots = Executors.newSingleThreadExecutor();
        try {
            KeyedStateStore store = stores.open(PLENTY);
            store.flushWith(flusher);
            ValueState<Long> counts = counts(store);
            ValueState<List<Integer>> lists = store.value(new ValueStateDescriptor<>("lists", Types.LIST(Types.INT)));
            Map<Integer, Long> model = new HashMap<>();
            Future<KeyedStateHandle> snapshot = null;
            Map<Integer, Long> expected = null;
            int checked = 0;
            // On a busy machine the threads that write come late, and more steps are needed for as many snapshots.
            for (int step = 0; step < 600_000 || checked <= 5; step++) {
                int key = random.nextInt(random.nextInt(4) == 0 ? 20_000 : 500);
                store.setCurrentKey(key);
                Long before = counts.value();
                assertThat(before).isEqualTo(model.get(key));
                if (before != null && random.nextInt(50) == 0) {
                    counts.clear();
                    lists.clear();
                    model.remove(key);
                } else {
                    long after = before == null ? 1 : before + 1;
                    counts.update(after);
                    model.put(key, after);
                    List<Integer> list = before == null ? new ArrayList<>() : lists.value();
                    // Changed in place, as a job may after it was handed out.
                    list.add((int) after);
                    if (list.size() > 3) {
                        list.remove(0);
                    }
                    lists.update(list);
                }
                if (step % 700 == 0) {
                    store.closeEpoch();
                } else if (step % 700 == 350) {
                    store.flushOldest();
                }
                store.tend(0);
                if (step % 5_000 == 0 && !store.isFrozen()) {
                    if (snapshot != null) {
                        assertSame(snapshot.get(1, TimeUnit.MINUTES), expected, seed);
                        checked++;
                    }
                    KeyedStateStore.Frozen frozen = store.freeze(step + 1);
                    Callable<KeyedStateHandle> write = () -> frozen.write(stores.storage);
                    snapshot = snapshots.submit(write);
                    expected = new HashMap<>(model);
                }
            }
            assertThat(checked).as("snapshots looked at").isGreaterThan(5);
            assertSame(snapshot.get(1, TimeUnit.MINUTES), expected, seed);
        } finally {
            flusher.shutdown();
            snapshots.shutdown();
            assertThat(flusher.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private void assertSame(KeyedStateHandle handle, Map<Integer, Long> expected, long seed) throws Exception {
        KeyedStateStore restored = stores.open(PLENTY, handle);
        ValueState<Long> counts = counts(restored);
        ValueState<List<Integer>> lists = restored.value(new ValueStateDescriptor<>("lists", Types.LIST(Types.INT)));
        for (int key = 0; key < 20_000; key++) {
            restored.setCurrentKey(key);
            Long count = expected.get(key);
            assertThat(counts.value()).as("key %s, seed %s", key, seed).isEqualTo(count);
            List<Integer> list = lists.value();
            if (count == null) {
                assertThat(list).isNull();
            } else {
                List<Integer> last = new ArrayList<>();
                for (long one = Math.max(1, count - 2); one <= count; one++) {
                    last.add((int) one);
                }
                assertThat(list).as("list of key %s, seed %s", key, seed).isEqualTo(last);
            }
        }
        restored.close();
    }
}
