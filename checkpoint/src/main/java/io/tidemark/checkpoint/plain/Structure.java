package io.tidemark.checkpoint.plain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A tuple, record or POJO.
 *
 * @param typeName the Java name of its class
 * @param isTuple whether its fields have numbers for names, and are better shown without
 * @param fields plain values, which may be null, in the order in which they are written
 */
public record Structure(String typeName, boolean isTuple, Map<String, Object> fields) {
    public Structure {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
}
