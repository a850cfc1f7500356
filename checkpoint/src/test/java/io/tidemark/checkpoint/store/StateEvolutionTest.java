package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.RenamedFrom;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.schema.StateMisfit;
import io.tidemark.checkpoint.timer.TimerDomain;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** State whose type has changed since it was stored: read and rewritten when it is declared, or refused with all reasons. */
class StateEvolutionTest {
    private static final long TINY = 16 << 10;
    private static final int KEYS = 500;
    private static final String HERE = "io.tidemark.checkpoint.store.StateEvolutionTest$";

    private final TestStores stores = new TestStores();

    record Before(int amount, String name, long gone) {}

    @RenamedFrom(HERE + "Before")
    record After(String name, @RenamedFrom("amount") long cents, String fresh) {}

    @RenamedFrom(HERE + "Before")
    record Renamed(int amount, String name, long gone) {}

    @RenamedFrom(HERE + "Before")
    record Unfit(String amount, int name, long gone) {}

    @RenamedFrom(HERE + "Before")
    record Strict(int amount, String name, String fresh) {
        Strict {
            Objects.requireNonNull(fresh, "fresh");
        }
    }

    enum Color {
        RED,
        GREEN
    }

    @RenamedFrom(HERE + "Color")
    enum MoreColors {
        RED,
        GREEN,
        BLUE
    }

    @RenamedFrom(HERE + "Color")
    enum MovedColors {
        BLUE,
        RED,
        GREEN
    }

    @AfterEach
    void close() {
        stores.close();
    }

    private static Before before(int i) {
        return new Before(i, i % 3 == 0 ? null : "name " + i, i);
    }

    private static After after(int i) {
        return new After(i % 3 == 0 ? null : "name " + i, i, null);
    }

    private static <T> ValueStateDescriptor<T> value(Class<T> type) {
        return new ValueStateDescriptor<>("value", TypeInformation.of(type));
    }

    private static <T> ListStateDescriptor<T> list(Class<T> type) {
        return new ListStateDescriptor<>("list", TypeInformation.of(type));
    }

    private static <T> MapStateDescriptor<Integer, T> map(Class<T> type) {
        return new MapStateDescriptor<>("map", Types.INT, TypeInformation.of(type));
    }

    private static <T> ReducingStateDescriptor<T> reducing(Class<T> type) {
        return new ReducingStateDescriptor<>("reducing", (a, b) -> a, TypeInformation.of(type));
    }

    /** Keeps what was added first. */
    private static final class First<T> implements AggregateFunction<T, T, T> {
        private static final long serialVersionUID = 1L;

        @Override
        public T createAccumulator() {
            return null;
        }

        @Override
        public T add(T value, T accumulator) {
            return accumulator == null ? value : accumulator;
        }

        @Override
        public T getResult(T accumulator) {
            return accumulator;
        }

        @Override
        public T merge(T a, T b) {
            return a;
        }
    }

    private static <T> AggregatingStateDescriptor<T, T, T> aggregating(Class<T> type) {
        return new AggregatingStateDescriptor<>("aggregating", new First<T>(), TypeInformation.of(type));
    }

    private static <T> NamespacedState<Long, T> namespaced(KeyedStateStore store, Class<T> type) {
        return store.namespaced(
                "namespaced",
                Types.LONG.createSerializer(),
                TypeInformation.of(type).createSerializer());
    }

    private KeyedStateHandle written(KeyGroupRange range) throws Exception {
        KeyedStateStore store = stores.open(new CacheBudget(TINY), range, List.of());
        ValueState<Before> value = store.value(value(Before.class));
        ListState<Before> list = store.list(list(Before.class));
        MapState<Integer, Before> map = store.map(map(Before.class));
        ReducingState<Before> reducing = store.reducing(reducing(Before.class));
        var aggregating = store.aggregating(aggregating(Before.class));
        NamespacedState<Long, Before> namespaced = namespaced(store, Before.class);
        for (int key = 0; key < KEYS; key++) {
            if (!holds(range, key)) {
                continue;
            }
            store.setCurrentKey(key);
            value.update(before(key));
            list.add(before(key));
            list.add(before(key + 1));
            map.put(1, before(key));
            map.put(2, null);
            reducing.add(before(key));
            aggregating.add(before(key));
            namespaced.put((long) key % 7, before(key));
        }
        KeyedStateHandle handle = stores.snapshot(store, 1);
        store.close();
        return handle;
    }

