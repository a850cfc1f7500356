package io.tidemark.worker.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchKeysTest {
    /** The keys that were made current, with their hashes; those that came as numbers as "#" and the number. */
    private final List<Object> set = new ArrayList<>();

    private final KeyedState state = (KeyedState) Proxy.newProxyInstance(
            KeyedState.class.getClassLoader(), new Class<?>[] {KeyedState.class}, (proxy, method, args) -> {
                set.add(method.getName().equals("setCurrentKeyBits") ? "#" + args[0] : args[0]);
                set.add(args[1]);
                return null;
            });

    private final KeySpec<Object, Object> lastDigit =
            spec(value -> (Integer) value < 0 ? null : (Integer) value % 10, Types.INT.createSerializer());

    @SuppressWarnings("unchecked")
    private static KeySpec<Object, Object> spec(KeySelector<Object, Object> selector, TypeSerializer<?> serializer) {
        return new KeySpec<>(selector, (TypeSerializer<Object>) serializer);
    }

    private static RecordBatch batch(int records) {
        RecordBatch batch = new RecordBatch(records);
        for (int i = 0; i < records; i++) {
            batch.add(i, 0, i);
        }
        return batch;
    }

    private static RecordBatch batchWithBits(int records) {
        RecordBatch batch = new RecordBatch(records);
        for (int i = 0; i < records; i++) {
            batch.add(i, 0, i, i % 10);
        }
        return batch;
    }

    private void makeAllCurrent(BatchKeys keys, RecordBatch batch, int from) {
        for (int first = from; first < batch.size(); ) {
            int end = keys.read(batch, first, batch.size());
            assertThat(end).isBetween(first + 1, Math.min(first + BatchKeys.RUN, batch.size()));
            for (int i = first; i < end; i++) {
                keys.makeCurrent(state, i);
            }
            first = end;
        }
    }

    @Test
    void every_record_gets_the_key_of_its_own_however_many_there_are() {
        for (int records : new int[] {1, BatchKeys.RUN - 1, BatchKeys.RUN, BatchKeys.RUN + 1, 100}) {
            set.clear();
            makeAllCurrent(new BatchKeys(lastDigit), batch(records + 3), 3);
            assertThat(set).hasSize(2 * records);
            for (int i = 0; i < records; i++) {
                assertThat(set.get(2 * i)).isEqualTo((i + 3) % 10);
                assertThat(set.get(2 * i + 1)).isEqualTo(i + 3);
            }
        }
    }

    @Test
    void a_record_without_a_key_is_a_failure_of_the_selector() {
        RecordBatch batch = new RecordBatch(2);
        batch.add(1, 0, 0);
        batch.add(-1, 0, 0);
        assertThatThrownBy(() -> new BatchKeys(lastDigit).read(batch, 0, 2))
                .isInstanceOf(OperatorFailure.class)
                .hasMessageContaining("key selector");
    }

    @Test
    void a_number_that_came_with_its_record_is_the_key_and_the_selector_is_not_asked() {
        BatchKeys keys = new BatchKeys(spec(
                value -> {
                    throw new AssertionError("asked for the key of " + value);
                },
                Types.INT.createSerializer()));
        makeAllCurrent(keys, batchWithBits(100), 3);
        assertThat(set).hasSize(2 * 97);
        for (int i = 0; i < 97; i++) {
            assertThat(set.get(2 * i)).isEqualTo("#" + (i + 3) % 10);
            assertThat(set.get(2 * i + 1)).isEqualTo(i + 3);
        }
    }

    @Test
    void batches_with_and_without_numbers_may_take_turns() {
        BatchKeys keys = new BatchKeys(lastDigit);
        makeAllCurrent(keys, batchWithBits(1), 0);
        makeAllCurrent(keys, batch(1), 0);
        makeAllCurrent(keys, batchWithBits(1), 0);
        assertThat(set).containsExactly("#0", 0, 0, 0, "#0", 0);
    }

    @Test
    void numbers_mean_nothing_where_keys_are_none() {
        BatchKeys keys = new BatchKeys(spec(value -> "key " + value, Types.STRING.createSerializer()));
        makeAllCurrent(keys, batchWithBits(1), 0);
        assertThat(set).containsExactly("key 0", 0);
    }
}
