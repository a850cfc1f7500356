package io.tidemark.connector.file.json;

import java.io.Serializable;

/** Makes of a value what is written as its line. */
@FunctionalInterface
public interface JsonWriteFunction<T> extends Serializable {
    /** @return anything that Jackson writes: a {@code JsonNode}, a map, a record */
    Object map(T value) throws Exception;
}
