package io.tidemark.checkpoint.plain;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plain values as trees of what JSON has: null, {@code Boolean}, {@code Number}, {@code String}, {@code List}, and {@code Map}
 * with strings for keys. Any JSON library writes them.
 */
public final class PlainJson {
    private PlainJson() {}

    /**
     * The tree of a value. A structure is an object, a map an object if its keys are strings, numbers, booleans or
     * constants, else a list of objects with {@code key} and {@code value}; bytes are base64; a value that cannot be read is
     * an object with {@code type} and {@code bytes}; numbers that are none are strings.
     */
    public static Object of(Object value) {
        if (value instanceof Structure structure) {
            Map<String, Object> object = new LinkedHashMap<>();
            structure.fields().forEach((name, field) -> object.put(name, of(field)));
            return object;
        } else if (value instanceof Constant constant) {
            return constant.name();
        } else if (value instanceof Opaque opaque) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("type", opaque.typeName());
            object.put("bytes", opaque.bytes() == null ? null : base64(opaque.bytes()));
            return object;
        } else if (value instanceof Optional<?> optional) {
            return of(optional.orElse(null));
        } else if (value instanceof Iterable<?> elements) {
            List<Object> list = new ArrayList<>();
            elements.forEach(element -> list.add(of(element)));
            return Collections.unmodifiableList(list);
        } else if (value instanceof Map<?, ?> map) {
            return ofMap(map);
        } else if (value instanceof byte[] bytes) {
            return base64(bytes);
        }
        return ofScalar(value);
    }

    private static Object ofScalar(Object value) {
        if (value instanceof Double number) {
            return number.isNaN() || number.isInfinite() ? number.toString() : number;
        } else if (value instanceof Float number) {
            return number.isNaN() || number.isInfinite() ? number.toString() : number;
        }
        return value == null || value instanceof Number || value instanceof Boolean ? value : value.toString();
    }

    private static Object ofMap(Map<?, ?> map) {
        if (map.keySet().stream().allMatch(PlainJson::canBeName)) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((key, mapped) -> object.put(String.valueOf(of(key)), of(mapped)));
            return object;
        }
        List<Object> list = new ArrayList<>();
        map.forEach((key, mapped) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("key", of(key));
            entry.put("value", of(mapped));
            list.add(entry);
        });
        return list;
    }

    private static boolean canBeName(Object key) {
        return key instanceof String || key instanceof Number || key instanceof Boolean || key instanceof Constant;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
