package io.tidemark.worker.window;

import io.tidemark.api.function.KeyedStateStore;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.Aggregator;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.Reducer;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Window;
import io.tidemark.checkpoint.store.AggregatedValue;
import io.tidemark.checkpoint.store.ReducedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * State of one window of the current key, by name: what a trigger or a window's function keeps. All of a window goes when
 * the window does. A list or map is one value here, since a window's is small.
 */
final class WindowStates implements KeyedStateStore {
    private final KeyedState keyedState;
    private final String prefix;
    private final TypeSerializer<Window> windows;
    private final Map<String, NamespacedState<Window, ?>> tables = new HashMap<>();
    private final Map<StateDescriptor<?, ?>, State> states = new HashMap<>();
    private final GoneWindows goneWindows;
    private Window window;

    /**
     * @param prefix of the names in the store
     * @param goneWindows null where windows go key by key
     */
    WindowStates(KeyedState keyedState, String prefix, TypeSerializer<Window> windows, GoneWindows goneWindows) {
        this.keyedState = keyedState;
        this.prefix = prefix;
        this.windows = windows;
        this.goneWindows = goneWindows;
    }

    /** What is asked for from now on is of this window. */
    void enter(Window entered) {
        window = entered;
    }

    /** Removes the current key's state of a window. */
    void remove(Window gone) {
        tables.values().forEach(table -> table.remove(gone));
    }

    /** Removes all keys' state of a window. */
    void drop(Window gone) {
        tables.values().forEach(table -> table.drop(gone));
        if (goneWindows != null) {
            goneWindows.onGone(gone);
        }
    }