    private static boolean holds(KeyGroupRange range, int key) {
        int group = KeyGroups.keyGroup(Types.INT.createSerializer().hash(key), TestStores.MAX_PARALLELISM);
        return group >= range.first() && group <= range.last();
    }

    private void assertAfter(KeyedStateStore store) throws Exception {
        ValueState<After> value = store.value(value(After.class));
        ListState<After> list = store.list(list(After.class));
        MapState<Integer, After> map = store.map(map(After.class));
        ReducingState<After> reducing = store.reducing(reducing(After.class));
        var aggregating = store.aggregating(aggregating(After.class));
        NamespacedState<Long, After> namespaced = namespaced(store, After.class);
        assertThat(store.misfits()).isEmpty();
        for (int key = 0; key < KEYS; key++) {
            store.setCurrentKey(key);
            assertThat(value.value()).isEqualTo(after(key));
            assertThat(list.get()).containsExactly(after(key), after(key + 1));
            assertThat(map.get(1)).isEqualTo(after(key));
            assertThat(map.contains(2)).isTrue();
            assertThat(map.get(2)).isNull();
            assertThat(reducing.get()).isEqualTo(after(key));
            assertThat(aggregating.get()).isEqualTo(after(key));
            assertThat(namespaced.get((long) key % 7)).isEqualTo(after(key));
        }
    }

    @Test
    void trS6_everyKindOfStateIsRewrittenOnceWhenItIsDeclared() throws Exception {
        KeyedStateHandle stored = written(TestStores.ALL);
        KeyedStateStore migrated = stores.open(TINY, stored);
        assertAfter(migrated);
        KeyedStateHandle again = stores.snapshot(migrated, 2);
        assertAfter(stores.open(TINY, again));
        KeyedStateStore old = stores.open(TINY, stored);
        ValueState<Before> value = old.value(value(Before.class));
        old.setCurrentKey(7);
        assertThat(value.value()).describedAs("the source is untouched").isEqualTo(before(7));
    }

