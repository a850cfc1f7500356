package io.tidemark.checkpoint.store;

import com.google.protobuf.ByteString;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.proto.StateMeta;
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
        return states.values().stream().anyMatch(state -> state.getId() == id);
    }

    /**
     * Declares a state.
     *
     * @param schemas by the part they play
     * @return the number that stands for it
     * @throws StateSchemaException when the restored state of that name is another one
     */
    int declare(String name, StateKind kind, Map<String, SerializerSnapshot> schemas) {
        String unique = nameOf(kind.storedName(), name);
        StateMeta known = states.get(unique);
        if (known != null) {
            check(known, kind, schemas);
            return known.getId();
        }
        StateMeta.Builder meta = StateMeta.newBuilder()
                .setId(freeId(states.size() + 1))
                .setName(name)
                .setKind(kind.storedName());
        schemas.forEach((role, schema) -> meta.putSchemas(role, toBytes(schema)));
        states.put(unique, meta.build());
        return meta.getId();
    }

    private void check(StateMeta stored, StateKind kind, Map<String, SerializerSnapshot> schemas) {
        if (!stored.getKind().equals(kind.storedName())) {
            throw StateSchemaException.kind(operatorUid, stored.getName(), stored.getKind(), kind.storedName());
        }
        schemas.forEach((role, schema) -> {
            SerializerSnapshot storedSchema = fromBytes(stored.getSchemasOrThrow(role));
            if (!storedSchema.equals(schema)) {
                String what = kind == StateKind.TIMERS
                        ? "timers \"" + stored.getName() + "\""
                        : "state \"" + stored.getName() + "\"";
                throw StateSchemaException.schema(operatorUid, what, role, storedSchema, schema);
            }
        });
    }

    /** Whether the restored snapshot has the state. */
    boolean isRestored(String name, StateKind kind) {
        return restored.contains(nameOf(kind.storedName(), name));
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
