package io.tidemark.checkpoint.savepoint;

/**
 * How much there is of a state or of a group of timers.
 *
 * @param entries one a key, one an element of a list, one a map key, or one a namespace and key
 * @param bytes of their keys and values, before compression
 * @param isExact false when a part of the key groups was counted and the rest inferred
 */
public record EntryCount(long entries, long bytes, boolean isExact) {
    static final EntryCount NOTHING = new EntryCount(0, 0, true);

    EntryCount plus(EntryCount other) {
        return new EntryCount(entries + other.entries, bytes + other.bytes, isExact && other.isExact);
    }
}
