package io.tidemark.testing;

import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.LateRecord;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.checkpoint.savepoint.Entries;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.StateEntry;
import io.tidemark.checkpoint.savepoint.StoredOperator;
import io.tidemark.checkpoint.savepoint.StoredState;
import io.tidemark.checkpoint.savepoint.TimerEntry;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.worker.chain.OperatorFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An operator as it was when it was asked for: what it has by key, its timers, its counters, over all its subtasks. State is
 * read with the descriptor that the function uses; a state that the operator does not have is an error that names those it
 * has. Made by {@link StreamHarness#operator(String)}; good for as long as the harness is open. Immutable.
 */
public final class OperatorView {
    private static final List<TypeInformation<?>> NAMESPACES =
            List.of(Types.VOID, Types.STRING, Types.LONG, new SerializerType<>(TimeWindow.serializer()));

    /** In front of the name of a broadcast state in snapshots. */
    private static final String BROADCAST = "broadcast/";

    private final PlanNodeProto node;
    private final List<OperatorFacts> facts;
    private final Snapshot snapshot;

    OperatorView(PlanNodeProto node, List<OperatorFacts> facts, Snapshot snapshot) {
        this.node = node;
        this.facts = List.copyOf(facts);
        this.snapshot = snapshot;
    }

    // ------------------------------------------------------------------------------------ what it says of itself

    /** Its event time in milliseconds: that of the subtask that is least far; Long.MIN_VALUE before the first watermark. */
    public long watermark() {
        return facts.stream().mapToLong(OperatorFacts::watermark).min().orElse(Long.MIN_VALUE);
    }

    /** All its counters by name, the engine's and the function's own. */
    public Map<String, Long> counters() {
        Map<String, Long> all = new TreeMap<>();
        facts.forEach(one -> one.counters().forEach((name, count) -> all.merge(name, count, Long::sum)));
        return all;
    }

    /** One of its counters; 0 when it never counted. */
    public long counter(String name) {
        return counters().getOrDefault(name, 0L);
    }

    /** How many records were dropped as too late. */
    public long lateDropped() {
        return facts.stream().mapToLong(OperatorFacts::lateDropped).sum();
    }

    /** How many records were sent to a side output as too late. */
    public long lateSentAside() {
        return facts.stream().mapToLong(OperatorFacts::lateSentAside).sum();
    }

    /** Late records that were kept as samples, printable, since the operator was last restored. */
    public List<LateRecord> lateSamples() {
        return facts.stream().flatMap(one -> one.lateSamples().stream()).toList();
    }

    // ------------------------------------------------------------------------------------ state

    /** What a value state holds for a key; null for nothing. */
    public <T> T value(ValueStateDescriptor<T> state, Object key) {
        return values(state).get(key);
    }

    /** What a value state holds, by key. */
    public <T> Map<Object, T> values(ValueStateDescriptor<T> state) {
        return byKey(reader -> reader.values(node.getUid(), keyType(), state));
    }

    /** What a reducing state holds for a key; null for nothing. */
    public <T> T reduced(ReducingStateDescriptor<T> state, Object key) {
        return this.<T>byKey(reader -> reader.reduced(node.getUid(), keyType(), state))
                .get(key);
    }

    /** The result of an aggregating state for a key; null for nothing. */
    public <IN, ACC, OUT> OUT aggregated(AggregatingStateDescriptor<IN, ACC, OUT> state, Object key) {
        ACC accumulator = this.<ACC>byKey(reader -> reader.accumulators(node.getUid(), keyType(), state))
                .get(key);
        return accumulator == null ? null : state.aggregator().getResult(accumulator);
    }

    /** The elements of a list state for a key, in order. */
    public <T> List<T> list(ListStateDescriptor<T> state, Object key) {
        List<T> elements = new ArrayList<>();
        read(reader -> reader.elements(node.getUid(), keyType(), state), entry -> {
            if (entry.key().equals(key)) {
                elements.add(entry.value());
            }
        });
        return elements;
    }

    /** The entries of a map state for a key. */
    public <UK, UV> Map<UK, UV> map(MapStateDescriptor<UK, UV> state, Object key) {
        Map<UK, UV> entries = new LinkedHashMap<>();
        read(reader -> reader.mapEntries(node.getUid(), keyType(), state), entry -> {
            if (entry.key().equals(key)) {
                entries.put(entry.subKey(), entry.value());
            }
        });
        return entries;
    }

    /** The elements of the operator's own list state, those of all subtasks. */
    public <T> List<T> ownList(ListStateDescriptor<T> state) {
        try (SavepointReader reader = reader()) {
            return reader.own(node.getUid(), state.getName(), state.createSerializer());
        }
    }

    /** The entries of a broadcast state. */
    public <K, V> Map<K, V> broadcast(MapStateDescriptor<K, V> state) {
        Map<K, V> entries = new LinkedHashMap<>();
        TypeInformation<Tuple2<K, V>> pairs = Types.TUPLE(state.keyType(), state.valueType());
        try (SavepointReader reader = reader()) {
            reader.own(node.getUid(), BROADCAST + state.getName(), pairs.createSerializer())
                    .forEach(entry -> entries.put(entry.f0, entry.f1));
        }
        return entries;
    }

    private <T> Map<Object, T> byKey(Function<SavepointReader, Entries<StateEntry<Object, Void, T>>> open) {
        Map<Object, T> values = new LinkedHashMap<>();
        read(open, entry -> values.put(entry.key(), entry.value()));
        return values;
    }

    private <E> void read(Function<SavepointReader, Entries<E>> open, Consumer<E> each) {
        try (SavepointReader reader = reader();
                Entries<E> entries = open.apply(reader)) {
            entries.forEachRemaining(each);
        }
    }

    private SavepointReader reader() {
        return SavepointReader.of(new Savepoint(snapshot.manifest(), snapshot.files(), snapshot.toString()));
    }

    private TypeInformation<Object> keyType() {
        for (PlanInputProto input : node.getInputsList()) {
            if (!input.getKeySpec().isEmpty()) {
                return keyType(input.getKeySpec().toByteArray());
            }
        }
        throw new IllegalStateException("operator \"" + node.getName()
                + "\" has no keyed input, so it has no state by key." + "\nCall keyBy before it.");
    }

    @SuppressWarnings("unchecked")
    private static TypeInformation<Object> keyType(byte[] keySpec) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        KeySpec<Object, Object> key = PlanObjects.read(keySpec, KeySpec.class, loader);
        return new SerializerType<>(key.serializer());
    }

    // ------------------------------------------------------------------------------------ timers

    /** The timers that are set, by clock and time. Windows that need no timers of their own have none. */
    public List<PendingTimer> timers() {
        List<PendingTimer> timers = new ArrayList<>();
        try (SavepointReader reader = reader()) {
            StoredOperator operator = reader.operator(node.getUid());
            for (StoredState group : operator.timers()) {
                try (Entries<? extends TimerEntry<?, ?>> entries = entries(reader, operator, group)) {
                    entries.forEachRemaining(timer -> timers.add(new PendingTimer(
                            timer.domain() == TimerDomain.EVENT ? TimeDomain.EVENT_TIME : TimeDomain.PROCESSING_TIME,
                            timer.timestamp(),
                            timer.key(),
                            timer.namespace())));
                }
            }
        }
        timers.sort(Comparator.comparing(PendingTimer::domain)
                .thenComparingLong(PendingTimer::timestamp)
                .thenComparing(timer -> String.valueOf(timer.key())));
        return timers;
    }

    private Entries<? extends TimerEntry<?, ?>> entries(
            SavepointReader reader, StoredOperator operator, StoredState group) {
        SerializerSnapshot stored = group.schemas().get("namespace");
        for (TypeInformation<?> namespaces : NAMESPACES) {
            if (namespaces.createSerializer().schema().equals(stored)) {
                return reader.timers(node.getUid(), keyType(), group.name(), namespaces);
            }
        }
        return reader.timers(operator, group);
    }
}
