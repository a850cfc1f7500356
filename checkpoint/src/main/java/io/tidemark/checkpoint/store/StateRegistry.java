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
    /** Of restored states that subtasks stored in several forms, those beside the one in {@link #states}. */
    private final Map<String, List<StateMeta>> otherForms = new LinkedHashMap<>();

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
        if (isStoredAlike(known, meta)) {
            return known.getId();
        }
        List<StateMeta> others = otherForms.computeIfAbsent(name, none -> new ArrayList<>());
        for (StateMeta other : others) {
            if (isStoredAlike(other, meta)) {
                return other.getId();
            }
        }
        StateMeta other = meta.toBuilder().setId(freeId(meta.getId())).build();
        others.add(other);
        return other.getId();
    }

    private static boolean isStoredAlike(StateMeta a, StateMeta b) {
        return isSameForm(a, b) && a.getTtlClock().equals(b.getTtlClock());
    }

    private static boolean isSameForm(StateMeta a, StateMeta b) {
        return a.getKind().equals(b.getKind()) && a.getSchemasMap().equals(b.getSchemasMap());
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
        return unfitIds.containsValue(id) || all().stream().anyMatch(state -> state.getId() == id);
    }

    /**
     * What the declaration of a state came to.
     *
     * @param id what stands for it
     * @param holdsStored whether the database may hold entries of it
     * @param rewrites what has to be rewritten before it is used
     */
    record Declaration(int id, boolean holdsStored, List<Rewrite> rewrites) {}

    /**
     * Entries that are not in the declared form, or not under the state's number.
     *
     * @param id what stands for them
     * @param values how their values were stored; null when as they are declared
     */
    record Rewrite(int id, SchemaComparison values) {}

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
            return new Declaration(made.getId(), false, List.of());
        }
        if (unfitIds.containsKey(unique)) {
            return new Declaration(unfitIds.get(unique), false, List.of());
        }
        StateMeta wanted = meta(name, kind, serializers, known.getId());
        boolean holdsStored = restored.contains(unique);
        if (declared.containsKey(unique)) {
            if (!isSameForm(known, wanted)) {
                StateFit fit = compare(known, kind, serializers);
                throw StateSchemaException.declaredTwice(operatorUid, textOf(kind, name), fit.differences());
            }
            return new Declaration(known.getId(), holdsStored, List.of());
        }
        List<StateMeta> forms = new ArrayList<>(List.of(known));
        forms.addAll(otherForms.getOrDefault(unique, List.of()));
        List<Rewrite> rewrites = new ArrayList<>();
        List<StateMisfit> unfit = new ArrayList<>();
        for (StateMeta form : forms) {
            StateFit fit = compare(form, kind, serializers);
            fit.misfits().stream()
                    .map(difference -> new StateMisfit(operatorUid, textOf(kind, name), difference))
                    .filter(misfit -> !unfit.contains(misfit))
                    .forEach(unfit::add);
            if (fit.verdict() == Verdict.READABLE || form.getId() != known.getId()) {
                rewrites.add(new Rewrite(form.getId(), fit.verdict() == Verdict.READABLE ? fit.values() : null));
            }
        }
        if (!unfit.isEmpty()) {
            return refuse(unique, unfit);
        }
        declared.put(unique, serializers);
        states.put(unique, wanted);
        otherForms.remove(unique);
        return new Declaration(known.getId(), holdsStored, rewrites);
    }

    private static String textOf(StateKind kind, String name) {
        return (kind == StateKind.TIMERS ? "timers" : "state") + " \"" + name + "\"";
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

    private Declaration refuse(String unique, List<StateMisfit> unfit) {
        misfits.addAll(unfit);
        if (isOpen) {
            throw StateSchemaException.misfits(misfits);
        }
        int id = freeId(states.size() + 1);
        unfitIds.put(unique, id);
        return new Declaration(id, false, List.of());
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

    /** The forms in which a state is stored; more than one when subtasks disagreed, none when it is not known. */
    List<StateMeta> forms(String name, StateKind kind) {
        String unique = nameOf(kind.storedName(), name);
        List<StateMeta> forms = new ArrayList<>();
        if (states.containsKey(unique)) {
            forms.add(states.get(unique));
        }
        forms.addAll(otherForms.getOrDefault(unique, List.of()));
        return forms;
    }

    /** Notes that the values of a state begin with a time, or not. */
    void setTimeToLive(String name, StateKind kind, String clock, long timeToLiveMs) {
        states.computeIfPresent(
                nameOf(kind.storedName(), name),
                (unique, meta) -> meta.toBuilder()
                        .setTtlClock(clock)
                        .setTtlMs(timeToLiveMs)
                        .build());
    }

    private static Map<String, StateFit.Declared> parts(Map<String, TypeSerializer<?>> serializers) {
        Map<String, StateFit.Declared> parts = new HashMap<>();
        serializers.forEach((role, serializer) -> parts.put(role, StateFit.Declared.of(serializer)));
        return parts;
    }

    /**
     * Forgets a restored state in all its forms.
     *
     * @return the numbers that stood for it; empty when the snapshot does not have it
     */
    List<Integer> forget(String name, boolean isTimers) {
        String unique = nameOf(isTimers ? StateKind.TIMERS.storedName() : "", name);
        List<Integer> ids = new ArrayList<>();
        if (restored.remove(unique)) {
            ids.add(states.remove(unique).getId());
            List<StateMeta> others = otherForms.remove(unique);
            if (others != null) {
                others.forEach(other -> ids.add(other.getId()));
            }
        }
        return ids;
    }

    /** All states and all their forms, in a list that does not change. */
    List<StateMeta> all() {
        List<StateMeta> all = new ArrayList<>(states.values());
        otherForms.values().forEach(all::addAll);
        return List.copyOf(all);
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
