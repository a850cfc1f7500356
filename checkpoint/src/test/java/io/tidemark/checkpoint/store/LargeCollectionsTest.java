package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists and maps of one key that are larger than the memory for them. */
class LargeCollectionsTest {
    private static final long PLENTY = 1L << 30;
    private static final long BUDGET = 256 << 10;
    private static final int MANY = 100_000;

    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();

    @AfterEach
    void tearDown() {
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private static ListState<Integer> list(KeyedStateStore store) {
        return store.list(new ListStateDescriptor<>("list", Types.INT));
    }

    private static MapState<Integer, String> map(KeyedStateStore store) {
        return store.map(new MapStateDescriptor<>("map", Types.INT, Types.STRING));
    }

    private static <T> List<T> toList(Iterable<T> elements) {
        List<T> list = new ArrayList<>();
        elements.forEach(list::add);
        return list;
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    // Lists

    @Test
    void adding_to_a_stored_list_writes_the_new_element_only() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ListState<Integer> list = list(store);
        store.setCurrentKey(1);
        list.addAll(numbers(0, MANY));
        KeyedStateHandle first = stores.snapshot(store, 1);
        store.checkpointComplete(1);
        store.setCurrentKey(1);
        list.add(MANY);
        KeyedStateHandle second = stores.snapshot(store, 2);

        assertThat(first.getNewBytes()).isGreaterThan(100_000);
        assertThat(second.getNewBytes()).isLessThan(first.getNewBytes() / 10);
        KeyedStateStore restored = stores.open(PLENTY, second);
        restored.setCurrentKey(1);
        assertThat(toList(list(restored).get())).isEqualTo(numbers(0, MANY + 1));
    }

    @Test
    void trS3_aListFarLargerThanTheMemoryForItIsWrittenAndReadElementByElement() throws Exception {
        CacheBudget budget = new CacheBudget(BUDGET);
        KeyedStateStore store = stores.open(budget, TestStores.ALL, List.of());
        ListState<Integer> list = list(store);
        for (int i = 0; i < MANY; i++) {
            store.setCurrentKey(1);
            list.add(i);
            if (i % 1000 == 0) {
                assertThat(budget.usedBytes()).isLessThan(2 * BUDGET);
            }
        }
        store.setCurrentKey(1);

        assertThat(toList(list.get())).isEqualTo(numbers(0, MANY));
        assertThat(budget.usedBytes())
                .as("reading brings nothing large into the cache")
                .isLessThan(2 * BUDGET);
        KeyedStateHandle handle = stores.snapshot(store, 1);
        CacheBudget restoredBudget = new CacheBudget(BUDGET);
        KeyedStateStore restored = stores.open(restoredBudget, TestStores.ALL, List.of(handle));
        restored.setCurrentKey(1);
        list(restored).add(MANY);
        assertThat(toList(list(restored).get())).isEqualTo(numbers(0, MANY + 1));
        assertThat(restoredBudget.usedBytes()).isLessThan(2 * BUDGET);
        list(restored).clear();
        list(restored).add(7);
        KeyedStateHandle cleared = stores.snapshot(restored, 2);
        KeyedStateStore last = stores.open(PLENTY, cleared);
        last.setCurrentKey(1);
        assertThat(toList(list(last).get())).containsExactly(7);
    }

    @Test
    void a_list_that_is_cleared_while_it_is_read_piece_by_piece_says_so() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        store.setCurrentKey(1);
        list(store).addAll(numbers(0, MANY));
        KeyedStateStore restored = stores.open(BUDGET, stores.snapshot(store, 1));
        restored.setCurrentKey(1);
        Iterator<Integer> elements = list(restored).get().iterator();
        elements.next();
        list(restored).clear();

        assertThatThrownBy(() -> elements.forEachRemaining(element -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"list\"")
                .hasMessageContaining("was being read");
    }

    @Test
    void elements_added_while_a_large_list_is_read_are_not_part_of_what_is_read() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        store.setCurrentKey(1);
        list(store).addAll(numbers(0, MANY));
        KeyedStateStore restored = stores.open(BUDGET, stores.snapshot(store, 1));
        restored.setCurrentKey(1);
        list(restored).add(MANY);
        Iterable<Integer> read = list(restored).get();
        list(restored).add(-1);

        assertThat(toList(read)).isEqualTo(numbers(0, MANY + 1));
        assertThat(toList(read)).as("it can be read again").isEqualTo(numbers(0, MANY + 1));
    }

