package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.type.SerializerSnapshot;
import java.util.Optional;

/**
 * A list that an operator keeps for itself, over all its subtasks.
 *
 * @param schema what an element looks like; empty when that was not stored
 * @param bytes of all elements together
 */
public record StoredOwnState(String name, Optional<SerializerSnapshot> schema, long elements, long bytes) {
    StoredOwnState plus(StoredOwnState other) {
        return new StoredOwnState(name, schema.or(other::schema), elements + other.elements, bytes + other.bytes);
    }
}
