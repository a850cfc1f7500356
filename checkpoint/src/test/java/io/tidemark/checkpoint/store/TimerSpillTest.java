package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerColumn;
import io.tidemark.checkpoint.timer.TimerDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Timers of a store with a real database under budgets that they do not fit. */
class TimerSpillTest {
    private static final int COUNT = 5_000;
    /** Enough for a tenth of the timers. */
    private static final long TIGHT = 50_000;

    private static final long PLENTY = 1L << 30;

    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();

    @AfterEach
    void closes() {
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    /** Sets a timer of each key, the one of key 0 the latest. */
    private static int set(KeyedStateStore store, int count) {
        int group = group(store, "timers");
        for (int key = 0; key < count; key++) {
            store.setCurrentKey(key);
            store.timers().register(TimerDomain.EVENT, group, 0L, (long) count - key);
        }
        return group;
    }

    private static int group(KeyedStateStore store, String name) {
        return store.timers().group(name, Types.LONG.createSerializer());
    }

    private static List<Long> fireAll(KeyedStateStore store) {
        List<Long> fired = new ArrayList<>();
        for (Timer timer = store.timers().pollDue(TimerDomain.EVENT, Long.MAX_VALUE);
                timer != null;
                timer = store.timers().pollDue(TimerDomain.EVENT, Long.MAX_VALUE)) {
            fired.add(timer.timestamp());
            store.setCurrentKey(timer.key(), timer.keyHash());
        }
        return fired;
    }

    private static List<Long> upTo(long last) {
        return Stream.iterate(1L, time -> time <= last, time -> time + 1).toList();
    }

    @Test
    void timers_that_do_not_fit_leave_the_memory_and_fire_in_their_order() {
        KeyedStateStore store = stores.open(TIGHT);
        set(store, COUNT);

        assertThat(store.timers().inMemory()).isLessThan(COUNT / 5);
        assertThat(store.timers().size(TimerDomain.EVENT)).isEqualTo(COUNT);
        assertThat(fireAll(store)).isEqualTo(upTo(COUNT));
    }

    @Test
    void timers_that_fit_stay_in_memory() {
        KeyedStateStore store = stores.open(PLENTY);
        set(store, COUNT);

        assertThat(store.timers().inMemory()).isEqualTo(COUNT);
    }

    @Test
    void a_snapshot_holds_timers_wherever_they_are_and_is_restored_under_any_budget() {
        KeyedStateStore store = stores.open(TIGHT);
        int group = set(store, COUNT);
        stores.snapshot(store, 1);
        for (int key = 0; key < COUNT; key += 2) {
            store.setCurrentKey(key);
            assertThat(store.timers().delete(TimerDomain.EVENT, group, 0L, (long) COUNT - key))
                    .isTrue();
        }
        KeyedStateHandle handle = stores.snapshot(store, 2);
        List<Long> left = fireAll(store);

        assertThat(left).hasSize(COUNT / 2);
        for (long budget : new long[] {0, TIGHT, PLENTY}) {
            KeyedStateStore restored = stores.open(budget, handle);
            group(restored, "timers");
            assertThat(restored.timers().inMemory()).isLessThanOrEqualTo(budget / 64);
            assertThat(restored.timers().size(TimerDomain.EVENT)).isEqualTo(COUNT / 2);
            assertThat(fireAll(restored)).isEqualTo(left);
        }
    }

    @Test
    void a_task_with_timers_that_were_not_written_takes_no_input_while_a_snapshot_is() {
        KeyedStateStore store = stores.open(TIGHT);
        set(store, 10);
        KeyedStateStore.Frozen frozen = store.freeze(1);
        set(store, COUNT);

        assertThat(store.timers().inMemory()).isEqualTo(COUNT + 10);
        assertThat(store.isStalled()).isTrue();
        stores.write(frozen);
        assertThat(store.isStalled()).isFalse();
        for (int key = 0; key < COUNT; key++) {
            store.setCurrentKey(key);
        }
        assertThat(store.timers().inMemory()).isLessThan(COUNT / 5);
        assertThat(fireAll(store)).hasSize(COUNT + 10);
    }

    @Test
    void rescaling_keeps_timers_that_are_only_in_the_database() {
        KeyedStateStore store = stores.open(TIGHT);
        set(store, COUNT);
        KeyedStateHandle whole = stores.snapshot(store, 1);
        List<KeyedStateHandle> parts = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            KeyGroupRange range = KeyGroups.range(subtask, 2, TestStores.MAX_PARALLELISM);
            KeyedStateStore part = stores.open(new CacheBudget(0), range, List.of(whole));
            group(part, "timers");
            assertThat(part.timers().inMemory()).isZero();
            parts.add(stores.snapshot(part, 2));
        }
        KeyedStateStore merged = stores.open(new CacheBudget(0), TestStores.ALL, parts);
        int group = group(merged, "timers");
        merged.setCurrentKey(7);
        merged.timers().register(TimerDomain.EVENT, group, 0L, COUNT - 7L);

        assertThat(merged.timers().size(TimerDomain.EVENT)).isEqualTo(COUNT);
        assertThat(fireAll(merged)).isEqualTo(upTo(COUNT));
    }

