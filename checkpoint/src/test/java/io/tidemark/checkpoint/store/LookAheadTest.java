package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.Records;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LookAheadTest {
    private static final int KEYS = 20_000;

    private final TestStores stores = new TestStores();

    @AfterEach
    void tearDown() {
        stores.close();
    }

    /** Records whose keys are the values. */
    private record Keys(int[] keys) implements Records {
        @Override
        public int size() {
            return keys.length;
        }

        @Override
        public Object value(int index) {
            return keys[index];
        }

        @Override
        public long timestamp(int index) {
            return NO_TIMESTAMP;
        }

        @Override
        public int keyHash(int index) {
            return Types.INT.createSerializer().hash(keys[index]);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void a_candidate_is_the_entry_of_its_hash_whenever_there_is_one() {
        HashIndex<Entry> index =
                new HashIndex<>((TypeSerializer<Object>) (TypeSerializer<?>) Types.INT.createSerializer());
        for (int key = 0; key < KEYS; key++) {
            index.add(new Entry(key, key * 31, key));
        }
        int[] hashes = {0, 31, 31 * (KEYS - 1), 31 * 4711, -1};
        Keyed[] candidates = new Keyed[hashes.length];

        index.touch(hashes, hashes.length, candidates);

        int found = 0;
        for (int i = 0; i < hashes.length - 1; i++) {
            found += candidates[i] != null && candidates[i].hash == hashes[i] ? 1 : 0;
        }
        // A byte of the hash decides, so that one may be mistaken.
        assertThat(found).isGreaterThanOrEqualTo(hashes.length - 2);
    }

    @Test
    void a_store_that_is_told_which_keys_come_counts_as_one_that_is_not_with_eviction_and_snapshots() throws Exception {
        KeyedStateStore store = stores.open(1 << 20);
        ValueState<Long> counts = store.value(new ValueStateDescriptor<>("counts", Types.LONG));
        Map<Integer, Long> model = new HashMap<>();
        Random random = new Random(7);
        KeyedStateStore.Frozen frozen = null;
        for (int batch = 0; batch < 300; batch++) {
            Keys records = new Keys(random.ints(300, 0, KEYS).toArray());
            int expected = 0;
            for (int i = 0; i < records.size(); i++) {
                if (i == expected) {
                    expected = store.expect(records, i, records.size());
                    assertThat(expected).isBetween(i + 1, records.size());
                }
                store.setCurrentKey(records.value(i), records.keyHash(i));
                Long before = counts.value();
                assertThat(before).isEqualTo(model.get(records.value(i)));
                counts.update(before == null ? 1 : before + 1);
                model.merge((Integer) records.value(i), 1L, Long::sum);
            }
            if (batch % 20 == 0) {
                frozen = store.freeze(batch);
            } else if (batch % 20 == 3) {
                stores.write(frozen);
            }
        }
    }

    @Test
    void namespaces_that_are_told_which_keys_come_count_as_a_map_does_with_walks_drops_and_snapshots()
            throws Exception {
        KeyedStateStore store = stores.open(4 << 20);
        NamespacedState<Long, Long> counts =
                store.namespaced("counts", Types.LONG.createSerializer(), Types.LONG.createSerializer());
        Map<Long, Map<Integer, Long>> model = new HashMap<>();
        Random random = new Random(7);
        KeyedStateStore.Frozen frozen = null;
        for (int batch = 0; batch < 600; batch++) {
            Keys records = new Keys(random.ints(64, 0, KEYS).toArray());
            long earliest = batch / 100;
            for (long namespace = earliest; namespace < earliest + 3; namespace++) {
                int[] hashes = new int[records.size()];
                for (int i = 0; i < hashes.length; i++) {
                    hashes[i] = records.keyHash(i);
                }
                counts.expect(namespace, hashes, 32);
                Map<Integer, Long> expected = model.computeIfAbsent(namespace, key -> new HashMap<>());
                for (int i = 0; i < records.size(); i++) {
                    Integer key = (Integer) records.value(i);
                    store.setCurrentKey(key, records.keyHash(i));
                    Long before = counts.get(namespace);
                    assertThat(before).isEqualTo(expected.get(key));
                    counts.put(namespace, before == null ? 1 : before + 1);
                    expected.merge(key, 1L, Long::sum);
                }
            }
            if (batch % 20 == 0) {
                frozen = store.freeze(batch);
            } else if (batch % 20 == 3) {
                stores.write(frozen);
            }
            if (batch % 100 == 99) {
                Map<Integer, Long> walked = new HashMap<>();
                try (NamespacedState.Cursor<Long> cursor = counts.cursor(earliest)) {
                    while (cursor.next()) {
                        assertThat(walked.put((Integer) cursor.key(), cursor.value()))
                                .isNull();
                    }
                }
                assertThat(walked).isEqualTo(model.remove(earliest));
                counts.drop(earliest);
            }
        }
    }

    private static ValueState<String> names(KeyedStateStore store) throws IOException {
        ValueState<String> names = store.value(new ValueStateDescriptor<>("names", Types.STRING));
        for (int key = 0; key < KEYS; key++) {
            store.setCurrentKey(key);
            names.update("name " + key);
        }
        return names;
    }

    @Test
    void keys_that_come_in_another_order_than_was_told_or_were_not_told_have_their_own_values() throws Exception {
        KeyedStateStore store = stores.open(64 << 20);
        ValueState<String> names = names(store);
        int[] told = new Random(7).ints(32, 0, KEYS).toArray();
        Keys records = new Keys(told);

        for (int times = 0; times < 3; times++) {
            store.expect(records, 0, records.size());
            for (int i = told.length - 1; i >= 0; i--) {
                store.setCurrentKey(told[i]);
                assertThat(names.value()).isEqualTo("name " + told[i]);
                store.setCurrentKey(told[i] == 0 ? 1 : told[i] - 1);
                assertThat(names.value()).isEqualTo("name " + (told[i] == 0 ? 1 : told[i] - 1));
            }
        }
    }

    @Test
    void a_key_that_was_told_twice_and_removed_in_between_has_nothing_the_second_time() throws Exception {
        KeyedStateStore store = stores.open(64 << 20);
        ValueState<String> names = names(store);
        store.expect(new Keys(new int[] {5, 6, 5, 6}), 0, 4);

        store.setCurrentKey(5);
        names.clear();
        store.setCurrentKey(6);
        names.update("another");
        store.setCurrentKey(5);
        assertThat(names.value()).isNull();
        names.update("again");
        store.setCurrentKey(6);
        assertThat(names.value()).isEqualTo("another");
        store.setCurrentKey(5);
        assertThat(names.value()).isEqualTo("again");
    }

    @Test
    void a_value_that_is_frozen_after_it_was_told_is_replaced_and_the_new_one_is_found() throws Exception {
        KeyedStateStore store = stores.open(64 << 20);
        ValueState<String> names = names(store);
        store.expect(new Keys(new int[] {5, 5, 5}), 0, 3);
        KeyedStateStore.Frozen frozen = store.freeze(1);

        store.setCurrentKey(5);
        names.update("second");
        store.setCurrentKey(5);
        assertThat(names.value()).isEqualTo("second");
        names.update("third");
        stores.write(frozen);
        store.setCurrentKey(5);
        assertThat(names.value()).isEqualTo("third");
    }
}
