package io.tidemark.checkpoint.plain;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The types that every release knows, by the names they have in schemas. */
final class BasicValues {
    private static final Map<String, TypeSerializer<?>> SERIALIZERS = serializers();

    private BasicValues() {}

    private static Map<String, TypeSerializer<?>> serializers() {
        Map<String, TypeSerializer<?>> serializers = new HashMap<>();
        Stream.of(
                        Types.STRING,
                        Types.BOOLEAN,
                        Types.BYTE,
                        Types.SHORT,
                        Types.CHAR,
                        Types.INT,
                        Types.LONG,
                        Types.FLOAT,
                        Types.DOUBLE,
                        Types.BIG_INTEGER,
                        Types.BIG_DECIMAL,
                        Types.INSTANT,
                        Types.DURATION,
                        Types.LOCAL_DATE,
                        Types.LOCAL_TIME,
                        Types.LOCAL_DATE_TIME,
                        Types.OFFSET_DATE_TIME,
                        Types.ZONED_DATE_TIME,
                        Types.YEAR_MONTH,
                        Types.PERIOD,
                        Types.ZONE_ID,
                        Types.ZONE_OFFSET,
                        Types.UUID,
                        Types.VOID)
                .forEach(type -> add(serializers, type));
        Stream.of(
                        boolean[].class,
                        byte[].class,
                        short[].class,
                        char[].class,
                        int[].class,
                        long[].class,
                        float[].class,
                        double[].class)
                .forEach(type -> add(serializers, TypeInformation.of(type)));
        return serializers;
    }

    private static void add(Map<String, TypeSerializer<?>> serializers, TypeInformation<?> type) {
        TypeSerializer<?> serializer = type.createSerializer();
        serializers.put(serializer.schema().typeName(), serializer);
    }

    /** The names of all of them. */
    static Set<String> names() {
        return SERIALIZERS.keySet();
    }

    static boolean isKnown(String typeName) {
        return SERIALIZERS.containsKey(typeName);
    }

    static Object read(String typeName, BinaryReader in) {
        Object value = SERIALIZERS.get(typeName).deserialize(in);
        if (value == null || !value.getClass().isArray() || value instanceof byte[]) {
            return value;
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < Array.getLength(value); i++) {
            list.add(Array.get(value, i));
        }
        return list;
    }
}
