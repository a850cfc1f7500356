package io.tidemark.worker.function;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReadOnlyBroadcastState;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.schema.FunctionStates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A broadcast state, as a map on the heap. Used by the task's thread. */
final class HeapBroadcastState<K, V> implements BroadcastState<K, V> {
    private final String name;
    private final TypeSerializer<Tuple2<K, V>> entries;
    private final Map<K, V> map = new LinkedHashMap<>();
    private final ReadOnlyBroadcastState<K, V> view = new View();

    HeapBroadcastState(OperatorContext context, MapStateDescriptor<K, V> descriptor) {
        if (descriptor.getTtlConfig() != null) {
            throw new IllegalArgumentException("Broadcast state \"" + descriptor.getName() + "\" of operator \""
                    + context.operatorName() + "\" cannot have a time to live: only state of keys can.");
        }
        this.name = FunctionStates.broadcast(descriptor.getName());
        this.entries = Types.TUPLE(descriptor.keyType(), descriptor.valueType()).createSerializer();
        context.restoredState(name, entries).forEach(entry -> map.put(entry.f0, entry.f1));
    }

    void writeTo(OperatorStateWriter state) {
        List<Tuple2<K, V>> all = new ArrayList<>();
        map.forEach((key, value) -> all.add(Tuple2.of(key, value)));
        state.put(name, StateSharing.BROADCAST, entries, all);
    }

    /** The same state, which cannot be changed through it. */
    ReadOnlyBroadcastState<K, V> view() {
        return view;
    }

    @Override
    public V get(K key) {
        return map.get(key);
    }

    @Override
    public boolean contains(K key) {
        return map.containsKey(key);
    }

    @Override
    public void put(K key, V value) {
        map.put(Objects.requireNonNull(key, "key of a broadcast state"), value);
    }

    @Override
    public void putAll(Map<K, V> other) {
        other.forEach(this::put);
    }

    @Override
    public void remove(K key) {
        map.remove(key);
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return map.entrySet().iterator();
    }

    @Override
    public Iterable<Map.Entry<K, V>> entries() {
        return map.entrySet();
    }

    @Override
    public Iterable<Map.Entry<K, V>> immutableEntries() {
        return Collections.unmodifiableMap(map).entrySet();
    }

    @Override
    public void clear() {
        map.clear();
    }

    private final class View implements ReadOnlyBroadcastState<K, V> {
        @Override
        public V get(K key) {
            return map.get(key);
        }

        @Override
        public boolean contains(K key) {
            return map.containsKey(key);
        }

        @Override
        public Iterable<Map.Entry<K, V>> immutableEntries() {
            return HeapBroadcastState.this.immutableEntries();
        }

        @Override
        public void clear() {
            throw new UnsupportedOperationException("Broadcast state can be changed in processBroadcastElement only,"
                    + " where every subtask changes it alike.");
        }
    }
}
