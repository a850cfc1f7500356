package io.tidemark.connector.file.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Serializable;

/** Makes a value of a line's JSON. */
@FunctionalInterface
public interface JsonReadFunction<T> extends Serializable {
    /**
     * @return never null
     * @throws IllegalArgumentException when the line is not as it should be, as {@link JsonNode#required} does for a
     *     missing field; the line then counts as malformed
     */
    T map(JsonNode line) throws Exception;
}
