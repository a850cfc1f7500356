package io.tidemark.checkpoint.store;

import com.google.protobuf.ByteString;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SchemaComparison.Verdict;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.checkpoint.schema.StateFit;
import io.tidemark.checkpoint.schema.StateMisfit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which number stands for which state in the database's keys, and how each is stored; states that were restored, but that
 * the job does not declare, included. Used by the task's thread.
 */
final class StateRegistry {
    private static final int MAX_STATES = 1 << 16;

    private final String operatorUid;
    private final Map<String, StateMeta> states = new LinkedHashMap<>();
    private final Set<String> restored = new HashSet<>();
    /** Those that the job has declared, with their serializers; {@link #states} holds them with their schemas. */
    private final Map<String, Map<String, TypeSerializer<?>>> declared = new LinkedHashMap<>();

    private final List<StateMisfit> misfits = new ArrayList<>();
    /** What stands for states that do not fit, so that they find nothing of what is stored. */
    private final Map<String, Integer> unfitIds = new HashMap<>();

    private boolean isOpen;

    StateRegistry(String operatorUid) {
        this.operatorUid = operatorUid;
    }

    private static String nameOf(StateMeta meta) {
        // Timers have names of their own: those of a window operator and a state may be called the same.
        return nameOf(meta.getKind(), meta.getName());
    }

    private static String nameOf(String kind, String name) {
        return (kind.equals(StateKind.TIMERS.storedName()) ? "timers/" : "state/") + name;
    }

    /**
     * Takes up a state of a snapshot.
     *
     * @return the number that stands for it here
     */
    int restore(StateMeta meta) {
        String name = nameOf(meta);
        StateMeta known = states.get(name);
        if (known == null) {
            int id = freeId(meta.getId());
            states.put(name, meta.toBuilder().setId(id).build());
            restored.add(name);
            return id;
        }
        if (!known.getKind().equals(meta.getKind()) || !known.getSchemasMap().equals(meta.getSchemasMap())) {
            throw StateSchemaException.disagreement(operatorUid, meta.getName());
        }
        return known.getId();
    }

    private int freeId(int wanted) {
        int id = wanted;
        while (isUsed(id)) {
            id++;
        }
        if (id >= MAX_STATES) {
            throw new IllegalStateException("an operator has at most " + MAX_STATES + " states");
        }
        return id;
    }

    private boolean isUsed(int id) {
        return unfitIds.containsValue(id) || states.values().stream().anyMatch(state -> state.getId() == id);
    }

    /**
     * What the declaration of a state came to.
     *
     * @param id what stands for it
     * @param holdsStored whether the database may hold entries of it
     * @param rewrite how its values were stored, when they have to be rewritten; else null
     */
    record Declaration(int id, boolean holdsStored, SchemaComparison rewrite) {}

    /**
     * Declares a state. While the operator opens, one that does not fit is noted, and stands for nothing until {@link
     * #misfits} is looked at; later it is refused at once.
     *
     * @param serializers by the part they play
     * @throws StateSchemaException when the state was declared before, or is declared late, and is another one
     */
    Declaration declare(String name, StateKind kind, Map<String, TypeSerializer<?>> serializers) {
        String unique = nameOf(kind.storedName(), name);
        StateMeta known = states.get(unique);
        if (known == null) {
            StateMeta made = meta(name, kind, serializers, freeId(states.size() + 1));
            states.put(unique, made);
            declared.put(unique, serializers);
            return new Declaration(made.getId(), false, null);
        }
        if (unfitIds.containsKey(unique)) {
            return new Declaration(unfitIds.get(unique), false, null);
        }
        StateFit fit = compare(known, kind, serializers);
        if (fit.verdict() == Verdict.MISFIT || (fit.verdict() == Verdict.READABLE && declared.containsKey(unique))) {
            return refuse(unique, kind, name, fit);
        }
        if (declared.putIfAbsent(unique, serializers) == null) {
            states.put(unique, meta(name, kind, serializers, known.getId()));
        }
        boolean isStored = restored.contains(unique);
        SchemaComparison rewrite = isStored && fit.verdict() == Verdict.READABLE ? fit.values() : null;
        return new Declaration(known.getId(), isStored, rewrite);
    }

    private static StateMeta meta(String name, StateKind kind, Map<String, TypeSerializer<?>> serializers, int id) {
        StateMeta.Builder meta = StateMeta.newBuilder().setId(id).setName(name).setKind(kind.storedName());
        serializers.forEach((role, serializer) -> meta.putSchemas(role, toBytes(serializer.schema())));
        return meta.build();
    }

    private static StateFit compare(StateMeta stored, StateKind kind, Map<String, TypeSerializer<?>> serializers) {
        Map<String, SerializerSnapshot> schemas = new HashMap<>();
        stored.getSchemasMap().forEach((role, bytes) -> schemas.put(role, fromBytes(bytes)));
        return StateFit.of(stored.getKind(), schemas, kind.storedName(), parts(serializers));
    }

    private Declaration refuse(String unique, StateKind kind, String name, StateFit fit) {
        String what = (kind == StateKind.TIMERS ? "timers" : "state") + " \"" + name + "\"";
        if (declared.containsKey(unique)) {
            throw StateSchemaException.declaredTwice(operatorUid, what, fit.differences());
        }
        fit.misfits().forEach(difference -> misfits.add(new StateMisfit(operatorUid, what, difference)));
        if (isOpen) {
            throw StateSchemaException.misfits(misfits);
        }
        int id = freeId(states.size() + 1 + unfitIds.size());
        unfitIds.put(unique, id);
        return new Declaration(id, false, null);
    }

    /** What did not fit of the states that were declared until now. From now on such a state is refused at once. */
    List<StateMisfit> misfits() {
        isOpen = true;
        return List.copyOf(misfits);
    }

    /** The states that the job has declared until now. */
    List<OperatorStates.Keyed> declared() {
        List<OperatorStates.Keyed> keyed = new ArrayList<>();
        declared.forEach((unique, serializers) -> {
            StateMeta meta = states.get(unique);
            keyed.add(new OperatorStates.Keyed(meta.getName(), meta.getKind(), parts(serializers)));
        });
        return keyed;
    }

    private static Map<String, StateFit.Declared> parts(Map<String, TypeSerializer<?>> serializers) {
        Map<String, StateFit.Declared> parts = new HashMap<>();
        serializers.forEach((role, serializer) -> parts.put(role, StateFit.Declared.of(serializer)));
        return parts;
    }

    /** All states, in a list that does not change. */
    List<StateMeta> all() {
        return List.copyOf(states.values());
    }

    static ByteString toBytes(SerializerSnapshot schema) {
        BinaryWriter out = new BinaryWriter(64);
        schema.writeTo(out);
        return ByteString.copyFrom(out.array(), out.offset(), out.length());
    }

    static SerializerSnapshot fromBytes(ByteString bytes) {
        return SerializerSnapshot.readFrom(new BinaryReader(bytes.toByteArray()));
    }
}
