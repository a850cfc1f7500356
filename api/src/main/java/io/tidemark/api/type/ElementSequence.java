package io.tidemark.api.type;

import java.io.Serializable;
import java.util.Collection;

/**
 * Elements one after another, each of which may be null: a number that holds twice the count, plus one if any is null,
 * then the elements; if any is null, each with a byte before it that says whether it is.
 */
final class ElementSequence<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<E> present;
    private final NullableSerializer<E> nullable;

    ElementSequence(TypeSerializer<E> present) {
        this.present = present;
        this.nullable = new NullableSerializer<>(present);
    }

    void write(Collection<? extends E> elements, int count, BinaryWriter out) {
        TypeSerializer<E> serializer = writeHeader(hasNull(elements), count, out);
        int written = 0;
        for (E element : elements) {
            serializer.serialize(element, out);
            written++;
        }
        if (written != count) {
            throw new IllegalStateException("A collection of " + count + " elements iterated over " + written);
        }
    }

    void write(E[] elements, BinaryWriter out) {
        TypeSerializer<E> serializer = writeHeader(hasNull(elements), elements.length, out);
        for (E element : elements) {
            serializer.serialize(element, out);
        }
    }

    private TypeSerializer<E> writeHeader(boolean hasNull, int count, BinaryWriter out) {
        out.writeVarLong((long) count << 1 | (hasNull ? 1 : 0));
        return hasNull ? nullable : present;
    }

    /** Reads the header; {@link #reader} and {@link #count} take it apart. */
    long readHeader(BinaryReader in) {
        int begin = in.position();
        long header = in.readVarLong();
        in.checkCount(begin, header >>> 1, 1, "elements");
        return header;
    }

    static int count(long header) {
        return (int) (header >>> 1);
    }

    TypeSerializer<E> reader(long header) {
        return (header & 1) == 0 ? present : nullable;
    }

    void readInto(Collection<E> target, long header, BinaryReader in) {
        TypeSerializer<E> serializer = reader(header);
        for (int i = count(header); i > 0; i--) {
            target.add(serializer.deserialize(in));
        }
    }

    E copy(E element) {
        return nullable.copy(element);
    }

    int hash(E element) {
        return nullable.hash(element);
    }

    boolean equal(E a, E b) {
        return nullable.equal(a, b);
    }

    boolean isImmutable() {
        return present.isImmutable();
    }

    TypeSerializer<E> serializer() {
        return present;
    }

    SerializerSnapshot schema() {
        return present.schema();
    }

    private static boolean hasNull(Collection<?> elements) {
        for (Object element : elements) {
            if (element == null) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasNull(Object[] elements) {
        for (Object element : elements) {
            if (element == null) {
                return true;
            }
        }
        return false;
    }
}
