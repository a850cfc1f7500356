package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.NumberKind;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NumberStateTest {
    private static final long PLENTY = 1L << 30;

    private final TestStores stores = new TestStores();

    @AfterEach
    void tearDown() {
        stores.close();
    }

    private static <T> ValueState<T> numbers(KeyedStateStore store, TypeInformation<T> type) {
        return store.value(new ValueStateDescriptor<>("numbers", type));
    }

    private static List<Object> numbersOf(NumberKind kind) {
        return switch (kind) {
            case LONG -> List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
            case INT -> List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case DOUBLE -> List.of(0.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 0.1);
        };
    }

    @SuppressWarnings("unchecked")
    private static TypeInformation<Object> typeOf(NumberKind kind) {
        TypeInformation<?> type = switch (kind) {
            case LONG -> Types.LONG;
            case INT -> Types.INT;
            case DOUBLE -> Types.DOUBLE;
        };
        return (TypeInformation<Object>) type;
    }

    @ParameterizedTest
    @EnumSource
    void a_number_comes_back_as_it_was_and_is_stored_as_its_serializer_says(NumberKind kind) throws Exception {
        TypeSerializer<Object> serializer = typeOf(kind).createSerializer();
        NumberValues format = new NumberValues(NumberKind.of(serializer), serializer);
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Object> numbers = numbers(store, typeOf(kind));
        int key = 0;
        for (Object number : numbersOf(kind)) {
            store.setCurrentKey(key++);
            numbers.update(number);
            assertThat(numbers.value()).isEqualTo(number);

            BinaryWriter plain = new BinaryWriter(16);
            serializer.serialize(number, plain);
            BinaryWriter cell = new BinaryWriter(16);
            format.write(new NumberCell(kind.unbox(number)), cell);
            assertThat(cell.toByteArray()).isEqualTo(plain.toByteArray());
        }

        KeyedStateStore restored = stores.open(PLENTY, stores.snapshot(store, 1));

        ValueState<Object> again = numbers(restored, typeOf(kind));
        key = 0;
        for (Object number : numbersOf(kind)) {
            restored.setCurrentKey(key++);
            assertThat(again.value()).isEqualTo(number);
        }
    }

    @Test
    void a_snapshot_holds_the_numbers_of_its_time_however_often_they_change_before_it_is_written() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> numbers = numbers(store, Types.LONG);
        store.setCurrentKey(1);
        numbers.update(10L);
        store.setCurrentKey(2);
        numbers.update(20L);
        KeyedStateStore.Frozen frozen = store.freeze(1);
        store.setCurrentKey(1);
        numbers.update(11L);
        numbers.update(12L);
        store.setCurrentKey(2);
        numbers.clear();
        numbers.update(21L);

        KeyedStateHandle handle = stores.write(frozen);
        numbers.update(22L);
        KeyedStateHandle next = stores.snapshot(store, 2);

        KeyedStateStore restored = stores.open(PLENTY, handle);
        ValueState<Long> then = numbers(restored, Types.LONG);
        restored.setCurrentKey(1);
        assertThat(then.value()).isEqualTo(10L);
        restored.setCurrentKey(2);
        assertThat(then.value()).isEqualTo(20L);
        KeyedStateStore later = stores.open(PLENTY, next);
        ValueState<Long> now = numbers(later, Types.LONG);
        later.setCurrentKey(1);
        assertThat(now.value()).isEqualTo(12L);
        later.setCurrentKey(2);
        assertThat(now.value()).isEqualTo(22L);
    }

    @Test
    void a_snapshot_that_fails_loses_no_number_that_changed_meanwhile() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> numbers = numbers(store, Types.LONG);
        for (int key = 0; key < 3; key++) {
            store.setCurrentKey(key);
            numbers.update(10L + key);
        }
        KeyedStateStore.Frozen frozen = store.freeze(1);
        store.setCurrentKey(0);
        numbers.update(20L);
        store.setCurrentKey(1);
        numbers.update(21L);
        numbers.clear();

        frozen.discard();
        store.setCurrentKey(0);
        numbers.update(numbers.value() + 1);

        KeyedStateStore restored = stores.open(PLENTY, stores.snapshot(store, 2));
        ValueState<Long> now = numbers(restored, Types.LONG);
        restored.setCurrentKey(0);
        assertThat(now.value()).isEqualTo(21L);
        restored.setCurrentKey(1);
        assertThat(now.value()).isNull();
        restored.setCurrentKey(2);
        assertThat(now.value()).isEqualTo(12L);
    }

    @Test
    void a_snapshot_written_while_the_job_counts_on_holds_the_numbers_of_its_time() throws Exception {
        int keys = 2000;
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> numbers = numbers(store, Types.LONG);
        long number = 0;
        for (int round = 1; round <= 20; round++) {
            number++;
            for (int key = 0; key < keys; key++) {
                store.setCurrentKey(key);
                numbers.update(number);
            }
            KeyedStateStore.Frozen frozen = store.freeze(round);
            CompletableFuture<KeyedStateHandle> handle = CompletableFuture.supplyAsync(() -> stores.write(frozen));
            while (!handle.isDone()) {
                number++;
                for (int key = keys - 1; key >= 0; key--) {
                    store.setCurrentKey(key);
                    numbers.update(number + 1_000_000);
                }
            }
            KeyedStateStore restored = stores.open(PLENTY, handle.join());
            ValueState<Long> then = numbers(restored, Types.LONG);
            restored.setCurrentKey(0);
            Long first = then.value();
            assertThat(first).isLessThan(1_000_000);
            for (int key = 0; key < keys; key++) {
                restored.setCurrentKey(key);
                assertThat(then.value()).isEqualTo(first);
            }
            restored.close();
        }
    }

    @Test
    void a_number_that_was_handed_out_stays_what_it_was() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        ValueState<Long> numbers = numbers(store, Types.LONG);
        store.setCurrentKey(1);
        numbers.update(1000L);
        Long before = numbers.value();

        numbers.update(1001L);

        assertThat(before).isEqualTo(1000L);
    }

    @Test
    void only_states_of_numbers_are_kept_as_numbers() {
        assertThat(NumberKind.of(Types.STRING.createSerializer())).isNull();
        assertThat(NumberKind.of(Types.LIST(Types.LONG).createSerializer())).isNull();
    }
}