    @Test
    void a_group_that_was_forgotten_leaves_nothing_that_a_new_one_would_find() throws IOException {
        KeyedStateStore store = stores.open(TIGHT);
        set(store, 100);
        KeyedStateHandle handle = stores.snapshot(store, 1);
        KeyedStateStore restored = stores.open(0, handle);
        assertThat(restored.forget("timers", true)).isTrue();
        KeyedStateHandle without = stores.snapshot(restored, 2);

        assertThat(entriesOfTimers(without)).isZero();
    }

    private long entriesOfTimers(KeyedStateHandle handle) throws IOException {
        StateDatabase database = new StateDatabase(fetch(handle), stores.memory, true);
        long entries = 0;
        try (DatabaseScan scan =
                database.scan(Column.TIMERS, StateKeyFormat.keyGroupPrefix(0), StateKeyFormat.keyGroupPrefix(0xFFFF))) {
            for (; scan.isValid(); scan.next()) {
                entries++;
            }
        } finally {
            database.release();
        }
        return entries;
    }

    private Path fetch(KeyedStateHandle handle) throws IOException {
        Path directory = Files.createTempDirectory(stores.root, "fetched");
        for (StoreFile file : handle.getFilesList()) {
            stores.storage.fetch(file.getFile(), directory.resolve(file.getName()));
        }
        return directory;
    }

    /** The same snapshot as it was written before there was a look-up index. */
    private KeyedStateHandle withoutLookUps(KeyedStateHandle handle) throws IOException {
        StateDatabase database = new StateDatabase(fetch(handle), stores.memory, false);
        Path picture = stores.root.resolve("picture-" + System.nanoTime());
        try (DatabaseBatch batch = database.batch()) {
            for (int group = 0; group < TestStores.MAX_PARALLELISM; group++) {
                batch.deleteRange(
                        Column.TIMERS, TimerColumn.endOfTimes(group), StateKeyFormat.keyGroupPrefix(group + 1));
            }
            batch.write();
            database.capture(picture);
        } finally {
            database.release();
        }
        KeyedStateHandle.Builder old = handle.toBuilder().clearFiles().clearTimerLookUps();
        try (Stream<Path> files = Files.list(picture)) {
            for (Path file :
                    files.filter(path -> !path.toString().endsWith(".log")).toList()) {
                FileRef ref = stores.storage.put(file);
                old.addFiles(StoreFile.newBuilder()
                        .setName(file.getFileName().toString())
                        .setFile(ref));
            }
        }
        return old.build();
    }

    @Test
    void a_snapshot_of_format_version_1_gets_its_look_up_index_when_it_is_restored() throws IOException {
        KeyedStateStore store = stores.open(PLENTY);
        set(store, COUNT);
        KeyedStateHandle handle = stores.snapshot(store, 1);
        assertThat(entriesOfTimers(handle)).isEqualTo(2 * COUNT);
        KeyedStateHandle old = withoutLookUps(handle);
        assertThat(entriesOfTimers(old)).isEqualTo(COUNT);
        KeyedStateStore restored = stores.open(0, old);
        int group = group(restored, "timers");
        restored.setCurrentKey(3);
        restored.timers().register(TimerDomain.EVENT, group, 0L, COUNT - 3L);

        assertThat(restored.timers().size(TimerDomain.EVENT)).isEqualTo(COUNT);
        assertThat(entriesOfTimers(stores.snapshot(restored, 2))).isEqualTo(2 * COUNT);
        assertThat(fireAll(restored)).isEqualTo(upTo(COUNT));
    }

    @Test
    void a_snapshot_of_format_version_1_gets_its_look_up_index_when_it_is_joined_with_others() throws IOException {
        List<KeyedStateHandle> old = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            KeyGroupRange range = KeyGroups.range(subtask, 2, TestStores.MAX_PARALLELISM);
            KeyedStateStore part = stores.open(new CacheBudget(PLENTY), range, List.of());
            int group = group(part, "timers");
            for (int key = 0; key < 100; key++) {
                if (KeyGroups.subtask(
                                KeyGroups.keyGroup(key, TestStores.MAX_PARALLELISM), 2, TestStores.MAX_PARALLELISM)
                        == subtask) {
                    part.setCurrentKey(key);
                    part.timers().register(TimerDomain.EVENT, group, 0L, 100L - key);
                }
            }
            old.add(withoutLookUps(stores.snapshot(part, 1)));
        }
        KeyedStateStore joined = stores.open(new CacheBudget(0), TestStores.ALL, old);
        int group = group(joined, "timers");
        for (int key = 0; key < 100; key += 2) {
            joined.setCurrentKey(key);
            assertThat(joined.timers().delete(TimerDomain.EVENT, group, 0L, 100L - key))
                    .isTrue();
        }

        assertThat(fireAll(joined)).hasSize(50);
    }
}
