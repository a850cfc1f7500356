package io.tidemark.checkpoint.store;

/**
 * An entry whose key is a number: it is here and not in an object of its own, which would be one more place in memory to wait
 * for.
 */
final class NumberEntry extends Entry {
    /** The key's bits, as the {@code NumberKind} of the table lays them out. */
    final long keyBits;

    NumberEntry(long keyBits, int hash, Object value) {
        super(null, hash, value);
        this.keyBits = keyBits;
    }

    @Override
    Entry withValue(Object other) {
        return new NumberEntry(keyBits, hash, other);
    }
}
