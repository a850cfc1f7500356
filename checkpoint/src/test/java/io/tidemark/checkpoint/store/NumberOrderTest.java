package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.NumberKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberOrderTest {
    private static final int MAX_PARALLELISM = 128;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, MAX_PARALLELISM - 1);
    private static final int EPOCH = 3;

    private final StateKeyFormat format = new StateKeyFormat(MAX_PARALLELISM, StateDefinition::task);

    @SuppressWarnings("unchecked")
    private static StateDefinition state(TypeSerializer<?> keys) {
        NumberValues values = new NumberValues(
                NumberKind.LONG, (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer());
        StateSerializers serializers = new StateSerializers(null, (TypeSerializer<Object>) keys, values);
        return new StateDefinition(1, "state", StateKind.VALUE, serializers, serializers, false);
    }

    private static DirtyEntries dirty(StateDefinition state) {
        return new DirtyEntries(state.onlyTable(), new StateChanges(EPOCH), null);
    }

    private static Entry add(DirtyEntries dirty, Object key, Long value) {
        StateTable table = dirty.table;
        Entry entry = table.newEntry(
                key, table.state.innerSerializer().hash(key), value == null ? null : new NumberCell(value));
        dirty.add(entry);
        return entry;
    }

    /** What is written in the database of each entry, in the order in which it is. */
    private List<byte[]> keys(NumberOrder order, StateTable table, KeyGroupRange range) {
        List<byte[]> written = new ArrayList<>();
        int index = 0;
        for (int group = range.first(); group <= range.last(); group++) {
            for (; index < order.end(group); index++) {
                BinaryWriter key = format.entry(table, group, order.key(index));
                written.add(key.toByteArray());
            }
        }
        assertThat(index).isEqualTo(order.size());
        return written;
    }

    private void assertInOrder(StateDefinition state, List<?> keys, KeyGroupRange range) {
        DirtyEntries dirty = dirty(state);
        Map<Object, Long> expected = new LinkedHashMap<>();
        for (Object key : keys) {
            if (range.contains(
                    format.keyGroup(state.onlyTable(), state.innerSerializer().hash(key)))) {
                long value = expected.size();
                add(dirty, key, value);
                expected.put(key, value);
            }
        }

        NumberOrder order = NumberOrder.of(dirty, EPOCH, EPOCH, range, format);

        List<byte[]> written = keys(order, state.onlyTable(), range);
        assertThat(written).hasSize(expected.size()).isSortedAccordingTo(Arrays::compareUnsigned);
        for (int i = 0; i < order.size(); i++) {
            Object key = state.innerNumber().box(order.key(i));
            assertThat(order.value(i)).isEqualTo(expected.get(key));
            assertThat(written.get(i))
                    .isEqualTo(format.entry(
                                    state.onlyTable(),
                                    key,
                                    state.innerSerializer().hash(key))
                            .toByteArray());
        }
    }

    @Test
    void numbersComeInTheOrderOfTheDatabaseEachWithItsValue() {
        for (int count : new int[] {0, 1, 2, 5000}) {
            assertInOrder(
                    state(Types.LONG.createSerializer()),
                    new Random(3).longs(count).boxed().distinct().toList(),
                    ALL);
        }
    }

    @Test
    void smallAndNegativeOnesAndAPartOfTheKeyGroupsAreInOrderToo() {
        assertInOrder(
                state(Types.INT.createSerializer()),
                new Random(5).ints(3000, -300, 300_000).boxed().distinct().toList(),
                new KeyGroupRange(64, MAX_PARALLELISM - 1));
    }

    @Test
    void aNumberIsWhatItWasWhenItWasFrozenAndWhatChangedBeforeIsLeftOut() {
        DirtyEntries dirty = dirty(state(Types.LONG.createSerializer()));
        Entry changedAfter = add(dirty, 1L, 10L);
        Entry changedInALaterEpochOfTheSnapshot = add(dirty, 2L, 20L);
        add(dirty, 3L, 30L);
        NumberCell cell = (NumberCell) changedAfter.value;
        cell.keep(EPOCH);
        cell.set(11);
        changedAfter.dirtyEpoch = EPOCH + 4;
        changedInALaterEpochOfTheSnapshot.dirtyEpoch = EPOCH + 2;

        NumberOrder order = NumberOrder.of(dirty, EPOCH + 2, EPOCH, ALL, format);

        Map<Long, Long> found = new LinkedHashMap<>();
        for (int i = 0; i < order.size(); i++) {
            found.put(order.key(i), order.value(i));
        }
        assertThat(found).containsOnly(Map.entry(1L, 10L), Map.entry(3L, 30L));
    }

    @Test
    void whatHasNoValueIsToldApart() {
        DirtyEntries dirty = dirty(state(Types.LONG.createSerializer()));
        Entry deleted = add(dirty, 1L, null);
        add(dirty, 2L, 20L);

        NumberOrder order = NumberOrder.of(dirty, EPOCH, EPOCH, ALL, format);

        assertThat(order.absent()).containsExactly(deleted);
        assertThat(order.size()).isEqualTo(1);
        assertThat(order.key(0)).isEqualTo(2);
    }

    @Test
    void onlyTablesOfNumbersByNumbersAreOrderedSo() {
        assertThat(NumberOrder.isFor(dirty(state(Types.LONG.createSerializer()))))
                .isTrue();
        assertThat(NumberOrder.isFor(dirty(state(Types.STRING.createSerializer()))))
                .isFalse();
    }
}
