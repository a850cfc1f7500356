package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a field of each primitive type is written, read, hashed and compared, without boxing. */
enum PrimitiveKind {
    BOOLEAN(boolean.class, boolean.class, "Boolean", BooleanSerializer.INSTANCE),
    BYTE(byte.class, int.class, "Byte", ByteSerializer.INSTANCE),
    SHORT(short.class, int.class, "Short", ShortSerializer.INSTANCE),
    CHAR(char.class, char.class, "Char", CharSerializer.INSTANCE),
    INT(int.class, int.class, "Int", IntSerializer.INSTANCE),
    LONG(long.class, long.class, "Long", LongSerializer.INSTANCE),
    FLOAT(float.class, float.class, "Float", FloatSerializer.INSTANCE),
    DOUBLE(double.class, double.class, "Double", DoubleSerializer.INSTANCE);

    private static final Map<Class<?>, PrimitiveKind> BY_TYPE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(kind -> kind.type, Function.identity()));

    final Class<?> type;
    final TypeSerializer<?> serializer;

    /** (BinaryWriter, primitive) → void. */
    final MethodHandle write;

    /** (BinaryReader) → primitive. */
    final MethodHandle read;

    /** (primitive) → int. */
    final MethodHandle hash;

    /** (primitive, primitive) → boolean. */
    final MethodHandle equal;

    PrimitiveKind(Class<?> type, Class<?> writtenAs, String name, TypeSerializer<?> serializer) {
        this.type = type;
        this.serializer = serializer;
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            write = lookup.findVirtual(BinaryWriter.class, "write" + name, MethodType.methodType(void.class, writtenAs))
                    .asType(MethodType.methodType(void.class, BinaryWriter.class, type));
            read = lookup.findVirtual(BinaryReader.class, "read" + name, MethodType.methodType(type));
            Class<?> hashedAs = type == byte.class || type == short.class || type == char.class ? int.class : type;
            MethodHandle identityOrHash =
                    lookup.findStatic(PrimitiveKind.class, "hash", MethodType.methodType(int.class, hashedAs));
            hash = identityOrHash.asType(MethodType.methodType(int.class, type));
            MethodHandle same = lookup.findStatic(
                    PrimitiveKind.class, "equal", MethodType.methodType(boolean.class, hashedAs, hashedAs));
            equal = same.asType(MethodType.methodType(boolean.class, type, type));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** The kind of a primitive type, or null if the type is none. */
    static PrimitiveKind of(Class<?> type) {
        return BY_TYPE.get(type);
    }

    /** The value of a field that nothing was written to. */
    Object zero() {
        return Array.get(Array.newInstance(type, 1), 0);
    }

    private static int hash(boolean value) {
        return BooleanSerializer.INSTANCE.hash(value);
    }

    private static int hash(int value) {
        return value;
    }

    private static int hash(long value) {
        return Long.hashCode(value);
    }

    private static int hash(float value) {
        return Float.floatToIntBits(value);
    }

    private static int hash(double value) {
        return Long.hashCode(Double.doubleToLongBits(value));
    }

    private static boolean equal(boolean a, boolean b) {
        return a == b;
    }

    private static boolean equal(int a, int b) {
        return a == b;
    }

    private static boolean equal(long a, long b) {
        return a == b;
    }

    private static boolean equal(float a, float b) {
        return Float.floatToIntBits(a) == Float.floatToIntBits(b);
    }

    private static boolean equal(double a, double b) {
        return Double.doubleToLongBits(a) == Double.doubleToLongBits(b);
    }
}
