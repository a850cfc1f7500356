package io.tidemark.checkpoint.store;

/** Something that is found by a key. */
abstract class Keyed {
    /** Null when the key is a number, see {@link NumberEntry}. */
    final Object key;
    /** {@code TypeSerializer.hash} of the key. */
    final int hash;

    Keyed(Object key, int hash) {
        this.key = key;
        this.hash = hash;
    }
}
