package io.tidemark.checkpoint.key;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;

/**
 * The kinds of numbers that are kept unboxed, as bits in a {@code long}. Which one a type is, its serializer says: one that a
 * job brings itself makes its type no number, whatever class its values are of.
 */
public enum NumberKind {
    LONG(Types.LONG.createSerializer()) {
        @Override
        public long unbox(Object value) {
            return (Long) value;
        }

        @Override
        public Object box(long bits) {
            return bits;
        }

        @Override
        public void write(long bits, BinaryWriter out) {
            out.writeLong(bits);
        }
    },
    INT(Types.INT.createSerializer()) {
        @Override
        public long unbox(Object value) {
            return (Integer) value;
        }

        @Override
        public Object box(long bits) {
            return (int) bits;
        }

        @Override
        public void write(long bits, BinaryWriter out) {
            out.writeInt((int) bits);
        }

        @Override
        public long inOrder(long bits) {
            return bits & 0xFFFF_FFFFL;
        }
    },
    DOUBLE(Types.DOUBLE.createSerializer()) {
        @Override
        public long unbox(Object value) {
            return Double.doubleToRawLongBits((Double) value);
        }

        @Override
        public Object box(long bits) {
            return Double.longBitsToDouble(bits);
        }

        @Override
        public void write(long bits, BinaryWriter out) {
            out.writeDouble(Double.longBitsToDouble(bits));
        }
    };

    private final TypeSerializer<?> serializer;

    NumberKind(TypeSerializer<?> serializer) {
        this.serializer = serializer;
    }

    /** The kind of number that a serializer is for; null when it is for something else. */
    public static NumberKind of(TypeSerializer<?> serializer) {
        for (NumberKind kind : values()) {
            if (kind.serializer == serializer) {
                return kind;
            }
        }
        return null;
    }

    /**
     * As {@link #of}, of keys: null too for numbers that are equal with different bits, which floating-point ones can be.
     */
    public static NumberKind ofKeys(TypeSerializer<?> serializer) {
        NumberKind kind = of(serializer);
        return kind == DOUBLE ? null : kind;
    }

    /** The bits of a boxed number of this kind; a {@link ClassCastException} for anything else. */
    public abstract long unbox(Object value);

    public abstract Object box(long bits);

    /** As the serializer does of the boxed number, without boxing it. */
    public abstract void write(long bits, BinaryWriter out);

    /** Bits of the same number that compare, unsigned, as the bytes that are {@linkplain #write written} of them. */
    public long inOrder(long bits) {
        return bits;
    }
}
