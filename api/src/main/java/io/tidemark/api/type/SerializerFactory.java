package io.tidemark.api.type;

import java.io.Serializable;

/**
 * Makes a new serializer for each thread that needs one. Part of the plan; a constructor reference will do.
 *
 * @param <T> type of the values
 */
@FunctionalInterface
public interface SerializerFactory<T> extends Serializable {
    TypeSerializer<T> create();
}
