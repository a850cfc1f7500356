package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Function;

/** A record is read and copied by its canonical constructor. */
final class RecordCode extends StructCode {
    /** A constructor with more is called with an array: a method handle has at most 254 parameters, and long ones inline badly. */
    private static final int MAX_DIRECT_PARAMETERS = 64;

    private static final MethodHandle THROUGH_ARRAY;

    static {
        try {
            THROUGH_ARRAY = MethodHandles.lookup()
                    .findStatic(
                            RecordCode.class,
                            "throughArray",
                            MethodType.methodType(
                                    Object.class, MethodHandle.class, MethodHandle[].class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** (BinaryReader) → record. */
    private final MethodHandle read;

    /** (record) → record. */
    private final MethodHandle copy;

    RecordCode(MethodHandle constructor, List<FieldHandles> fields, NullBitsWriter nullsOut, NullBitsReader nullsIn) {
        super(fields, nullsOut, nullsIn);
        read = construct(constructor, fields, FieldHandles::read, BinaryReader.class);
        copy = construct(constructor, fields, FieldHandles::copy, Object.class);
    }

    @Override
    Object construct(BinaryReader in) throws Throwable {
        return (Object) read.invokeExact(in);
    }

    @Override
    Object copy(Object holder) throws Throwable {
        return (Object) copy.invokeExact(holder);
    }

    /** A handle (source) → record, that gets every argument from the source, the first one first. */
    private static MethodHandle construct(
            MethodHandle constructor,
            List<FieldHandles> fields,
            Function<FieldHandles, MethodHandle> argument,
            Class<?> source) {
        int count = fields.size();
        MethodType type = MethodType.methodType(Object.class, source);
        if (count == 0) {
            return MethodHandles.dropArguments(constructor, 0, source);
        }
        if (count > MAX_DIRECT_PARAMETERS) {
            MethodHandle[] boxed = fields.stream()
                    .map(argument)
                    .map(handle -> handle.asType(MethodType.genericMethodType(1)))
                    .toArray(MethodHandle[]::new);
            MethodHandle spread = constructor.asSpreader(Object[].class, count);
            return MethodHandles.insertArguments(THROUGH_ARRAY, 0, spread, boxed)
                    .asType(type);
        }
        MethodHandle construct = constructor;
        for (int i = count - 1; i >= 0; i--) { // what is wrapped around last runs first
            construct = MethodHandles.filterArguments(construct, i, argument.apply(fields.get(i)));
        }
        return MethodHandles.permuteArguments(construct, type, new int[count]);
    }

    private static Object throughArray(MethodHandle constructor, MethodHandle[] arguments, Object source)
            throws Throwable {
        Object[] values = new Object[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (Object) arguments[i].invokeExact(source);
        }
        return (Object) constructor.invokeExact(values);
    }
}
