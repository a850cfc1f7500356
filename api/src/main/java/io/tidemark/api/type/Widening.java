package io.tidemark.api.type;

import java.lang.reflect.Array;
import java.util.Map;

/** A number of one type as a number of another one that holds every value of the first. */
final class Widening {
    private static final Map<String, ScalarType> SCALARS = Map.of(
            "java.lang.Byte", new ScalarType(0, byte.class, ByteSerializer.INSTANCE),
            "java.lang.Short", new ScalarType(1, short.class, ShortSerializer.INSTANCE),
            "java.lang.Integer", new ScalarType(2, int.class, IntSerializer.INSTANCE),
            "java.lang.Long", new ScalarType(3, long.class, LongSerializer.INSTANCE),
            "java.lang.Float", new ScalarType(4, float.class, FloatSerializer.INSTANCE),
            "java.lang.Double", new ScalarType(5, double.class, DoubleSerializer.INSTANCE));

    private static final Map<String, String> ARRAYS = Map.of(
            "byte[]", "java.lang.Byte",
            "short[]", "java.lang.Short",
            "int[]", "java.lang.Integer",
            "long[]", "java.lang.Long",
            "float[]", "java.lang.Float",
            "double[]", "java.lang.Double");

    /** By rank of the stored type, whether each rank takes all of its values; 'x' if so. */
    private static final String[] TAKES_ALL = {".xxxxx", "..xxxx", "...x.x", "......", ".....x", "......"};

    private final ScalarType stored;
    private final ScalarType declared;
    private final boolean isArray;

    private record ScalarType(int rank, Class<?> type, TypeSerializer<? extends Number> serializer) {
        int bytes() {
            return switch (rank) {
                case 0 -> 1;
                case 1 -> 2;
                case 2, 4 -> 4;
                default -> 8;
            };
        }
    }

    private Widening(ScalarType stored, ScalarType declared, boolean isArray) {
        this.stored = stored;
        this.declared = declared;
        this.isArray = isArray;
    }

    /** From one basic type to another; null when a value could be lost. */
    static Widening of(String storedType, String declaredType) {
        String storedElement = ARRAYS.get(storedType);
        String declaredElement = ARRAYS.get(declaredType);
        if ((storedElement == null) != (declaredElement == null)) {
            return null;
        }
        boolean isArray = storedElement != null;
        ScalarType from = SCALARS.get(isArray ? storedElement : storedType);
        ScalarType to = SCALARS.get(isArray ? declaredElement : declaredType);
        boolean widens = from != null && to != null && TAKES_ALL[from.rank].charAt(to.rank) == 'x';
        return widens ? new Widening(from, to, isArray) : null;
    }

    ValueReader<?> reader() {
        return isArray ? this::readArray : this::readScalar;
    }

    private Object readScalar(BinaryReader in) {
        Number value = stored.serializer.deserialize(in);
        return switch (declared.rank) {
            case 1 -> value.shortValue();
            case 2 -> value.intValue();
            case 3 -> value.longValue();
            case 4 -> value.floatValue();
            default -> value.doubleValue();
        };
    }

    private Object readArray(BinaryReader in) {
        int length = in.readCount(stored.bytes(), "elements of an array");
        Object array = Array.newInstance(declared.type, length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, readScalar(in));
        }
        return array;
    }
}
