package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.stream.IntStream;

/** A POJO or a tuple is read and copied by its constructor without arguments, and then field by field. */
final class BeanCode extends StructCode {
    private static final MethodType COPY = MethodType.methodType(void.class, Object.class, Object.class);

    /** () → bean. */
    private final MethodHandle constructor;

    /** Each (bean, BinaryReader) → void. */
    private final MethodHandle[] readInto;

    /** Each (bean to copy, bean to set) → void. */
    private final MethodHandle[] copyInto;

    /** @param setters each (bean, field) → void */
    BeanCode(
            MethodHandle constructor,
            List<FieldHandles> fields,
            List<MethodHandle> setters,
            NullBitsWriter nullsOut,
            NullBitsReader nullsIn) {
        super(fields, nullsOut, nullsIn);
        this.constructor = constructor;
        readInto = chunks(
                IntStream.range(0, fields.size()).mapToObj(i -> readStep(setters.get(i), fields.get(i))),
                StructCode::inTurn);
        copyInto = chunks(
                IntStream.range(0, fields.size()).mapToObj(i -> copyStep(setters.get(i), fields.get(i))),
                StructCode::inTurn);
    }

    private static MethodHandle readStep(MethodHandle setter, FieldHandles field) {
        return MethodHandles.filterArguments(setter, 1, field.read());
    }

    private static MethodHandle copyStep(MethodHandle setter, FieldHandles field) {
        MethodHandle toFrom = MethodHandles.filterArguments(setter, 1, field.copy());
        return MethodHandles.permuteArguments(toFrom, COPY, 1, 0);
    }

    @Override
    Object construct(BinaryReader in) throws Throwable {
        Object bean = (Object) constructor.invokeExact();
        for (MethodHandle chunk : readInto) {
            chunk.invokeExact(bean, in);
        }
        return bean;
    }

    @Override
    Object copy(Object holder) throws Throwable {
        Object bean = (Object) constructor.invokeExact();
        for (MethodHandle chunk : copyInto) {
            chunk.invokeExact(holder, bean);
        }
        return bean;
    }
}
