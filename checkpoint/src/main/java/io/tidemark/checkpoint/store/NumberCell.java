package io.tidemark.checkpoint.store;

/**
 * A number as the cache keeps it. It is changed in place: to put another boxed number into an entry that has lived for long
 * costs the garbage collector more than all the rest of an update.
 */
final class NumberCell {
    /** The number's bits, as its {@link NumberKind} lays them out. */
    long bits;

    NumberCell(long bits) {
        this.bits = bits;
    }
}
