package io.tidemark.api.type;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The types that states are mostly declared with; {@link Types} and {@link TypeInformation#of(Class)} give all others. */
public final class TypeDescriptors {
    public static final TypeDescriptor<String> STRING = Types.STRING;
    public static final TypeDescriptor<Integer> INT = Types.INT;
    public static final TypeDescriptor<Boolean> BOOLEAN = Types.BOOLEAN;
    public static final TypeDescriptor<Long> LONG = Types.LONG;
    public static final TypeDescriptor<Byte> BYTE = Types.BYTE;
    public static final TypeDescriptor<Short> SHORT = Types.SHORT;
    public static final TypeDescriptor<Double> DOUBLE = Types.DOUBLE;
    public static final TypeDescriptor<Float> FLOAT = Types.FLOAT;
    public static final TypeDescriptor<Character> CHAR = Types.CHAR;

    private TypeDescriptors() {}

    /** The type itself. */
    public static <T> TypeDescriptor<T> value(TypeDescriptor<T> type) {
        return Objects.requireNonNull(type, "type");
    }

    /** A map. */
    public static <K, V> TypeDescriptor<Map<K, V>> map(TypeDescriptor<K> key, TypeDescriptor<V> value) {
        return Types.MAP(TypeDescriptor.informationOf(key), TypeDescriptor.informationOf(value));
    }

    /** A list. */
    public static <T> TypeDescriptor<List<T>> list(TypeDescriptor<T> element) {
        return Types.LIST(TypeDescriptor.informationOf(element));
    }
}
