package io.tidemark.checkpoint.savepoint;

import com.google.protobuf.ByteString;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.plain.SchemaLine;
import io.tidemark.checkpoint.proto.StateMeta;
import java.util.Map;
import java.util.TreeMap;

/**
 * One named keyed state of an operator, or one group of its timers.
 *
 * @param kind as {@code docs/savepoint-format.md} names them: {@code value}, {@code list}, {@code map}, …
 * @param schemas what its bytes look like, by the part they play: {@code value}, {@code mapKey}, {@code namespace}, …
 * @param ttlClock the clock by which its values grow old, by the name that is stored; empty when they do not
 * @param ttlMs how long they live
 */
public record StoredState(
        String name, String kind, Map<String, SerializerSnapshot> schemas, String ttlClock, long ttlMs) {
    static final String TIMERS = "timers";

    public StoredState {
        schemas = Map.copyOf(schemas);
    }

    static StoredState of(StateMeta meta) {
        Map<String, SerializerSnapshot> schemas = new TreeMap<>();
        meta.getSchemasMap().forEach((role, bytes) -> schemas.put(role, schemaOf(bytes)));
        return new StoredState(meta.getName(), meta.getKind(), schemas, meta.getTtlClock(), meta.getTtlMs());
    }

    /** Whether its values have a time to live. */
    public boolean hasTimeToLive() {
        return !ttlClock.isEmpty();
    }

    static SerializerSnapshot schemaOf(ByteString bytes) {
        return SerializerSnapshot.readFrom(new BinaryReader(bytes.toByteArray()));
    }

    /** The schema of the first of these parts that there is; null when there is none. */
    SerializerSnapshot schema(String... roles) {
        for (String role : roles) {
            if (schemas.containsKey(role)) {
                return schemas.get(role);
            }
        }
        return null;
    }

    /** Whether it is a group of timers. */
    public boolean isTimers() {
        return kind.equals(TIMERS);
    }

    /** Its schemas in one line: the sub-key, if there is one, then an arrow and the value. */
    public String schemaLine() {
        String subKey = lineOf("mapKey", "namespace");
        String value = lineOf("value", "element");
        return subKey.isEmpty() || value.isEmpty() ? subKey + value : subKey + " → " + value;
    }

    private String lineOf(String... roles) {
        SerializerSnapshot schema = schema(roles);
        return schema == null ? "" : SchemaLine.of(schema);
    }
}
