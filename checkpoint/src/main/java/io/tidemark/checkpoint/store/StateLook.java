package io.tidemark.checkpoint.store;

import io.tidemark.api.config.NearestName;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.plain.PlainWriter;
import io.tidemark.checkpoint.proto.StateMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads one key's state while the job runs, on the task's thread, through handles of its own: what is kept for a time is
 * neither renewed nor removed by a look.
 */
final class StateLook {
    private final StoreConfig config;
    private final StateRegistry registry;
    private final Map<String, StateDefinition> definitions;
    private final Function<StateDefinition, Object> handles;
    private final Map<StateDefinition, TtlRule> rules;

    StateLook(
            StoreConfig config,
            StateRegistry registry,
            Map<String, StateDefinition> definitions,
            Function<StateDefinition, Object> handles,
            Map<StateDefinition, TtlRule> rules) {
        this.config = config;
        this.registry = registry;
        this.definitions = definitions;
        this.handles = handles;
        this.rules = rules;
    }

    /** The key of an answer. */
    record Key(Object value, byte[] bytes, int hash, int keyGroup) {}

    /** The key that a text means; nothing when it belongs to another subtask. */
    Optional<Key> key(Object text) {
        TypeSerializer<Object> serializer = config.keySerializer();
        byte[] bytes;
        try {
            bytes = PlainWriter.write(serializer.schema(), text);
        } catch (IllegalArgumentException e) {
            throw new StateLookException(
                    "the key does not fit the keys of \"" + config.operatorUid() + "\": " + e.getMessage(),
                    "Write the key as its type is written; tuples and records as JSON.");
        }
        Object value = serializer.deserialize(new BinaryReader(bytes));
        int hash = serializer.hash(value);
        int keyGroup = KeyGroups.keyGroup(hash, config.maxParallelism());
        boolean isOwn = config.keyGroups().first() <= keyGroup
                && keyGroup <= config.keyGroups().last();
        return isOwn ? Optional.of(new Key(value, bytes, hash, keyGroup)) : Optional.empty();
    }

    /** The state of that name. */
    StateDefinition state(String name) {
        StateDefinition state = definitions.get(name);
        if (state == null) {
            throw new StateLookException(
                    "\"" + config.operatorUid() + "\" has no state \"" + name + "\" that the job has used so far",
                    NearestName.of(name, definitions.keySet())
                            .map(nearest -> "Did you mean \"" + nearest + "\"?")
                            .orElse(
                                    definitions.isEmpty()
                                            ? "It has none at all."
                                            : "It has " + String.join(", ", definitions.keySet()) + "."));
        }
        if (state.kind() == StateKind.NAMESPACED) {
            throw new StateLookException(
                    "the state \"" + name + "\" of \"" + config.operatorUid()
                            + "\" is kept by window and not by key alone",
                    "Take a savepoint and look into that.");
        }
        return state;
    }

    /** What is under the current key. */
    LiveValue read(StateDefinition state, Key key, int maxEntries) {
        List<LiveValue.Entry> entries = new ArrayList<>();
        boolean more = collect(handles.apply(state), state, entries, maxEntries);
        return new LiveValue(
                state.kind().storedName(),
                key.keyGroup(),
                key.bytes(),
                config.keySerializer().schema(),
                schemas(state),
                entries,
                more);
    }

    private boolean collect(Object handle, StateDefinition state, List<LiveValue.Entry> entries, int maxEntries) {
        TypeSerializer<Object> values = state.task().values().serializer();
        try {
            if (handle instanceof ValueState<?> value) {
                Object present = living(value.value(), state);
                if (present != null) {
                    entries.add(new LiveValue.Entry(null, bytes(values, present)));
                }
            } else if (handle instanceof ListState<?> list) {
                for (Object stored : list.get()) {
                    Object element = living(stored, state);
                    if (element == null) {
                        continue;
                    }
                    if (entries.size() == maxEntries) {
                        return true;
                    }
                    entries.add(new LiveValue.Entry(null, bytes(values, element)));
                }
            } else if (handle instanceof MapState<?, ?> map) {
                for (Map.Entry<?, ?> entry : map.entries()) {
                    if (isOver(entry.getValue(), state)) {
                        continue;
                    }
                    Object value = entry.getValue() instanceof TtlValue aging
                            ? NullableValues.unwrap(aging.value())
                            : entry.getValue();
                    if (entries.size() == maxEntries) {
                        return true;
                    }
                    entries.add(new LiveValue.Entry(
                            bytes(state.innerSerializer(), entry.getKey()),
                            value == null ? null : bytes(values, value)));
                }
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return false;
    }

    /** A stored value as the job sees it; null when there is none or it has had its time. */
    private Object living(Object stored, StateDefinition state) {
        if (stored instanceof TtlValue aging) {
            return isOver(stored, state) ? null : aging.value();
        }
        if (stored instanceof NumberCell cell && state.task().values() instanceof NumberValues numbers) {
            return numbers.kind().box(cell.bits());
        }
        return stored;
    }

    private boolean isOver(Object stored, StateDefinition state) {
        TtlRule rule = rules.get(state);
        return rule != null && stored instanceof TtlValue aging && rule.isOver(aging);
    }

    private static byte[] bytes(TypeSerializer<Object> serializer, Object value) {
        BinaryWriter out = new BinaryWriter(64);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    private Map<String, SerializerSnapshot> schemas(StateDefinition state) {
        Map<String, SerializerSnapshot> schemas = new TreeMap<>();
        for (StateMeta meta : registry.all()) {
            if (meta.getName().equals(state.name())
                    && meta.getKind().equals(state.kind().storedName())) {
                meta.getSchemasMap().forEach((role, schema) -> schemas.put(role, StateRegistry.fromBytes(schema)));
            }
        }
        return schemas;
    }
}