    @Test
    void elements_keep_their_order_when_their_key_group_is_handed_on_twice() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        for (int key = 0; key < 20; key++) {
            store.setCurrentKey(key);
            list(store).addAll(numbers(0, 5));
        }
        KeyedStateHandle whole = stores.snapshot(store, 1);
        List<KeyedStateHandle> parts = new ArrayList<>();
        for (KeyGroupRange range : List.of(new KeyGroupRange(0, 2), new KeyGroupRange(3, 7))) {
            KeyedStateStore part = stores.open(new CacheBudget(0), range, List.of(whole));
            for (int key = 0; key < 20; key++) {
                int hash = Types.INT.createSerializer().hash(key);
                int keyGroup = KeyGroups.keyGroup(hash, TestStores.MAX_PARALLELISM);
                if (keyGroup >= range.first() && keyGroup <= range.last()) {
                    part.setCurrentKey(key);
                    list(part).add(5);
                }
            }
            parts.add(stores.snapshot(part, 2));
        }
        KeyedStateStore joined = stores.open(new CacheBudget(0), TestStores.ALL, parts);
        for (int key = 0; key < 20; key++) {
            joined.setCurrentKey(key);
            list(joined).add(6);
            assertThat(toList(list(joined).get())).isEqualTo(numbers(0, 7));
        }
    }

    // Maps

    @Test
    void a_map_far_larger_than_the_memory_for_it_is_gone_over_without_being_loaded() throws Exception {
        CacheBudget budget = new CacheBudget(BUDGET);
        KeyedStateStore store = stores.open(budget, TestStores.ALL, List.of());
        MapState<Integer, String> map = map(store);
        for (int i = 0; i < MANY; i++) {
            store.setCurrentKey(1);
            map.put(i, "v" + i);
        }
        store.setCurrentKey(1);
        map.remove(17);
        map.put(18, "changed");

        Set<Integer> seen = new HashSet<>();
        for (Map.Entry<Integer, String> entry : map.entries()) {
            assertThat(seen.add(entry.getKey())).isTrue();
            assertThat(entry.getValue()).isEqualTo(entry.getKey() == 18 ? "changed" : "v" + entry.getKey());
        }
        assertThat(seen).hasSize(MANY - 1).doesNotContain(17);
        assertThat(budget.usedBytes()).isLessThan(2 * BUDGET);
        assertThat(map.isEmpty()).isFalse();
    }

    @Test
    void a_map_far_larger_than_the_memory_for_it_is_changed_and_emptied_while_it_is_gone_over() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        store.setCurrentKey(1);
        for (int i = 0; i < MANY; i++) {
            map(store).put(i, "v" + i);
        }
        KeyedStateStore restored = stores.open(BUDGET, stores.snapshot(store, 1));
        restored.setCurrentKey(1);
        Iterator<Map.Entry<Integer, String>> entries = map(restored).iterator();
        while (entries.hasNext()) {
            Map.Entry<Integer, String> entry = entries.next();
            if (entry.getKey() % 2 == 0) {
                entries.remove();
            } else {
                assertThat(entry.setValue("x")).isEqualTo("v" + entry.getKey());
                assertThat(entry.getValue()).isEqualTo("x");
            }
        }
        KeyedStateStore last = stores.open(PLENTY, stores.snapshot(restored, 2));
        last.setCurrentKey(1);
        assertThat(toList(map(last).values())).hasSize(MANY / 2).containsOnly("x");
        map(last).clear();
        assertThat(map(last).isEmpty()).isTrue();
    }

    @Test
    void a_map_that_is_cleared_while_it_is_gone_over_ends() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        store.setCurrentKey(1);
        for (int i = 0; i < MANY; i++) {
            map(store).put(i, "v" + i);
        }
        KeyedStateStore restored = stores.open(BUDGET, stores.snapshot(store, 1));
        restored.setCurrentKey(1);
        Iterator<Integer> keys = map(restored).keys().iterator();
        keys.next();
        map(restored).clear();

        assertThat(keys.hasNext()).isFalse();
    }
}
