package io.tidemark.api.type;

import java.io.Serializable;

/**
 * Turns values of one type into bytes and back, copies, compares and hashes them.
 *
 * <p><b>Format.</b> A serializer writes at least one byte for every value, and reads back exactly the bytes it wrote. Bytes
 * and hashes are persistent: state and savepoints hold them. For key types ({@link TypeInformation#isKeyType()}) two
 * values are {@link #equal} if and only if their bytes are.
 *
 * <p><b>Null.</b> A value handed to {@code serialize}, {@code copy}, {@code hash} or {@code equal} is not null, unless a
 * serializer says that it takes null ({@link NullableSerializer}). Inside of values null is kept: in fields of POJOs,
 * records and tuples whose type is a reference, in elements of lists, sets and object arrays, in keys and values of maps.
 *
 * <p><b>Threads.</b> A serializer may use scratch space and is used by one thread at a time. Each task has its own: from
 * {@link TypeInformation#createSerializer()}, or by Java serialization, after which a serializer works in the class
 * loader it was read in.
 *
 * @param <T> type of the values
 */
public interface TypeSerializer<T> extends Serializable {

    /** Appends the value's bytes. */
    void serialize(T value, BinaryWriter out);

    /**
     * Reads one value.
     *
     * @throws CorruptDataException if the bytes are not those of a value
     */
    T deserialize(BinaryReader in);

    /** A value that is equal, and that no change of the given one reaches: the same reference if it is immutable. */
    T copy(T value);

    /** Whether no value can change after it was made, so that {@link #copy} costs nothing. */
    boolean isImmutable();

    /** A hash of the value alone: the same in every JVM and for ever, whatever {@link Object#hashCode} says. */
    int hash(T value);

    /** Whether two values are the same value; arrays are compared by content, structures field by field. */
    default boolean equal(T a, T b) {
        return a.equals(b);
    }

    /**
     * A reader of what another serializer wrote, for state of an earlier version of the job. It is asked of serializers
     * from outside of Tidemark when the stored schema is not theirs; for its own, Tidemark knows by the rules of {@link
     * SchemaComparison}.
     *
     * @return null when values of that schema cannot be read
     */
    default ValueReader<T> readerOf(SerializerSnapshot stored) {
        return null;
    }

    /**
     * Whether any two values of a schema that {@link #readerOf} reads still differ once they are read. It is asked where they are
     * keys of a map or elements of a set, of which two that become one would be one less: then only a serializer that says yes
     * takes them over.
     */
    default boolean keepsApart(SerializerSnapshot stored) {
        return false;
    }

    /** What the bytes look like, as data. It is stored beside the bytes and tells later whether they still fit. */
    SerializerSnapshot schema();
}
