package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;

/** A field that may be null. */
final class ReferenceField extends StructField {
    private final MethodHandle getter;
    private final MethodHandle setter;
    private final TypeSerializer<Object> serializer;
    private final NullBitsWriter nullsOut;
    private final NullBitsReader nullsIn;

    @SuppressWarnings("unchecked")
    ReferenceField(
            MethodHandle getter,
            MethodHandle setter,
            TypeSerializer<?> serializer,
            NullBitsWriter nullsOut,
            NullBitsReader nullsIn) {
        this.getter = getter;
        this.setter = setter;
        this.serializer = (TypeSerializer<Object>) serializer;
        this.nullsOut = nullsOut;
        this.nullsIn = nullsIn;
    }

    private Object get(Object holder) {
        try {
            return (Object) getter.invokeExact(holder);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    private void set(Object holder, Object value) {
        try {
            setter.invokeExact(holder, value);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    void write(Object holder, BinaryWriter out) {
        nullsOut.write(get(holder), serializer, out);
    }

    @Override
    Object read(BinaryReader in) {
        return nullsIn.read(serializer, in);
    }

    @Override
    void readInto(Object holder, BinaryReader in) {
        set(holder, read(in));
    }

    @Override
    Object copyOf(Object holder) {
        Object value = get(holder);
        return value == null ? null : serializer.copy(value);
    }

    @Override
    void copyInto(Object from, Object to) {
        set(to, copyOf(from));
    }

    @Override
    int hash(Object holder) {
        Object value = get(holder);
        return value == null ? 0 : serializer.hash(value);
    }

    @Override
    boolean equal(Object a, Object b) {
        Object left = get(a);
        Object right = get(b);
        return left == null || right == null ? left == right : serializer.equal(left, right);
    }
}