    @SuppressWarnings("unchecked")
    private <V> NamespacedState<Window, V> table(StateDescriptor<?, ?> descriptor, TypeSerializer<V> serializer) {
        if (descriptor.getTtlConfig() != null) {
            throw new IllegalArgumentException("State \"" + descriptor.getName()
                    + "\" of a window cannot have a time to live: it goes when its window does.\nKeep it in"
                    + " globalState(), or leave the time to live out.");
        }
        NamespacedState<Window, ?> known = tables.get(descriptor.getName());
        if (known == null) {
            known = keyedState.namespaced(prefix + descriptor.getName(), windows, serializer);
            tables.put(descriptor.getName(), known);
            if (goneWindows != null) {
                goneWindows.onAskedFor(descriptor.getName(), known);
            }
        }
        return (NamespacedState<Window, V>) known;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
        State known = states.get(descriptor);
        if (known == null) {
            known = new Value<>(table(descriptor, descriptor.createSerializer()));
            states.put(descriptor, known);
        }
        return (ValueState<T>) known;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
        State known = states.get(descriptor);
        if (known == null) {
            known = new Elements<>(
                    table(descriptor, Types.LIST(descriptor.elementType()).createSerializer()));
            states.put(descriptor, known);
        }
        return (ListState<T>) known;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor) {
        State known = states.get(descriptor);
        if (known == null) {
            known = new Entries<>(table(
                    descriptor,
                    Types.MAP(descriptor.keyType(), descriptor.valueType()).createSerializer()));
            states.put(descriptor, known);
        }
        return (MapState<K, V>) known;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
        State known = states.get(descriptor);
        if (known == null) {
            known = new ReducedValue<>(
                    new Value<>(table(descriptor, descriptor.createSerializer())), descriptor.reducer());
            states.put(descriptor, known);
        }
        return (ReducingState<T>) known;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <IN, ACC, OUT> AggregatingState<IN, OUT> getAggregatingState(
            AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
        State known = states.get(descriptor);
        if (known == null) {
            known = new AggregatedValue<>(
                    new Value<>(table(descriptor, descriptor.createSerializer())), descriptor.aggregator());
            states.put(descriptor, known);
        }
        return (AggregatingState<IN, OUT>) known;
    }

    /** The state of a descriptor of any kind. */
    @SuppressWarnings("unchecked")
    <S extends State> S get(StateDescriptor<S, ?> descriptor) {
        return (S)
                switch (descriptor.kind()) {
                    case VALUE -> getState((ValueStateDescriptor<?>) (StateDescriptor<?, ?>) descriptor);
                    case LIST -> getListState((ListStateDescriptor<?>) (StateDescriptor<?, ?>) descriptor);
                    case MAP -> getMapState((MapStateDescriptor<?, ?>) (StateDescriptor<?, ?>) descriptor);
                    case REDUCING -> getReducingState((ReducingStateDescriptor<?>) (StateDescriptor<?, ?>) descriptor);
                    case AGGREGATING ->
                        getAggregatingState((AggregatingStateDescriptor<?, ?, ?>) (StateDescriptor<?, ?>) descriptor);
                };
    }

    /**
     * Puts the current key's state of some windows into that of another one.
     *
     * @throws UnsupportedOperationException when the state is of a kind that does not say how
     */
    void merge(StateDescriptor<?, ?> descriptor, List<Window> from, Window into) {
        switch (descriptor.kind()) {
            case REDUCING -> {
                Reducer<Object> reducer = reducer(descriptor);
                move(table(descriptor, values(descriptor)), from, into, reducer);
            }
            case AGGREGATING -> {
                Aggregator<Object, Object, Object> aggregator = aggregator(descriptor);
                move(table(descriptor, values(descriptor)), from, into, aggregator::merge);
            }
            case LIST -> move(table(descriptor, values(descriptor)), from, into, WindowStates::joined);
            case VALUE, MAP ->
                throw new UnsupportedOperationException("State \"" + descriptor.getName() + "\" of a trigger is a "
                        + descriptor.kind().name().toLowerCase(Locale.ROOT)
                        + " state, which does not say what two windows that become one have together.\n"
                        + "Keep it in reducing, aggregating or list state, or merge it by hand in onMerge.");
        }
    }

    private static void move(
            NamespacedState<Window, Object> table, List<Window> from, Window into, Reducer<Object> together) {
        Object all = table.get(into);
        boolean changed = false;
        for (Window window : from) {
            Object value = table.get(window);
            if (value != null) {
                all = all == null ? value : combined(together, all, value);
                changed = true;
                table.remove(window);
            }
        }
        if (changed) {
            table.put(into, all);
        }
    }

    private static Object combined(Reducer<Object> together, Object a, Object b) {
        try {
            return together.reduce(a, b);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the state of windows that become one could not be put together", e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Object joined(Object a, Object b) {
        List<Object> both = new ArrayList<>((List<Object>) a);
        both.addAll((List<Object>) b);
        return both;
    }

    @SuppressWarnings("unchecked")
    private static Reducer<Object> reducer(StateDescriptor<?, ?> descriptor) {
        return ((ReducingStateDescriptor<Object>) descriptor).reducer();
    }

    @SuppressWarnings("unchecked")
    private static Aggregator<Object, Object, Object> aggregator(StateDescriptor<?, ?> descriptor) {
        return ((AggregatingStateDescriptor<Object, Object, Object>) descriptor).aggregator();
    }

    /** What is stored of a reducing, an aggregating or a list state. */
    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> values(StateDescriptor<?, ?> descriptor) {
        TypeSerializer<?> stored = switch (descriptor.kind()) {
            case REDUCING -> ((ReducingStateDescriptor<?>) descriptor).createSerializer();
            case AGGREGATING -> ((AggregatingStateDescriptor<?, ?, ?>) descriptor).createSerializer();
            case LIST ->
                Types.LIST(((ListStateDescriptor<?>) descriptor).elementType()).createSerializer();
            case VALUE, MAP -> throw new IllegalArgumentException(descriptor + " is not merged");
        };
        return (TypeSerializer<Object>) stored;
    }

    private final class Value<T> implements ValueState<T> {
        private final NamespacedState<Window, T> table;

        Value(NamespacedState<Window, T> table) {
            this.table = table;
        }

        @Override
        public T value() {
            return table.get(window);
        }

        @Override
        public void update(T value) {
            if (value == null) {
                table.remove(window);
            } else {
                table.put(window, value);
            }
        }

        @Override
        public void clear() {
            table.remove(window);
        }
    }

    private final class Elements<T> implements ListState<T> {
        private final NamespacedState<Window, List<T>> table;

        Elements(NamespacedState<Window, List<T>> table) {
            this.table = table;
        }

        private List<T> list() {
            List<T> list = table.get(window);
            return list == null ? new ArrayList<>() : list;
        }

        @Override
        public Iterable<T> get() {
            return list();
        }

        @Override
        public void add(T value) {
            List<T> list = list();
            list.add(value);
            table.put(window, list);
        }

        @Override
        public void addAll(List<T> values) {
            if (!values.isEmpty()) {
                List<T> list = list();
                list.addAll(values);
                table.put(window, list);
            }
        }

        @Override
        public void update(List<T> values) {
            if (values.isEmpty()) {
                clear();
            } else {
                table.put(window, new ArrayList<>(values));
            }
        }

        @Override
        public void clear() {
            table.remove(window);
        }
    }

    private final class Entries<K, V> implements MapState<K, V> {
        private final NamespacedState<Window, Map<K, V>> table;

        Entries(NamespacedState<Window, Map<K, V>> table) {
            this.table = table;
        }

        private Map<K, V> map() {
            Map<K, V> map = table.get(window);
            return map == null ? new HashMap<>() : map;
        }

        private void store(Map<K, V> map) {
            if (map.isEmpty()) {
                clear();
            } else {
                table.put(window, map);
            }
        }

        @Override
        public V get(K key) {
            return map().get(key);
        }

        @Override
        public void put(K key, V value) {
            Map<K, V> map = map();
            map.put(key, value);
            store(map);
        }

        @Override
        public void putAll(Map<K, V> more) {
            Map<K, V> map = map();
            map.putAll(more);
            store(map);
        }

        @Override
        public void remove(K key) {
            Map<K, V> map = map();
            map.remove(key);
            store(map);
        }

        @Override
        public boolean contains(K key) {
            return map().containsKey(key);
        }

        @Override
        public Iterable<Map.Entry<K, V>> entries() {
            return this::iterator;
        }

        @Override
        public Iterable<K> keys() {
            return map().keySet();
        }

        @Override
        public Iterable<V> values() {
            return map().values();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            Map<K, V> map = map();
            Iterator<Map.Entry<K, V>> entries = map.entrySet().iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public Map.Entry<K, V> next() {
                    Map.Entry<K, V> entry = entries.next();
                    return new Map.Entry<>() {
                        @Override
                        public K getKey() {
                            return entry.getKey();
                        }

                        @Override
                        public V getValue() {
                            return entry.getValue();
                        }

                        @Override
                        public V setValue(V value) {
                            V before = entry.setValue(value);
                            store(map);
                            return before;
                        }
                    };
                }

                @Override
                public void remove() {
                    entries.remove();
                    store(map);
                }
            };
        }

        @Override
        public boolean isEmpty() {
            return map().isEmpty();
        }

        @Override
        public void clear() {
            table.remove(window);
        }
    }
}
