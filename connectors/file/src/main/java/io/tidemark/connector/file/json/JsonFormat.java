package io.tidemark.connector.file.json;

import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.WriteFormat;
import java.util.Objects;

/**
 * JSON lines, in UTF-8.
 *
 * <p>Fields that a class does not have are left out; one that is missing is null, or an error where a primitive is asked
 * for. Times ({@code java.time}) are text as ISO 8601 has it.
 */
public final class JsonFormat {
    private JsonFormat() {}

    /** Reads records or POJOs as Jackson does; its annotations work. */
    public static <T> ReadFormat<T> read(Class<T> type) {
        return new JsonClassReadFormat<>(type);
    }

    /** Reads with a function from the line's JSON to a value. */
    public static <T> ReadFormat<T> read(JsonReadFunction<T> function) {
        return new JsonFunctionReadFormat<>(Objects.requireNonNull(function));
    }

    /** Writes values as Jackson does: records, POJOs, maps, lists, {@code JsonNode}s, strings, numbers. */
    public static <T> WriteFormat<T> write() {
        return new JsonWriteFormat<>(value -> value);
    }

    /** Writes what the function makes of a value. */
    public static <T> WriteFormat<T> write(JsonWriteFunction<T> function) {
        return new JsonWriteFormat<>(Objects.requireNonNull(function));
    }
}
