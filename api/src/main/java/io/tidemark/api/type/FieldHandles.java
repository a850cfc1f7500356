package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * What is done with one field, as method handles, so that nothing is boxed and the JIT can see through. References are
 * typed {@code Object}, primitives as they are.
 *
 * @param write (holder, BinaryWriter) → void
 * @param read (BinaryReader) → field
 * @param copy (holder) → field
 * @param hash (holder) → int
 * @param equal (holder, holder) → boolean
 */
record FieldHandles(MethodHandle write, MethodHandle read, MethodHandle copy, MethodHandle hash, MethodHandle equal) {
    private static final MethodType WRITE = MethodType.methodType(void.class, Object.class, BinaryWriter.class);
    private static final MethodHandle WRITE_REFERENCE;
    private static final MethodHandle READ_REFERENCE;
    private static final MethodHandle COPY_REFERENCE;
    private static final MethodHandle HASH_REFERENCE;
    private static final MethodHandle EQUAL_REFERENCES;

    static {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            WRITE_REFERENCE = lookup.findVirtual(
                    NullBitsWriter.class,
                    "write",
                    MethodType.methodType(void.class, Object.class, TypeSerializer.class, BinaryWriter.class));
            READ_REFERENCE = lookup.findVirtual(
                    NullBitsReader.class,
                    "read",
                    MethodType.methodType(Object.class, TypeSerializer.class, BinaryReader.class));
            Class<?> nullable = NullableSerializer.class;
            COPY_REFERENCE = lookup.findVirtual(nullable, "copy", MethodType.methodType(Object.class, Object.class));
            HASH_REFERENCE = lookup.findVirtual(nullable, "hash", MethodType.methodType(int.class, Object.class));
            EQUAL_REFERENCES = lookup.findVirtual(
                    nullable, "equal", MethodType.methodType(boolean.class, Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static FieldHandles ofPrimitive(PrimitiveKind kind, MethodHandle getter) {
        return new FieldHandles(
                MethodHandles.permuteArguments(MethodHandles.filterArguments(kind.write, 1, getter), WRITE, 1, 0),
                kind.read,
                getter,
                MethodHandles.filterReturnValue(getter, kind.hash),
                MethodHandles.filterArguments(kind.equal, 0, getter, getter));
    }

    static FieldHandles ofReference(
            TypeSerializer<?> serializer, MethodHandle getter, NullBitsWriter nullsOut, NullBitsReader nullsIn) {
        NullableSerializer<?> nullable = new NullableSerializer<>(serializer);
        MethodHandle write = MethodHandles.insertArguments(WRITE_REFERENCE.bindTo(nullsOut), 1, serializer);
        return new FieldHandles(
                MethodHandles.filterArguments(write, 0, getter),
                READ_REFERENCE.bindTo(nullsIn).bindTo(serializer),
                MethodHandles.filterReturnValue(getter, COPY_REFERENCE.bindTo(nullable)),
                MethodHandles.filterReturnValue(getter, HASH_REFERENCE.bindTo(nullable)),
                MethodHandles.filterArguments(EQUAL_REFERENCES.bindTo(nullable), 0, getter, getter));
    }
}