    @Test
    void aStateThatIsDeclaredWhileASnapshotIsWrittenIsInThatSnapshotAsItSays() throws Exception {
        KeyedStateStore store = stores.open(TINY, written(TestStores.ALL));
        ValueState<Integer> other = store.value(new ValueStateDescriptor<>("other", Types.INT));
        store.setCurrentKey(0);
        other.update(1);
        KeyedStateStore.Frozen frozen = store.freeze(2);
        CompletableFuture<KeyedStateHandle> writing = CompletableFuture.supplyAsync(
                () -> stores.write(frozen), CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS));
        store.value(value(After.class));
        assertAfter(stores.open(TINY, writing.get()));
    }

    @Test
    void timeToLiveThatIsDeclaredWhileASnapshotIsWrittenIsInThatSnapshotAsItSays() throws Exception {
        KeyedStateStore store = stores.open(TINY, written(TestStores.ALL));
        ValueState<Integer> other = store.value(new ValueStateDescriptor<>("other", Types.INT));
        store.setCurrentKey(0);
        other.update(1);
        KeyedStateStore.Frozen frozen = store.freeze(2);
        CompletableFuture<KeyedStateHandle> writing = CompletableFuture.supplyAsync(
                () -> stores.write(frozen), CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS));
        ValueStateDescriptor<Before> timed = value(Before.class);
        timed.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofHours(1)).build());
        store.value(timed);
        assertAfter(stores.open(TINY, writing.get()));
    }

    @Test
    void statesOfSeveralSubtasksAreJoinedAndRewritten() throws Exception {
        KeyedStateHandle low = written(new KeyGroupRange(0, 2));
        KeyedStateHandle high = written(new KeyGroupRange(3, TestStores.MAX_PARALLELISM - 1));
        assertAfter(stores.open(new CacheBudget(TINY), TestStores.ALL, List.of(low, high)));
    }

    @Test
    void subtasksThatRewroteAStateAndThoseThatDidNotAreJoined() throws Exception {
        KeyGroupRange lowGroups = new KeyGroupRange(0, 2);
        KeyGroupRange highGroups = new KeyGroupRange(3, TestStores.MAX_PARALLELISM - 1);
        KeyedStateStore rewritten = stores.open(new CacheBudget(TINY), lowGroups, List.of(written(lowGroups)));
        rewritten.value(value(After.class));
        rewritten.map(map(After.class));
        KeyedStateHandle low = stores.snapshot(rewritten, 2);
        KeyedStateHandle high = written(highGroups);
        KeyedStateStore joined = stores.open(new CacheBudget(TINY), TestStores.ALL, List.of(low, high));
        KeyedStateHandle undeclared = stores.snapshot(joined, 3);
        assertAfter(joined);
        assertAfter(stores.open(TINY, undeclared));
        assertAfter(stores.open(TINY, stores.snapshot(joined, 4)));
    }

    @Test
    void timersOfSubtasksThatNameTheirNamespaceDifferentlyAreJoined() {
        KeyedStateHandle low = timers(new KeyGroupRange(0, 2), Color.class, Color.GREEN);
        KeyedStateHandle high =
                timers(new KeyGroupRange(3, TestStores.MAX_PARALLELISM - 1), MoreColors.class, MoreColors.GREEN);
        KeyedStateStore joined = stores.open(new CacheBudget(TINY), TestStores.ALL, List.of(low, high));
        int group = joined.timers()
                .group("alarms", TypeInformation.of(MoreColors.class).createSerializer());
        int fired = 0;
        while (joined.timers().pollDue(TimerDomain.EVENT, 100) != null) {
            fired++;
        }
        assertThat(group).isZero();
        assertThat(fired).isEqualTo(KEYS);
        assertThat(joined.misfits()).isEmpty();
    }

    private KeyedStateHandle timers(KeyGroupRange range, Class<?> namespaces, Object namespace) {
        KeyedStateStore store = stores.open(new CacheBudget(TINY), range, List.of());
        int group =
                store.timers().group("alarms", TypeInformation.of(namespaces).createSerializer());
        for (int key = 0; key < KEYS; key++) {
            if (holds(range, key)) {
                store.setCurrentKey(key);
                store.timers().register(TimerDomain.EVENT, group, namespace, 7);
            }
        }
        return stores.snapshot(store, 1);
    }

    @Test
    void aTypeAndATimeToLiveMayChangeTogether() throws Exception {
        StateTtlConfig day = StateTtlConfig.newBuilder(Duration.ofDays(1)).build();
        KeyedStateStore turnedOn = stores.open(TINY, written(TestStores.ALL));
        assertAging(turnedOn, day);
        KeyedStateStore kept = stores.open(TINY, stores.snapshot(turnedOn, 2));
        assertAging(kept, day);
        assertAging(stores.open(TINY, stores.snapshot(kept, 3)), null);
    }

    private static void assertAging(KeyedStateStore store, StateTtlConfig ttl) throws Exception {
        ValueStateDescriptor<After> ofValue = value(After.class);
        ListStateDescriptor<After> ofList = list(After.class);
        if (ttl != null) {
            ofValue.enableTimeToLive(ttl);
            ofList.enableTimeToLive(ttl);
        }
        ValueState<After> value = store.value(ofValue);
        ListState<After> list = store.list(ofList);
        assertThat(store.misfits()).isEmpty();
        for (int key = 0; key < KEYS; key++) {
            store.setCurrentKey(key);
            assertThat(value.value()).isEqualTo(after(key));
            assertThat(list.get()).containsExactly(after(key), after(key + 1));
        }
    }

    @Test
    void aSnapshotRightAfterTheRewritingHoldsAllOfIt() throws Exception {
        KeyedStateStore migrated = stores.open(TINY, written(TestStores.ALL));
        migrated.value(value(After.class));
        KeyedStateStore again = stores.open(TINY, stores.snapshot(migrated, 2));
        ValueState<After> value = again.value(value(After.class));
        ListState<Before> list = again.list(list(Before.class));
        assertThat(again.misfits()).isEmpty();
        again.setCurrentKey(5);
        assertThat(value.value()).isEqualTo(after(5));
        assertThat(list.get()).describedAs("not declared, so not rewritten").containsExactly(before(5), before(6));
    }

    @Test
    void whatIsReadAsItIsIsNotWrittenAnew() throws Exception {
        KeyedStateStore renamed = stores.open(TINY, written(TestStores.ALL));
        ValueState<Renamed> value = renamed.value(value(Renamed.class));
        KeyedStateHandle handle = stores.snapshot(renamed, 2);
        assertThat(handle.getNewBytes()).isZero();
        renamed.setCurrentKey(4);
        assertThat(value.value()).isEqualTo(new Renamed(4, "name 4", 4));
        assertThat(StateRegistry.fromBytes(handle.getStates(0).getSchemasOrThrow("value"))
                        .typeName())
                .endsWith("Renamed");
    }

    @Test
    void trS6_whatDoesNotFitOfAllStatesIsListedAtOnce() throws Exception {
        KeyedStateStore store = stores.open(TINY, written(TestStores.ALL));
        store.value(value(Unfit.class));
        store.list(list(After.class));
        store.map(new MapStateDescriptor<>("map", Types.LONG, TypeInformation.of(Unfit.class)));
        store.value(new ValueStateDescriptor<>("reducing", Types.STRING));
        namespaced(store, Before.class);
        List<StateMisfit> misfits = store.misfits();
        assertThat(misfits)
                .extracting(misfit -> misfit.state() + ", " + misfit.difference())
                .containsExactly(
                        "state \"value\", value.amount: retyped, int -> String",
                        "state \"value\", value.name: retyped, String -> int",
                        "state \"value\", value.name: nullability, String -> int",
                        "state \"map\", mapKey: widened, Integer -> Long",
                        "state \"map\", value.amount: retyped, int -> String",
                        "state \"map\", value.name: retyped, String -> int",
                        "state \"map\", value.name: nullability, String -> int",
                        "state \"reducing\", kind: retyped, reducing state -> value state");
        assertThatThrownBy(() -> store.freeze(2))
                .isInstanceOf(StateSchemaException.class)
                .hasMessageContaining("operator \"operator\", state \"value\", value.amount: retyped, int -> String")
                .hasMessageContaining("mapKey: widened, Integer -> Long. Keys are found by their bytes");
    }

    @Test
    void aStateThatIsDeclaredLateAndDoesNotFitIsRefusedAtOnce() throws Exception {
        KeyedStateStore store = stores.open(TINY, written(TestStores.ALL));
        assertThat(store.misfits()).isEmpty();
        assertThatThrownBy(() -> store.value(value(Unfit.class)))
                .isInstanceOf(StateSchemaException.class)
                .hasMessageContaining("value.amount: retyped, int -> String");
    }

    @Test
    void aStateThatIsDeclaredTwiceInTwoWaysIsRefused() throws Exception {
        KeyedStateStore store = stores.open(TINY, written(TestStores.ALL));
        store.value(value(After.class));
        assertThatThrownBy(() -> store.value(value(Before.class)))
                .isInstanceOf(StateSchemaException.class)
                .hasMessageContaining("twice");
    }

    @Test
    void theNamespaceOfTimersDoesNotEvolve() {
        KeyedStateStore store = stores.open(TINY);
        store.setCurrentKey(1);
        int group = store.timers().group("alarms", Types.INT.createSerializer());
        store.timers().register(TimerDomain.EVENT, group, 3, 77);
        KeyedStateStore restored = stores.open(TINY, stores.snapshot(store, 1));
        restored.timers().group("alarms", Types.LONG.createSerializer());
        assertThat(restored.misfits())
                .extracting(Object::toString)
                .containsExactly("operator \"operator\", timers \"alarms\", namespace: widened, Integer -> Long."
                        + " Keys are found by their bytes and do not evolve: declare it as it was.");
    }

    @Test
    void keysMayGetConstantsAtTheEndSinceTheirBytesStay() throws Exception {
        KeyedStateStore store = keyedBy(Color.class, List.of());
        ValueState<Before> value = store.value(value(Before.class));
        store.setCurrentKey(Color.GREEN);
        value.update(before(9));
        KeyedStateHandle handle = stores.snapshot(store, 1);
        KeyedStateStore restored = keyedBy(MoreColors.class, List.of(handle));
        ValueState<Before> back = restored.value(value(Before.class));
        restored.setCurrentKey(MoreColors.GREEN);
        assertThat(back.value()).isEqualTo(before(9));
        assertThatThrownBy(() -> keyedBy(MovedColors.class, List.of(handle)))
                .isInstanceOf(StateSchemaException.class)
                .hasMessageContaining("the keyed state, key: constant added, BLUE. Keys are found by their bytes");
    }

    private KeyedStateStore keyedBy(Class<?> keys, List<KeyedStateHandle> restore) {
        return stores.open(
                new CacheBudget(TINY),
                TestStores.ALL,
                restore,
                TypeInformation.of(keys).createSerializer());
    }

    @Test
    void aConstructorThatRefusesWhatWasAddedIsNamed() throws Exception {
        KeyedStateStore store = stores.open(TINY, written(TestStores.ALL));
        assertThatThrownBy(() -> store.value(value(Strict.class)))
                .isInstanceOf(StateSchemaException.class)
                .hasMessageContaining("state \"value\" of operator \"operator\"")
                .hasMessageContaining("fresh");
    }
}
