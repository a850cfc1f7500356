package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.timer.TimerDomain;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Writes keyed state and timers of one operator. States are used as a function of the job uses them, except that the
 * current key is set by hand; those that are not touched stay as they were. Used by one thread.
 *
 * <p>A failure of the disk shows as an {@link java.io.UncheckedIOException}.
 *
 * @param <K> type of the keys
 */
public final class KeyedStateWriter<K> implements AutoCloseable {
    private final OperatorWriter operator;
    private final OperatorStores stores;
    private final TypeSerializer<K> keys;
    private final int maxParallelism;
    private int current = -1;

    KeyedStateWriter(OperatorWriter operator, OperatorStores stores, TypeSerializer<K> keys, int maxParallelism) {
        this.operator = operator;
        this.stores = stores;
        this.keys = keys;
        this.maxParallelism = maxParallelism;
    }

    /** What is read and written from now on is of this key. */
    public void setKey(K key) {
        int hash = keys.hash(key);
        int keyGroup = KeyGroups.keyGroup(hash, maxParallelism);
        current = stores.indexOf(keyGroup);
        stores.get(current).setCurrentKey(key, hash);
    }

    private int current() {
        if (current < 0) {
            throw new IllegalStateException("setKey has to be called before state is used");
        }
        return current;
    }

    private <S> S state(Class<S> type, Function<KeyedState, ? extends S> of) {
        List<? extends S> states = stores.all().stream().<S>map(of::apply).toList();
        return RoutedState.of(type, states, this::current);
    }

    @SuppressWarnings("unchecked")
    private static <S> Class<S> raw(Class<? super S> type) {
        return (Class<S>) type;
    }

    public <T> ValueState<T> value(ValueStateDescriptor<T> descriptor) {
        return this.<ValueState<T>>state(raw(ValueState.class), store -> store.value(descriptor));
    }

    public <T> ReducingState<T> reducing(ReducingStateDescriptor<T> descriptor) {
        return this.<ReducingState<T>>state(raw(ReducingState.class), store -> store.reducing(descriptor));
    }

    public <IN, ACC, OUT> AggregatingState<IN, OUT> aggregating(AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
        return this.<AggregatingState<IN, OUT>>state(
                raw(AggregatingState.class), store -> store.aggregating(descriptor));
    }

    public <T> ListState<T> list(ListStateDescriptor<T> descriptor) {
        return this.<ListState<T>>state(raw(ListState.class), store -> store.list(descriptor));
    }

    public <UK, UV> MapState<UK, UV> map(MapStateDescriptor<UK, UV> descriptor) {
        return this.<MapState<UK, UV>>state(raw(MapState.class), store -> store.map(descriptor));
    }

    /** State by namespace and key, such as the contents of windows. */
    public <N, V> NamespacedState<N, V> namespaced(
            String name, TypeSerializer<N> namespaceSerializer, TypeSerializer<V> valueSerializer) {
        return this.<NamespacedState<N, V>>state(
                raw(NamespacedState.class), store -> store.namespaced(name, namespaceSerializer, valueSerializer));
    }

    /** Sets a timer of the current key as {@code TimerService} does for a process function. */
    public void setTimer(TimerDomain domain, long timestamp) {
        setTimer(SavepointWriter.FUNCTION_TIMERS, Types.VOID, domain, null, timestamp);
    }

    /** Sets a timer of the current key in a group. */
    public <N> void setTimer(
            String group, TypeInformation<N> namespaceType, TimerDomain domain, N namespace, long timestamp) {
        TypeSerializer<N> namespaces = namespaceType.createSerializer();
        for (KeyedStateStore store : stores.all()) {
            store.timers().group(group, namespaces);
        }
        KeyedStateStore store = stores.get(current());
        store.timers().register(domain, store.timers().group(group, namespaces), namespace, timestamp);
    }

    /** Removes a timer of the current key that {@code TimerService} or {@link #setTimer(TimerDomain, long)} set. */
    public void deleteTimer(TimerDomain domain, long timestamp) {
        KeyedStateStore store = stores.get(current());
        int group = store.timers().group(SavepointWriter.FUNCTION_TIMERS, Types.VOID.createSerializer());
        store.timers().delete(domain, group, null, timestamp);
    }

    /** Makes what was written a part of the savepoint to be. */
    @Override
    public void close() throws IOException {
        operator.takeBack(stores);
    }
}
