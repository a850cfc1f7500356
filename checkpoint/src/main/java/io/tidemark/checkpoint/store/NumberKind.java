package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;

/** The boxed numbers that the cache keeps unboxed. */
enum NumberKind {
    LONG(Types.LONG.createSerializer()) {
        @Override
        long unbox(Object value) {
            return (Long) value;
        }

        @Override
        Object box(long bits) {
            return bits;
        }

        @Override
        void write(long bits, BinaryWriter out) {
            out.writeLong(bits);
        }
    },
    INT(Types.INT.createSerializer()) {
        @Override
        long unbox(Object value) {
            return (Integer) value;
        }

        @Override
        Object box(long bits) {
            return (int) bits;
        }

        @Override
        void write(long bits, BinaryWriter out) {
            out.writeInt((int) bits);
        }
    },
    DOUBLE(Types.DOUBLE.createSerializer()) {
        @Override
        long unbox(Object value) {
            return Double.doubleToRawLongBits((Double) value);
        }

        @Override
        Object box(long bits) {
            return Double.longBitsToDouble(bits);
        }

        @Override
        void write(long bits, BinaryWriter out) {
            out.writeDouble(Double.longBitsToDouble(bits));
        }
    };

    private final TypeSerializer<?> serializer;

    NumberKind(TypeSerializer<?> serializer) {
        this.serializer = serializer;
    }

    /** The kind of number that a serializer is for; null when it is for something else. */
    static NumberKind of(TypeSerializer<?> serializer) {
        for (NumberKind kind : values()) {
            if (kind.serializer == serializer) {
                return kind;
            }
        }
        return null;
    }

    abstract long unbox(Object value);

    abstract Object box(long bits);

    /** As the serializer does of the boxed number, without boxing it. */
    abstract void write(long bits, BinaryWriter out);
}
