package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * The code of a structure's serializer, put together from method handles: one handle does a whole chunk of fields, which
 * the JIT compiles as one piece. That is two to four times as fast as one call a field. A chunk is not so large that the
 * JIT gives up on it.
 */
abstract class StructCode {
    private static final int STEPS_A_CHUNK = 32;
    private static final MethodType HASH = MethodType.methodType(int.class, Object.class, int.class);
    private static final MethodType EQUAL = MethodType.methodType(boolean.class, Object.class, Object.class);
    private static final MethodHandle COMBINE;
    private static final MethodHandle UNEQUAL =
            MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, EQUAL.parameterList());

    static {
        try {
            COMBINE = MethodHandles.lookup()
                    .findStatic(StableHash.class, "combine", MethodType.methodType(int.class, int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Each (holder, BinaryWriter) → void. */
    private final MethodHandle[] write;

    /** Each (holder, hash of the fields before) → hash. */
    private final MethodHandle[] hash;

    /** Each (holder, holder) → boolean. */
    private final MethodHandle[] equal;

    private final NullBitsWriter nullsOut;
    private final NullBitsReader nullsIn;

    static StructCode of(StructAccess access, TypeSerializer<?>[] serializers) {
        NullBitsWriter nullsOut = new NullBitsWriter();
        NullBitsReader nullsIn = new NullBitsReader();
        List<FieldHandles> fields = new ArrayList<>();
        for (int i = 0; i < serializers.length; i++) {
            MethodHandle getter = access.getters().get(i);
            fields.add(
                    access.isReference(i)
                            ? FieldHandles.ofReference(serializers[i], getter, nullsOut, nullsIn)
                            : FieldHandles.ofPrimitive(
                                    PrimitiveKind.of(getter.type().returnType()), getter));
        }
        return access.isRecord()
                ? new RecordCode(access.constructor(), fields, nullsOut, nullsIn)
                : new BeanCode(access.constructor(), fields, access.setters(), nullsOut, nullsIn);
    }

    StructCode(List<FieldHandles> fields, NullBitsWriter nullsOut, NullBitsReader nullsIn) {
        this.nullsOut = nullsOut;
        this.nullsIn = nullsIn;
        write = chunks(fields.stream().map(FieldHandles::write), StructCode::inTurn);
        hash = chunks(fields.stream().map(StructCode::hashStep), StructCode::hashInTurn);
        equal = chunks(
                fields.stream().map(FieldHandles::equal),
                (first, rest) -> MethodHandles.guardWithTest(first, rest, UNEQUAL));
    }

    final Object read(BinaryReader in) throws Throwable {
        nullsIn.begin();
        return construct(in);
    }

    abstract Object construct(BinaryReader in) throws Throwable;

    abstract Object copy(Object holder) throws Throwable;

    final void write(Object holder, BinaryWriter out) throws Throwable {
        nullsOut.begin();
        for (MethodHandle chunk : write) {
            chunk.invokeExact(holder, out);
        }
        nullsOut.end(out);
    }

    final int hash(Object holder) throws Throwable {
        int value = StableHash.SEED;
        for (MethodHandle chunk : hash) {
            value = (int) chunk.invokeExact(holder, value);
        }
        return value;
    }

    final boolean equal(Object a, Object b) throws Throwable {
        for (MethodHandle chunk : equal) {
            if (!(boolean) chunk.invokeExact(a, b)) {
                return false;
            }
        }
        return true;
    }

    private static MethodHandle hashStep(FieldHandles field) {
        MethodHandle combined = MethodHandles.filterArguments(COMBINE, 1, field.hash());
        return MethodHandles.permuteArguments(combined, HASH, 1, 0);
    }

    private static MethodHandle hashInTurn(MethodHandle first, MethodHandle rest) {
        return MethodHandles.permuteArguments(MethodHandles.collectArguments(rest, 1, first), HASH, 0, 0, 1);
    }

    /** First one, then the rest, with the same arguments. */
    static MethodHandle inTurn(MethodHandle first, MethodHandle rest) {
        return MethodHandles.foldArguments(rest, first);
    }

    /** One handle for every so many steps. */
    static MethodHandle[] chunks(Stream<MethodHandle> eachStep, BinaryOperator<MethodHandle> firstAndRest) {
        List<MethodHandle> steps = eachStep.toList();
        List<MethodHandle> chunks = new ArrayList<>();
        for (int from = 0; from < steps.size(); from += STEPS_A_CHUNK) {
            int last = Math.min(from + STEPS_A_CHUNK, steps.size()) - 1;
            MethodHandle chunk = steps.get(last);
            for (int i = last - 1; i >= from; i--) {
                chunk = firstAndRest.apply(steps.get(i), chunk);
            }
            chunks.add(chunk);
        }
        return chunks.toArray(MethodHandle[]::new);
    }
}
