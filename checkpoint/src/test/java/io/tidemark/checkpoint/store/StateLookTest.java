package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.plain.PlainReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A look from outside sees what the job sees under a key, and the job does not notice. */
class StateLookTest {
    private static final long ROOMY = 16 << 20;
    private static final long TINY = 1 << 10;

    private final TestStores stores = new TestStores();

    @AfterEach
    void close() {
        stores.close();
    }

    private static List<Object> values(LiveValue look, String role) {
        return look.entries().stream()
                .map(entry -> PlainReader.of(look.schemas().get(role)).read(entry.value()))
                .toList();
    }

    private static Object valueOf(KeyedStateStore store, int key) {
        LiveValue look = store.look("count", Integer.toString(key), 10).orElseThrow();
        List<Object> values = values(look, "value");
        return values.isEmpty() ? null : values.get(0);
    }

    @Test
    void aValueIsSeenWhetherItIsCachedOrSpilledOrNotThere() throws Exception {
        for (long budget : new long[] {ROOMY, TINY}) {
            KeyedStateStore store = stores.open(budget);
            ValueState<Long> count = store.value(new ValueStateDescriptor<>("count", Types.LONG));
            for (int key = 0; key < 2_000; key++) {
                store.setCurrentKey(key);
                count.update(key * 10L);
            }

            assertThat(valueOf(store, 3)).isEqualTo(30L);
            assertThat(valueOf(store, 1_999)).isEqualTo(19_990L);
            assertThat(valueOf(store, 5_000)).isNull();
        }
    }

    @Test
    void theCurrentKeyIsTheSameAfterwards() throws Exception {
        KeyedStateStore store = stores.open(ROOMY);
        ValueState<Long> count = store.value(new ValueStateDescriptor<>("count", Types.LONG));
        store.setCurrentKey(1);
        count.update(1L);
        store.setCurrentKey(2);
        count.update(2L);

        assertThat(valueOf(store, 1)).isEqualTo(1L);

        assertThat(store.currentKey()).isEqualTo(2);
        assertThat(count.value()).isEqualTo(2L);
        count.update(3L);
        assertThat(valueOf(store, 1)).isEqualTo(1L);
        assertThat(valueOf(store, 2)).isEqualTo(3L);
    }

    @Test
    void listsAndMapsAreSeenUpToALimit() throws Exception {
        KeyedStateStore store = stores.open(ROOMY);
        store.setCurrentKey(1);
        store.list(new ListStateDescriptor<>("list", Types.STRING)).update(List.of("a", "b", "c"));
        store.map(new MapStateDescriptor<>("map", Types.STRING, Types.INT)).put("x", 7);

        LiveValue list = store.look("list", "1", 2).orElseThrow();
        assertThat(values(list, "element")).containsExactly("a", "b");
        assertThat(list.more()).isTrue();
        LiveValue map = store.look("map", "1", 2).orElseThrow();
        assertThat(values(map, "value")).containsExactly(7);
        assertThat(PlainReader.of(map.schemas().get("mapKey"))
                        .read(map.entries().get(0).mapKey()))
                .isEqualTo("x");
        assertThat(map.more()).isFalse();
    }

    @Test
    void exactlyOneSubtaskHasAKey() {
        KeyedStateStore low = stores.open(new CacheBudget(ROOMY), new KeyGroupRange(0, 3), List.of());
        KeyedStateStore high = stores.open(new CacheBudget(ROOMY), new KeyGroupRange(4, 7), List.of());
        low.value(new ValueStateDescriptor<>("count", Types.LONG));
        high.value(new ValueStateDescriptor<>("count", Types.LONG));

        for (int key = 0; key < 100; key++) {
            Optional<LiveValue> ofLow = low.look("count", Integer.toString(key), 1);
            Optional<LiveValue> ofHigh = high.look("count", Integer.toString(key), 1);
            assertThat(ofLow.isPresent()).isNotEqualTo(ofHigh.isPresent());
        }
    }

    @Test
    void whatIsNotThereIsNamedWithWhatIs() {
        KeyedStateStore store = stores.open(ROOMY);
        store.value(new ValueStateDescriptor<>("count", Types.LONG));
        store.namespaced("windows", Types.LONG.createSerializer(), Types.LONG.createSerializer());

        assertThatThrownBy(() -> store.look("cuont", "1", 1))
                .isInstanceOfSatisfying(
                        StateLookException.class, e -> assertThat(e.hint()).isEqualTo("Did you mean \"count\"?"))
                .hasMessageContaining("\"operator\" has no state \"cuont\"");
        assertThatThrownBy(() -> store.look("count", "one", 1))
                .isInstanceOf(StateLookException.class)
                .hasMessageContaining("\"one\" is no ");
        assertThatThrownBy(() -> store.look("windows", "1", 1))
                .isInstanceOf(StateLookException.class)
                .hasMessageContaining("kept by window");
    }
}
