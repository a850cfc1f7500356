package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.NumberKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HashIndexTest {
    private final Map<Integer, Entry> model = new HashMap<>();
    private HashIndex<Entry> index;
    private boolean areNumbers;

    @BeforeEach
    @BeforeTry
    void setUp() {
        setUp(null, 0);
    }

    /** @param number what the keys are when the entries hold them as numbers; else null */
    @SuppressWarnings("unchecked")
    private void setUp(NumberKind number, int expected) {
        model.clear();
        areNumbers = number != null;
        index = new HashIndex<>(
                (TypeSerializer<Object>) (TypeSerializer<?>) Types.INT.createSerializer(), number, expected);
    }

    private Entry entry(int key, int hash) {
        return areNumbers ? new NumberEntry(key, hash, "value") : new Entry(key, hash, "value");
    }

    private void put(int key, IntUnaryOperator hash) {
        Entry entry = entry(key, hash.applyAsInt(key));
        Entry before = index.find(key, entry.hash);
        assertThat(before).isSameAs(model.get(key));
        if (before == null) {
            index.add(entry);
        } else {
            index.replace(before, entry);
        }
        model.put(key, entry);
    }

    private void remove(int key) {
        Entry entry = model.remove(key);
        if (entry != null) {
            index.remove(entry);
        }
    }

    private void assertHoldsTheModel(IntUnaryOperator hash) {
        assertThat(index.size()).isEqualTo(model.size());
        model.forEach((key, entry) -> {
            assertThat(index.find(key, hash.applyAsInt(key))).isSameAs(entry);
            assertThat(index.findSame(entry.withValue("another"))).isSameAs(entry);
        });
        Set<Entry> slots = new HashSet<>();
        for (int slot = 0; slot < index.capacity(); slot++) {
            if (index.at(slot) != null) {
                assertThat(slots.add(index.at(slot))).isTrue();
            }
        }
        assertThat(slots).isEqualTo(new HashSet<>(model.values()));
    }

    @Test
    void an_index_made_for_so_many_entries_holds_what_a_map_holds_and_moves_none_of_them() {
        for (int expected : new int[] {5, 6, 5_000, 20_480, 70_000}) {
            setUp(null, expected);
            int capacity = index.capacity();
            IntUnaryOperator hash = key -> key * 31;
            for (int key = 0; key < expected; key++) {
                put(key, hash);
            }
            assertThat(index.capacity()).as("slots for %s", expected).isEqualTo(capacity);
            assertHoldsTheModel(hash);
            for (int key = expected; key < expected * 3; key++) {
                put(key, hash);
            }
            assertHoldsTheModel(hash);
        }
    }

    @Property(tries = 300)
    void an_index_holds_what_a_map_holds_however_badly_its_keys_are_hashed(
            @ForAll List<@IntRange(min = -200, max = 200) Integer> steps,
            @ForAll @IntRange(min = 1, max = 1000) int distinctHashes,
            @ForAll boolean holdsNumbers) {
        setUp(holdsNumbers ? NumberKind.INT : null, 0);
        IntUnaryOperator hash = key -> key % distinctHashes;
        for (int step : steps) {
            int key = Math.abs(step) / 2;
            if (step < 0) {
                remove(key);
            } else {
                put(key, hash);
            }
        }
        assertHoldsTheModel(hash);
        for (int key = 0; key <= 100; key++) {
            if (!model.containsKey(key)) {
                assertThat(index.find(key, hash.applyAsInt(key))).isNull();
            }
        }
    }

    @Test
    void an_index_of_many_segments_holds_what_a_map_holds() {
        holdsWhatAMapHoldsInManySegments();
    }

    @Test
    void an_index_of_numbers_holds_what_a_map_holds_in_many_segments() {
        setUp(NumberKind.INT, 0);
        holdsWhatAMapHoldsInManySegments();
    }

    private void holdsWhatAMapHoldsInManySegments() {
        IntUnaryOperator hash = key -> key;
        Random random = new Random(7);
        for (int key = 0; key < 200_000; key++) {
            put(key, hash);
            if (random.nextInt(4) == 0) {
                remove(random.nextInt(key + 1));
            }
        }
        assertThat(index.capacity()).isGreaterThan(1 << 17);
        assertHoldsTheModel(hash);
        for (int key = 0; key < 200_000; key++) {
            remove(key);
        }
        assertHoldsTheModel(hash);
    }

    @Test
    void slots_can_be_emptied_one_after_the_other() {
        IntUnaryOperator hash = key -> key * 31;
        for (int key = 0; key < 50_000; key++) {
            put(key, hash);
        }
        for (int slot = 0; slot < index.capacity(); ) {
            Entry entry = index.at(slot);
            if (entry == null || (int) entry.key % 3 == 0) {
                slot++;
            } else {
                index.removeAt(slot);
                model.remove((Integer) entry.key);
            }
        }
        assertThat(model.size()).isEqualTo(16_667);
        assertHoldsTheModel(hash);
    }

    @Test
    void keys_that_all_have_the_same_hash_are_slow_but_found() {
        IntUnaryOperator hash = key -> 42;
        for (int key = 0; key < 3_000; key++) {
            put(key, hash);
        }
        assertHoldsTheModel(hash);
    }

    @Test
    void an_entry_that_is_not_there_cannot_be_removed() {
        put(1, key -> key);

        assertThatThrownBy(() -> index.remove(new Entry(1, 1, "another"))).isInstanceOf(IllegalStateException.class);
        assertThat(index.size()).isEqualTo(1);
    }
}
