package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A field of primitive type. Each operation is one composed method handle, so that nothing is boxed on the way. */
final class PrimitiveField extends StructField {
    private final MethodHandle write;
    private final MethodHandle read;
    private final MethodHandle readInto;
    private final MethodHandle copyOf;
    private final MethodHandle copyInto;
    private final MethodHandle hash;
    private final MethodHandle equal;

    /** @param setter null for records */
    PrimitiveField(PrimitiveKind kind, MethodHandle getter, MethodHandle setter) {
        MethodHandle writeField = MethodHandles.filterArguments(kind.write, 1, getter);
        write = MethodHandles.permuteArguments(
                writeField, MethodType.methodType(void.class, Object.class, BinaryWriter.class), 1, 0);
        read = kind.read.asType(MethodType.methodType(Object.class, BinaryReader.class));
        readInto = setter == null ? null : MethodHandles.filterArguments(setter, 1, kind.read);
        copyOf = getter.asType(MethodType.methodType(Object.class, Object.class));
        copyInto = setter == null
                ? null
                : MethodHandles.permuteArguments(
                        MethodHandles.filterArguments(setter, 1, getter),
                        MethodType.methodType(void.class, Object.class, Object.class),
                        1,
                        0);
        hash = MethodHandles.filterReturnValue(getter, kind.hash);
        equal = MethodHandles.filterArguments(kind.equal, 0, getter, getter);
    }

    @Override
    void write(Object holder, BinaryWriter out) {
        try {
            write.invokeExact(holder, out);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    Object read(BinaryReader in) {
        try {
            return (Object) read.invokeExact(in);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    void readInto(Object holder, BinaryReader in) {
        try {
            readInto.invokeExact(holder, in);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    Object copyOf(Object holder) {
        try {
            return (Object) copyOf.invokeExact(holder);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    void copyInto(Object from, Object to) {
        try {
            copyInto.invokeExact(from, to);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    int hash(Object holder) {
        try {
            return (int) hash.invokeExact(holder);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    boolean equal(Object a, Object b) {
        try {
            return (boolean) equal.invokeExact(a, b);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }
}
