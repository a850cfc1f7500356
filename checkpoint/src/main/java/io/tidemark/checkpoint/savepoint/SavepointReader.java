package io.tidemark.checkpoint.savepoint;

import com.google.protobuf.ByteString;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.BroadcastStateDeclaration;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.plain.Opaque;
import io.tidemark.checkpoint.plain.PlainReader;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.schema.FunctionStates;
import io.tidemark.checkpoint.store.StoredKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Looks into a savepoint or a retained checkpoint, with the types of the job or without them:
 *
 * <pre>{@code
 * try (SavepointReader reader = SavepointReader.open("/savepoints/savepoint-0123abcd-42");
 *         Entries<StateEntry<String, Void, Long>> counts =
 *                 reader.values("count", Types.STRING, new ValueStateDescriptor<>("total", Types.LONG))) {
 *     counts.forEachRemaining(count -> System.out.println(count.key() + " was seen " + count.value() + " times"));
 * }
 * }</pre>
 *
 * <p>An operator is named by its uid, or by its name if no other has that. What is read without types is made of plain
 * values, as {@link PlainReader} says. Used by one thread.
 */
public final class SavepointReader implements AutoCloseable {
    /** So many entries of a subtask are counted before the rest is inferred. */
    private static final long ENOUGH_TO_INFER = 50_000;

    private final Savepoint savepoint;
    private final OpenHandles open;
    private final Map<String, StoredOperator> operators = new LinkedHashMap<>();

