package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.Aggregator;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.TtlClock;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeToLiveTest {
    private static final long PLENTY = 1L << 30;
    private static final long MINUTE_MS = 60_000;
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();

    @AfterEach
    void tearDown() {
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private static final class Sum implements Aggregator<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long accumulator) {
            return accumulator + value;
        }

        @Override
        public Long getResult(Long accumulator) {
            return accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    /** A state of each kind under one rule. */
    private static final class States {
        final KeyedStateStore store;
        final ValueState<Long> value;
        final ReducingState<Long> reducing;
        final AggregatingState<Long, Long> aggregating;
        final ListState<Long> list;
        final MapState<String, Long> map;

        States(KeyedStateStore store, StateTtlConfig ttl) {
            this.store = store;
            value = store.value(with(ttl, new ValueStateDescriptor<>("value", Types.LONG)));
            reducing = store.reducing(with(ttl, new ReducingStateDescriptor<>("reducing", Long::sum, Types.LONG)));
            aggregating = store.aggregating(
                    with(ttl, new AggregatingStateDescriptor<>("aggregating", new Sum(), Types.LONG)));
            list = store.list(with(ttl, new ListStateDescriptor<>("list", Types.LONG)));
            map = store.map(with(ttl, new MapStateDescriptor<>("map", Types.STRING, Types.LONG)));
        }

        private static <D extends StateDescriptor<?, ?>> D with(StateTtlConfig ttl, D descriptor) {
            if (ttl != null) {
                descriptor.enableTimeToLive(ttl);
            }
            return descriptor;
        }

        /** Writes a number into all states of a key. */
        void write(int key, long number) throws Exception {
            store.setCurrentKey(key);
            value.update(number);
            reducing.add(number);
            aggregating.add(number);
            list.add(number);
            map.put("n" + number, number);
        }

        /** What all states of a key hold. */
        String read(int key) throws Exception {
            store.setCurrentKey(key);
            List<Long> elements = new ArrayList<>();
            list.get().forEach(elements::add);
            Map<String, Long> entries = new HashMap<>();
            map.entries().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
            assertThat(map.isEmpty()).isEqualTo(entries.isEmpty());
            return value.value() + " " + reducing.get() + " " + aggregating.get() + " " + elements + " " + entries;
        }
    }

    private static final String NOTHING = "null null null [] {}";

    private static StateTtlConfig.Builder tenMinutes() {
        return StateTtlConfig.newBuilder(TEN_MINUTES);
    }

    private States open(StateTtlConfig ttl, KeyedStateHandle... restore) {
        return new States(stores.open(PLENTY, restore), ttl);
    }

    // Growing old

    @ParameterizedTest
    @ValueSource(longs = {0, PLENTY})
    void each_value_each_entry_of_a_map_and_each_element_of_a_list_lives_for_itself(long budget) throws Exception {
        States states = new States(stores.open(budget), tenMinutes().build());
        states.write(1, 1);
        stores.nowMs += 6 * MINUTE_MS;
        states.write(1, 2);
        states.write(2, 5);
        assertThat(states.read(1)).isEqualTo("2 3 3 [1, 2] {n1=1, n2=2}");

        stores.nowMs += 4 * MINUTE_MS;

        assertThat(states.read(1)).isEqualTo("2 3 3 [2] {n2=2}");
        stores.nowMs += 6 * MINUTE_MS;
        assertThat(states.read(1)).isEqualTo(NOTHING);
        states.write(1, 4);
        assertThat(states.read(1)).isEqualTo("4 4 4 [4] {n4=4}");
        assertThat(states.read(2)).isEqualTo(NOTHING);
    }

    @Test
    void reading_renews_when_it_is_told_to() throws Exception {
        States states = open(tenMinutes().updateTtlOnReadAndWrite().build());
        states.write(1, 1);
        for (int i = 0; i < 5; i++) {
            stores.nowMs += 9 * MINUTE_MS;
            assertThat(states.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        }
        States restored = open(tenMinutes().updateTtlOnReadAndWrite().build(), stores.snapshot(states.store, 1));
        stores.nowMs += 9 * MINUTE_MS;
        assertThat(restored.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        stores.nowMs += 10 * MINUTE_MS;
        assertThat(restored.read(1)).isEqualTo(NOTHING);
    }

    @Test
    void what_is_over_can_be_returned_once_more_but_nothing_is_added_to_it() throws Exception {
        StateTtlConfig ttl = tenMinutes().returnExpiredIfNotCleanedUp().build();
        States states = open(ttl);
        states.write(1, 1);
        states.write(2, 1);
        stores.nowMs += 10 * MINUTE_MS;

        states.store.setCurrentKey(1);
        assertThat(states.value.value()).isEqualTo(1);
        assertThat(states.value.value()).isNull();
        assertThat(states.list.get()).containsExactly(1L);
        assertThat(states.list.get()).isEmpty();
        assertThat(states.map.get("n1")).isEqualTo(1);
        assertThat(states.map.contains("n1")).isFalse();
        states.store.setCurrentKey(2);
        states.reducing.add(7L);
        states.aggregating.add(7L);
        assertThat(states.reducing.get()).isEqualTo(7);
        assertThat(states.aggregating.get()).isEqualTo(7);
    }

    @Test
    void a_map_is_gone_over_and_changed_without_what_is_over() throws Exception {
        States states = open(tenMinutes().build());
        states.store.setCurrentKey(1);
        states.map.put("old", 1L);
        stores.nowMs += 5 * MINUTE_MS;
        states.map.put("a", 1L);
        states.map.put("b", null);
        stores.nowMs += 5 * MINUTE_MS;

        for (Iterator<Map.Entry<String, Long>> entries = states.map.iterator(); entries.hasNext(); ) {
            Map.Entry<String, Long> entry = entries.next();
            entries.hasNext();
            if (entry.getKey().equals("a")) {
                assertThat(entry.setValue(9L)).isEqualTo(1);
            } else {
                assertThat(entry.getKey()).isEqualTo("b");
                assertThat(entry.getValue()).isNull();
                entries.remove();
            }
        }
        stores.nowMs += 5 * MINUTE_MS;
        assertThat(states.map.keys()).containsExactly("a");
        assertThat(states.map.values()).containsExactly(9L);
    }

    @Test
    void a_walk_over_a_map_removes_nothing_of_another_key() throws Exception {
        States states = open(tenMinutes().build());
        states.write(1, 1);
        states.write(2, 1);
        states.store.setCurrentKey(1);
        Iterator<Map.Entry<String, Long>> ofFirst = states.map.iterator();
        ofFirst.next();
        states.store.setCurrentKey(2);

        assertThatThrownBy(ofFirst::remove)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("after the current key had changed");
        assertThat(states.map.keys()).containsExactly("n1");
    }

    @Test
    void a_list_that_reading_renewed_is_gone_once_it_is_cleared() throws Exception {
        StateTtlConfig renewing = tenMinutes().updateTtlOnReadAndWrite().build();
        KeyedStateStore store = stores.open(PLENTY);
        ListStateDescriptor<Integer> descriptor = new ListStateDescriptor<>("renewed", Types.INT);
        descriptor.enableTimeToLive(renewing);
        ListState<Integer> numbers = store.list(descriptor);
        store.setCurrentKey(1);
        numbers.add(38);
        stores.snapshot(store, 1);
        stores.nowMs += MINUTE_MS;
        store.setCurrentKey(1);
        assertThat(numbers.get()).containsExactly(38);
        numbers.clear();

        KeyedStateStore restored = stores.open(PLENTY, stores.snapshot(store, 2));
        ListState<Integer> again = restored.list(descriptor);
        restored.setCurrentKey(1);
        assertThat(again.get()).isEmpty();
    }

    @Test
    void a_look_from_outside_sees_what_lives_and_renews_nothing() throws Exception {
        States states = open(tenMinutes().updateTtlOnReadAndWrite().build());
        states.write(1, 7);
        List<String> names = List.of("value", "reducing", "aggregating", "list", "map");
        stores.nowMs += 9 * MINUTE_MS;
        for (String name : names) {
            assertThat(states.store.look(name, "1", 10).orElseThrow().entries())
                    .as(name)
                    .hasSize(1);
        }

        stores.nowMs += MINUTE_MS;

        for (String name : names) {
            assertThat(states.store.look(name, "1", 10).orElseThrow().entries())
                    .as(name)
                    .isEmpty();
        }
        assertThat(states.read(1)).isEqualTo(NOTHING);
    }

    // Clocks

    @Test
    void trS5_byTheWallClockStateIsGoneWhenTheJobComesBackElevenMinutesLater() throws Exception {
        StateTtlConfig ttl = tenMinutes().setClock(TtlClock.PROCESSING).build();
        States states = open(ttl);
        states.write(1, 1);
        KeyedStateHandle handle = stores.snapshot(states.store, 1);
        states.store.close();
        stores.nowMs += 11 * MINUTE_MS;

        assertThat(open(ttl, handle).read(1)).isEqualTo(NOTHING);
    }

    @Test
    void trS5_byEventTimeStateFollowsTheWatermarkHoweverLongTheJobWasDown() throws Exception {
        StateTtlConfig ttl = tenMinutes().setClock(TtlClock.EVENT).build();
        stores.watermark = 0;
        States states = open(ttl);
        states.write(1, 1);
        KeyedStateHandle handle = stores.snapshot(states.store, 1);
        states.store.close();
        stores.nowMs += 11 * MINUTE_MS;

        States restored = open(ttl, handle);
        assertThat(restored.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        stores.watermark = 10 * MINUTE_MS - 1;
        assertThat(restored.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        stores.watermark++;
        assertThat(restored.read(1)).isEqualTo(NOTHING);
    }

    @Test
    void trS5_byTheClockThatPausesOnlyTheTimeTheJobRanCounts() throws Exception {
        StateTtlConfig ttl = tenMinutes().setClock(TtlClock.PAUSE_ON_DOWNTIME).build();
        States states = open(ttl);
        states.write(1, 1);
        stores.nowMs += 4 * MINUTE_MS;
        KeyedStateHandle handle = stores.snapshot(states.store, 1);
        states.store.close();
        stores.nowMs += 11 * MINUTE_MS;
        States second = open(ttl, handle);
        stores.nowMs += 3 * MINUTE_MS;
        assertThat(second.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        KeyedStateHandle again = stores.snapshot(second.store, 2);
        second.store.close();
        stores.nowMs += 60 * MINUTE_MS;

        States third = open(ttl, again);
        stores.nowMs += 3 * MINUTE_MS - 1;
        assertThat(third.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        stores.nowMs++;
        assertThat(third.read(1)).isEqualTo(NOTHING);
    }

    @Test
    void what_is_written_before_the_first_watermark_counts_as_written_at_it() throws Exception {
        StateTtlConfig ttl = tenMinutes().setClock(TtlClock.EVENT).build();
        States states = open(ttl);
        states.write(1, 1);
        assertThat(states.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        stores.watermark = 100 * MINUTE_MS;
        assertThat(states.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        KeyedStateHandle handle = stores.snapshot(states.store, 1);

        States restored = open(ttl, handle);
        stores.watermark = 110 * MINUTE_MS - 1;
        assertThat(restored.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        stores.watermark++;
        assertThat(restored.read(1)).isEqualTo(NOTHING);
    }

    @Test
    void subtasks_whose_clocks_paused_at_different_times_lose_nothing_early_when_they_are_joined() throws Exception {
        StateTtlConfig ttl = tenMinutes().setClock(TtlClock.PAUSE_ON_DOWNTIME).build();
        List<KeyedStateHandle> parts = new ArrayList<>();
        for (KeyGroupRange range : List.of(new KeyGroupRange(0, 3), new KeyGroupRange(4, 7))) {
            States part = new States(stores.open(new CacheBudget(PLENTY), range, List.of()), ttl);
            for (int key = 0; key < 10; key++) {
                if (range.contains(
                        KeyGroups.keyGroup(Types.INT.createSerializer().hash(key), TestStores.MAX_PARALLELISM))) {
                    part.write(key, key);
                }
            }
            parts.add(stores.snapshot(part.store, 1));
            stores.nowMs += MINUTE_MS;
        }
        stores.nowMs += 60 * MINUTE_MS;
        States joined = new States(stores.open(new CacheBudget(PLENTY), TestStores.ALL, parts), ttl);
        stores.nowMs += 10 * MINUTE_MS - 1;

        for (int key = 0; key < 10; key++) {
            joined.store.setCurrentKey(key);
            assertThat(joined.value.value()).isEqualTo(key);
        }
        stores.nowMs += MINUTE_MS + 1;
        for (int key = 0; key < 10; key++) {
            assertThat(joined.read(key)).isEqualTo(NOTHING);
        }
    }

    // Cleaning

    @Test
    void what_is_over_leaves_the_cache_though_nobody_asks_for_it() throws Exception {
        CacheBudget budget = new CacheBudget(PLENTY);
        KeyedStateStore store = stores.open(budget, TestStores.ALL, List.of());
        States states = new States(store, tenMinutes().build());
        for (int key = 0; key < 1000; key++) {
            states.write(key, key);
        }
        long full = budget.usedBytes();
        stores.nowMs += 10 * MINUTE_MS;
        for (int i = 0; i < 10_000; i++) {
            store.setCurrentKey(-1);
        }

        assertThat(budget.usedBytes()).isLessThan(full / 10);
    }

    @Test
    void what_is_over_leaves_the_database_with_the_next_snapshots_though_nobody_asks_for_it() throws Exception {
        StateTtlConfig ttl = tenMinutes().build();
        States states = open(ttl);
        for (int key = 0; key < 1000; key++) {
            states.write(key, key);
        }
        States restored = new States(stores.open(0, stores.snapshot(states.store, 1)), ttl);
        stores.nowMs += 5 * MINUTE_MS;
        restored.write(1, 7);
        assertThat(stores.storedKeys(stores.snapshot(restored.store, 2))).hasSizeGreaterThan(5000);
        stores.nowMs += 5 * MINUTE_MS;
        restored.write(-1, 1);

        KeyedStateHandle cleaned = stores.snapshot(restored.store, 3);

        assertThat(stores.storedKeys(cleaned)).hasSize(5 + 5);
        stores.nowMs += MINUTE_MS;
        assertThat(open(ttl, cleaned).read(1)).startsWith("7 ").endsWith("[7] {n7=7}");
    }

    // Turning it on and off

    @ParameterizedTest
    @EnumSource
    void turned_on_for_stored_state_time_to_live_counts_from_the_start(TtlClock clock) throws Exception {
        stores.watermark = 0;
        States without = open(null);
        without.write(1, 1);
        KeyedStateHandle handle = stores.snapshot(without.store, 1);
        stores.nowMs += 11 * MINUTE_MS;
        StateTtlConfig ttl = tenMinutes().setClock(clock).build();

        States with = open(ttl, handle);
        pass(10 * MINUTE_MS - 1);
        assertThat(with.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        with = open(ttl, stores.snapshot(with.store, 2));
        assertThat(with.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        pass(1);
        assertThat(with.read(1)).isEqualTo(NOTHING);
    }

    @Test
    void a_small_state_is_cleaned_in_the_database_beside_a_large_one_that_was_declared_before_it() throws Exception {
        ValueStateDescriptor<Long> small = new ValueStateDescriptor<>("small", Types.LONG);
        small.enableTimeToLive(tenMinutes().build());
        KeyedStateStore first = stores.open(PLENTY);
        ValueState<Long> smallOfFirst = first.value(small);
        first.setCurrentKey(1);
        smallOfFirst.update(1L);
        KeyedStateHandle handle = stores.snapshot(first, 1);
        int smallId = idOf("small", handle);

        KeyedStateStore second = stores.open(PLENTY, handle);
        MapStateDescriptor<Long, Long> large = new MapStateDescriptor<>("large", Types.LONG, Types.LONG);
        large.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofDays(1)).build());
        MapState<Long, Long> largeOfSecond = second.map(large);
        second.value(small);
        second.setCurrentKey(1);
        // More than the cleaner goes over with one snapshot, all in one key group.
        for (long entry = 0; entry < 25_000; entry++) {
            largeOfSecond.put(entry, entry);
        }
        stores.nowMs += 10 * MINUTE_MS;
        for (int checkpoint = 2; checkpoint < 6; checkpoint++) {
            largeOfSecond.put(-1L, (long) checkpoint);
            handle = stores.snapshot(second, checkpoint);
        }

        assertThat(stores.storedKeys(handle)).noneMatch(key -> key[3] == smallId);
    }

    private static int idOf(String state, KeyedStateHandle handle) {
        return handle.getStatesList().stream()
                .filter(meta -> meta.getName().equals(state))
                .findFirst()
                .orElseThrow()
                .getId();
    }

    private void pass(long ms) {
        stores.nowMs += ms;
        stores.watermark += ms;
    }

    @Test
    void turned_off_what_was_not_over_stays_for_ever_and_what_was_is_gone() throws Exception {
        States with = open(tenMinutes().build());
        with.write(1, 1);
        stores.nowMs += 5 * MINUTE_MS;
        with.write(2, 2);
        KeyedStateHandle handle = stores.snapshot(with.store, 1);
        stores.nowMs += 5 * MINUTE_MS;

        States without = open(null, handle);
        stores.nowMs += 100 * MINUTE_MS;
        assertThat(without.read(1)).isEqualTo(NOTHING);
        assertThat(without.read(2)).isEqualTo("2 2 2 [2] {n2=2}");
        assertThat(open(null, stores.snapshot(without.store, 2)).read(2)).isEqualTo("2 2 2 [2] {n2=2}");
    }

    @Test
    void by_another_clock_stored_state_counts_as_written_at_the_start() throws Exception {
        States byWallClock = open(tenMinutes().build());
        byWallClock.write(1, 1);
        KeyedStateHandle handle = stores.snapshot(byWallClock.store, 1);
        stores.watermark = 7;

        States byEventTime = open(tenMinutes().setClock(TtlClock.EVENT).build(), handle);
        stores.watermark += 10 * MINUTE_MS - 1;
        assertThat(byEventTime.read(1)).isEqualTo("1 1 1 [1] {n1=1}");
        stores.watermark++;
        assertThat(byEventTime.read(1)).isEqualTo(NOTHING);
    }

    @Test
    void another_duration_holds_for_stored_state_too() throws Exception {
        States states = open(tenMinutes().build());
        states.write(1, 1);
        KeyedStateHandle handle = stores.snapshot(states.store, 1);
        stores.nowMs += 15 * MINUTE_MS;

        assertThat(open(StateTtlConfig.newBuilder(Duration.ofMinutes(20)).build(), handle)
                        .read(1))
                .isEqualTo("1 1 1 [1] {n1=1}");
    }

    @Test
    void one_state_asked_for_with_two_times_to_live_is_refused_by_name() throws Exception {
        KeyedStateStore store = stores.open(PLENTY);
        new States(store, tenMinutes().build());

        assertThatThrownBy(() -> new States(store, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"value\"")
                .hasMessageContaining("different times to live");
    }
}
