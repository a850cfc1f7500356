package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WriteOrderTest {
    private static final int MAX_PARALLELISM = 128;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, MAX_PARALLELISM - 1);

    @SuppressWarnings("unchecked")
    private static StateDefinition state(TypeSerializer<?> keys) {
        TypeSerializer<Object> inner = (TypeSerializer<Object>) keys;
        StateSerializers serializers = new StateSerializers(null, inner, new PlainValues((TypeSerializer<Object>)
                (TypeSerializer<?>) Types.LONG.createSerializer()));
        return new StateDefinition(1, "state", StateKind.VALUE, serializers, serializers, false);
    }

    private static List<byte[]> inWriteOrder(StateDefinition state, List<?> keys, KeyGroupRange range) {
        StateKeyFormat format = new StateKeyFormat(MAX_PARALLELISM, StateDefinition::task);
        DirtyEntries dirty = new DirtyEntries(state.onlyTable(), new StateChanges(1), null);
        for (Object key : keys) {
            int hash = state.innerSerializer().hash(key);
            if (range.contains(format.keyGroup(state.onlyTable(), hash))) {
                dirty.add(state.onlyTable().newEntry(key, hash, 1L));
            }
        }
        Entry[] order = new WriteOrder(range, format).of(dirty, 1, state.innerSerializer());
        Set<Entry> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<byte[]> written = new ArrayList<>();
        for (Entry entry : order) {
            assertThat(seen.add(entry)).isTrue();
            written.add(format.entry(state.onlyTable(), entry).toByteArray());
        }
        assertThat(written).hasSize(dirty.size());
        return written;
    }

    @Test
    void keys_of_up_to_eight_bytes_are_written_in_the_order_of_the_database() {
        Random random = new Random(3);
        for (int count : new int[] {0, 1, 2, 5000}) {
            List<Long> keys = random.longs(count).boxed().distinct().toList();

            List<byte[]> written = inWriteOrder(state(Types.LONG.createSerializer()), keys, ALL);

            assertThat(written).isSortedAccordingTo(Arrays::compareUnsigned);
        }
    }

    @Test
    void small_keys_and_a_part_of_the_key_groups_are_in_order_too() {
        List<Integer> keys =
                new Random(5).ints(3000, 0, 300_000).boxed().distinct().toList();

        List<byte[]> written =
                inWriteOrder(state(Types.INT.createSerializer()), keys, new KeyGroupRange(64, MAX_PARALLELISM - 1));

        assertThat(written).isSortedAccordingTo(Arrays::compareUnsigned);
    }

    @Test
    void longer_keys_are_in_order_as_far_as_their_first_bytes_say() {
        List<String> keys = new Random(7)
                .ints(3000)
                .mapToObj(Integer::toHexString)
                .distinct()
                .toList();

        List<byte[]> written = inWriteOrder(state(Types.STRING.createSerializer()), keys, ALL);

        assertThat(written)
                .isSortedAccordingTo(
                        (a, b) -> Arrays.compareUnsigned(a, 0, Math.min(12, a.length), b, 0, Math.min(12, b.length)));
    }
}