    private SavepointReader(Savepoint savepoint) {
        this.savepoint = savepoint;
        this.open = new OpenHandles(savepoint);
        Map<String, PlanOperator> plan = new LinkedHashMap<>();
        savepoint.manifest().getOperatorsList().forEach(operator -> plan.put(operator.getUid(), operator));
        Map<String, List<TaskSnapshot>> tasks = new LinkedHashMap<>();
        Map<String, List<OperatorSnapshot>> snapshots = new LinkedHashMap<>();
        for (TaskSnapshot task : savepoint.manifest().getTasksList()) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                String uid = operator.getUid();
                plan.putIfAbsent(uid, PlanOperator.newBuilder().setUid(uid).build());
                tasks.computeIfAbsent(uid, missing -> new ArrayList<>()).add(task);
                snapshots.computeIfAbsent(uid, missing -> new ArrayList<>()).add(operator);
            }
        }
        plan.forEach((uid, operator) -> operators.put(
                uid,
                new StoredOperator(
                        operator, tasks.getOrDefault(uid, List.of()), snapshots.getOrDefault(uid, List.of()))));
    }

    /**
     * Opens a savepoint or a retained checkpoint.
     *
     * @throws IOException as {@link Savepoints#open} says
     */
    public static SavepointReader open(String location) throws IOException {
        return of(Savepoints.open(location));
    }

    /** Reads a savepoint that is open. */
    public static SavepointReader of(Savepoint savepoint) {
        return new SavepointReader(savepoint);
    }

    public Savepoint savepoint() {
        return savepoint;
    }

    // Operators and what they have

    /** The operators of the plan, as far as the savepoint knows it, and those that it has something of. */
    public List<StoredOperator> operators() {
        return List.copyOf(operators.values());
    }

    /**
     * An operator.
     *
     * @param uidOrName its uid, or its name if no other operator has that
     * @throws NoSuchStateException when there is none
     */
    public StoredOperator operator(String uidOrName) {
        StoredOperator byUid = operators.get(uidOrName);
        if (byUid != null) {
            return byUid;
        }
        List<StoredOperator> named = operators.values().stream()
                .filter(operator -> operator.name().equals(uidOrName))
                .toList();
        if (named.size() == 1) {
            return named.get(0);
        }
        throw new NoSuchStateException(
                named.isEmpty() ? "operator" : "single operator", uidOrName, savepoint.location(), operators.keySet());
    }

    /**
     * How much there is of each keyed state and each group of timers of an operator.
     *
     * @param exact whether to read everything; else a large state is counted in part, and the rest inferred
     */
    public Map<StoredState, EntryCount> counts(StoredOperator operator, boolean exact) {
        Map<StoredState, EntryCount> counts = new LinkedHashMap<>();
        operator.states().forEach(state -> counts.put(state, EntryCount.NOTHING));
        operator.timers().forEach(timers -> counts.put(timers, EntryCount.NOTHING));
        for (KeyedStateHandle handle : operator.handles()) {
            Map<Integer, EntryCount> part = EntryCounter.count(handle, open, exact ? Long.MAX_VALUE : ENOUGH_TO_INFER);
            for (StateMeta meta : handle.getStatesList()) {
                EntryCount count = part.getOrDefault(meta.getId(), EntryCount.NOTHING);
                counts.computeIfPresent(StoredState.of(meta), (state, before) -> before.plus(count));
            }
        }
        return counts;
    }

    // Keyed state

    /** The entries of a value state. */
    public <K, T> Entries<StateEntry<K, Void, T>> values(
            String operator, TypeInformation<K> keyType, ValueStateDescriptor<T> state) {
        return typed(operator, keyType, state.getName(), "value", "value", state.createSerializer());
    }

    /** The values of a reducing state. */
    public <K, T> Entries<StateEntry<K, Void, T>> reduced(
            String operator, TypeInformation<K> keyType, ReducingStateDescriptor<T> state) {
        return typed(operator, keyType, state.getName(), "reducing", "value", state.createSerializer());
    }

    /** The accumulators of an aggregating state. */
    public <K, ACC> Entries<StateEntry<K, Void, ACC>> accumulators(
            String operator, TypeInformation<K> keyType, AggregatingStateDescriptor<?, ACC, ?> state) {
        return typed(operator, keyType, state.getName(), "aggregating", "value", state.createSerializer());
    }

    /** The elements of a list state: those of a key one behind the other, in the order of the list. */
    public <K, T> Entries<StateEntry<K, Void, T>> elements(
            String operator, TypeInformation<K> keyType, ListStateDescriptor<T> state) {
        return typed(operator, keyType, state.getName(), "list", "element", state.createSerializer());
    }

    private <K, T> Entries<StateEntry<K, Void, T>> typed(
            String uidOrName,
            TypeInformation<K> keyType,
            String name,
            String kind,
            String role,
            TypeSerializer<T> values) {
        StoredOperator operator = operator(uidOrName);
        Function<BinaryReader, K> keys = keys(operator, keyType);
        return walk(
                operator,
                forms(operator, operator.states(), "state", name),
                form -> new StateDecoder<>(
                        checkKind(operator, form, kind),
                        keys,
                        StateDecoder.none(),
                        reader(operator, form, role, values))::decode);
    }

    /** The entries of a map state. */
    public <K, UK, UV> Entries<StateEntry<K, UK, UV>> mapEntries(
            String operator, TypeInformation<K> keyType, MapStateDescriptor<UK, UV> state) {
        return withSubKeys(
                operator,
                keyType,
                state.getName(),
                "map",
                "mapKey",
                state.createKeySerializer(),
                state.createValueSerializer());
    }

    /** The entries of a namespaced state, such as the contents of windows by window and key. */
    public <K, N, V> Entries<StateEntry<K, N, V>> namespaced(
            String operator,
            TypeInformation<K> keyType,
            String name,
            TypeSerializer<N> namespaces,
            TypeSerializer<V> values) {
        return withSubKeys(operator, keyType, name, "namespaced", "namespace", namespaces, values);
    }

    private <K, S, V> Entries<StateEntry<K, S, V>> withSubKeys(
            String uidOrName,
            TypeInformation<K> keyType,
            String name,
            String kind,
            String subKeyRole,
            TypeSerializer<S> subKeys,
            TypeSerializer<V> values) {
        StoredOperator operator = operator(uidOrName);
        Function<BinaryReader, K> keys = keys(operator, keyType);
        return walk(
                operator,
                forms(operator, operator.states(), "state", name),
                form -> new StateDecoder<>(
                        checkKind(operator, form, kind),
                        keys,
                        reader(operator, form, subKeyRole, subKeys),
                        reader(operator, form, "value", values))::decode);
    }

    /** The entries of a keyed state of any kind, without types. */
    public Entries<StateEntry<Object, Object, Object>> entries(StoredOperator operator, StoredState state) {
        if (!StoredKey.isKnown(state.kind())) {
            throw StateTypeException.kind(operator.uid(), state.name(), state.kind(), "keyed");
        }
        return walk(
                operator,
                List.of(state),
                form -> new StateDecoder<>(
                        form,
                        plain(operator.keySchema().orElse(null)),
                        plain(form.schema("mapKey", "namespace")),
                        plain(form.schema("value", "element")))::decode);
    }

    // Timers

    /**
     * The timers of a group, in no particular order.
     *
     * @param group its name; that of a process function's timers is {@link SavepointWriter#FUNCTION_TIMERS}, with
     *     namespaces of type Void
     */
    public <K, N> Entries<TimerEntry<K, N>> timers(
            String operator, TypeInformation<K> keyType, String group, TypeInformation<N> namespaceType) {
        StoredOperator of = operator(operator);
        Function<BinaryReader, K> keys = keys(of, keyType);
        TypeSerializer<N> namespaces = namespaceType.createSerializer();
        return walk(of, forms(of, of.timers(), "group of timers", group), form -> {
            StateDecoder<K, N, Void> decoder =
                    new StateDecoder<>(form, keys, reader(of, form, "namespace", namespaces), StateDecoder.none());
            return (key, value) -> decoder.decodeTimer(key);
        });
    }

    /** The timers of a group, without types. */
    public Entries<TimerEntry<Object, Object>> timers(StoredOperator operator, StoredState group) {
        return walk(operator, List.of(group), form -> {
            StateDecoder<Object, Object, Void> decoder = new StateDecoder<>(
                    form,
                    plain(operator.keySchema().orElse(null)),
                    plain(form.schema("namespace")),
                    StateDecoder.none());
            return (key, value) -> decoder.decodeTimer(key);
        });
    }

    // An operator's own lists

    /** The elements of an operator's own list, those of all subtasks in order; those of one when all have the same. */
    public <T> List<T> own(String operator, String name, TypeSerializer<T> elements) {
        StoredOperator of = operator(operator);
        List<T> read = new ArrayList<>();
        for (NamedState part : ownParts(of, name)) {
            SerializerSnapshot stored =
                    part.getSchema().isEmpty() ? elements.schema() : StoredState.schemaOf(part.getSchema());
            Function<BinaryReader, T> reader = reader(of, "own list \"" + name + "\"", "element", stored, elements);
            for (ByteString element : part.getElementsList()) {
                read.add(StateDecoder.whole(reader, element.toByteArray()));
            }
        }
        return read;
    }

    /** The elements of a list that an operator's function keeps for itself, those of all subtasks in order. */
    public <T> List<T> list(String operator, ListStateDescriptor<T> descriptor) {
        return own(operator, FunctionStates.list(descriptor.getName()), descriptor.createSerializer());
    }

    /** A broadcast state of an operator's function, in the order in which it was filled. */
    public <K, V> Map<K, V> broadcast(String operator, MapStateDescriptor<K, V> descriptor) {
        Map<K, V> read = new LinkedHashMap<>();
        own(operator, FunctionStates.broadcast(descriptor.getName()), BroadcastEntries.serializer(descriptor))
                .forEach(entry -> read.put(entry.f0, entry.f1));
        return read;
    }

    /** As above, of a function that declares its states. */
    public <K, V> Map<K, V> broadcast(String operator, BroadcastStateDeclaration<K, V> declaration) {
        return broadcast(operator, BroadcastEntries.descriptor(declaration));
    }

    /** The elements of an operator's own list without types. */
    public List<Object> own(StoredOperator operator, String name) {
        List<Object> read = new ArrayList<>();
        for (NamedState part : ownParts(operator, name)) {
            Function<BinaryReader, Object> reader =
                    plain(part.getSchema().isEmpty() ? null : StoredState.schemaOf(part.getSchema()));
            for (ByteString element : part.getElementsList()) {
                read.add(StateDecoder.whole(reader, element.toByteArray()));
            }
        }
        return read;
    }

    private List<NamedState> ownParts(StoredOperator operator, String name) {
        List<NamedState> parts = operator.snapshots().stream()
                .flatMap(snapshot -> snapshot.getOwnList().stream())
                .filter(part -> part.getName().equals(name))
                .toList();
        if (parts.isEmpty()) {
            throw new NoSuchStateException(
                    "own list",
                    name,
                    "Operator \"" + operator.uid() + "\"",
                    operator.ownStates().stream().map(StoredOwnState::name).toList());
        }
        // Of what all subtasks have alike those of one are all that there is.
        return parts.get(0).getSharing() == StateSharing.BROADCAST ? parts.subList(0, 1) : parts;
    }

    // What these share

    private <E> Entries<E> walk(
            StoredOperator operator,
            List<StoredState> forms,
            Function<StoredState, BiFunction<byte[], byte[], E>> decoderOf) {
        Map<StoredState, BiFunction<byte[], byte[], E>> decoders = new HashMap<>();
        forms.forEach(form -> decoders.put(form, decoderOf.apply(form)));
        return new HandleEntries<>(open, operator.handles(), forms.get(0).isTimers(), decoders);
    }

    /** All forms in which a state is stored. */
    private static List<StoredState> forms(StoredOperator operator, List<StoredState> among, String what, String name) {
        List<StoredState> forms =
                among.stream().filter(state -> state.name().equals(name)).toList();
        if (forms.isEmpty()) {
            throw new NoSuchStateException(
                    what,
                    name,
                    "Operator \"" + operator.uid() + "\"",
                    among.stream().map(StoredState::name).distinct().toList());
        }
        return forms;
    }

    private static StoredState checkKind(StoredOperator operator, StoredState form, String kind) {
        if (!form.kind().equals(kind)) {
            throw StateTypeException.kind(operator.uid(), form.name(), form.kind(), kind);
        }
        return form;
    }

    /** Keys never evolve, so they have to be of the type that was stored. */
    private static <K> Function<BinaryReader, K> keys(StoredOperator operator, TypeInformation<K> type) {
        TypeSerializer<K> keys = type.createSerializer();
        operator.keySchema().filter(stored -> !stored.equals(keys.schema())).ifPresent(stored -> {
            throw StateTypeException.schema(operator.uid(), "the keyed state", "key", stored, keys.schema());
        });
        return keys::deserialize;
    }

    private static <T> Function<BinaryReader, T> reader(
            StoredOperator operator, StoredState form, String role, TypeSerializer<T> asked) {
        return reader(operator, "state \"" + form.name() + "\"", role, form.schema(role), asked);
    }

    /** Reads what was stored with an earlier version of the type too, as a restore does. */
    private static <T> Function<BinaryReader, T> reader(
            StoredOperator operator, String what, String role, SerializerSnapshot stored, TypeSerializer<T> asked) {
        SchemaComparison comparison = SchemaComparison.of(stored, asked);
        if (comparison.verdict() == SchemaComparison.Verdict.MISFIT) {
            throw StateTypeException.schema(operator.uid(), what, role, stored, asked.schema());
        }
        return comparison.verdict() == SchemaComparison.Verdict.SAME
                ? asked::deserialize
                : comparison.reader(asked)::read;
    }

    /** Reads plain values; without a schema, bytes. */
    private static Function<BinaryReader, Object> plain(SerializerSnapshot schema) {
        if (schema != null) {
            return PlainReader.of(schema)::read;
        }
        return in -> {
            byte[] bytes = new byte[in.remaining()];
            in.readBytes(bytes, 0, bytes.length);
            return new Opaque("bytes", bytes);
        };
    }

    /** Takes away what was written to read. What it opened has to be closed before. */
    @Override
    public void close() {
        open.close();
    }
}
