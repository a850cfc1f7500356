package io.tidemark.api.operator;

/**
 * A read-only view of a batch of records, as the data path hands it to an operator: parallel arrays
 * of values, timestamps and key hashes. Valid only during the call it was passed to.
 */
public interface Records {
    /** The timestamp of a record that has none. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    int size();

    Object value(int index);

    /** Event time in milliseconds, or {@link #NO_TIMESTAMP}. */
    long timestamp(int index);

    /**
     * The key's hash as the producer computed it ({@code TypeSerializer.hash} of the key); meaningful
     * only on an input that is keyed.
     */
    int keyHash(int index);

    /**
     * Whether the keys of all these records are at hand as numbers, see {@link #keyBits}. They are when the type of the
     * keys is a whole number and the records have come straight from their producer, within the process.
     */
    default boolean hasKeyBits() {
        return false;
    }

    /**
     * The key that the producer has found: a {@code long}, or an {@code int} made one. Asked for only if {@link
     * #hasKeyBits()}.
     */
    default long keyBits(int index) {
        throw new UnsupportedOperationException("the keys of these records are not at hand");
    }
}
