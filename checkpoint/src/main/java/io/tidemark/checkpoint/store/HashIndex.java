package io.tidemark.checkpoint.store;

import io.tidemark.api.type.TypeSerializer;

/**
 * Entries by key: open addressing with linear probing, and the mixed hashes beside the slots, so that a look-up touches an
 * entry only when it is almost certainly the right one. Removing leaves no marks: what stood behind moves back.
 *
 * @param <E> type of the entries
 */
final class HashIndex<E extends Keyed> {
    private static final int FIRST_CAPACITY = 8;

    private final TypeSerializer<Object> keySerializer;
    private int[] hashes = new int[FIRST_CAPACITY];
    private Keyed[] entries = new Keyed[FIRST_CAPACITY];
    private int size;

    HashIndex(TypeSerializer<Object> keySerializer) {
        this.keySerializer = keySerializer;
    }

    /**
     * Spreads a hash over the low bits, which choose the slot. It differs from how a key group is chosen, or else the keys
     * of one subtask would crowd into a part of the slots.
     */
    private static int mix(int hash) {
        int h = hash * 0x9E3779B1;
        return h ^ (h >>> 15);
    }

    int size() {
        return size;
    }

    /** Number of slots. */
    int capacity() {
        return entries.length;
    }

    /** The entry in a slot, or null. */
    @SuppressWarnings("unchecked")
    E at(int slot) {
        return (E) entries[slot];
    }

    @SuppressWarnings("unchecked")
    E find(Object key, int hash) {
        int mixed = mix(hash);
        int[] hashesNow = hashes;
        Keyed[] entriesNow = entries;
        int mask = entriesNow.length - 1;
        for (int slot = mixed & mask; entriesNow[slot] != null; slot = (slot + 1) & mask) {
            if (hashesNow[slot] == mixed) {
                Keyed entry = entriesNow[slot];
                if (entry.key == key || keySerializer.equal(entry.key, key)) {
                    return (E) entry;
                }
            }
        }
        return null;
    }

    /** Adds an entry whose key is not there. */
    void add(E entry) {
        if ((size + 1) * 8L > entries.length * 5L) {
            grow();
        }
        size++;
        insert(mix(entry.hash), entry);
    }

    private void insert(int mixed, Keyed entry) {
        int mask = entries.length - 1;
        int slot = mixed & mask;
        while (entries[slot] != null) {
            slot = (slot + 1) & mask;
        }
        entries[slot] = entry;
        hashes[slot] = mixed;
    }

    private void grow() {
        int[] oldHashes = hashes;
        Keyed[] oldEntries = entries;
        hashes = new int[oldHashes.length * 2];
        entries = new Keyed[oldEntries.length * 2];
        for (int slot = 0; slot < oldEntries.length; slot++) {
            if (oldEntries[slot] != null) {
                insert(oldHashes[slot], oldEntries[slot]);
            }
        }
    }

    /** Puts an entry in the place of one of the same key. */
    void replace(E old, E entry) {
        entries[slotOf(old)] = entry;
    }

    /** Takes out an entry that is there. */
    void remove(E entry) {
        removeAt(slotOf(entry));
    }

    /** Takes out the entry of a slot. Another one may stand there afterwards. */
    void removeAt(int slot) {
        size--;
        int mask = entries.length - 1;
        int hole = slot;
        for (int next = (hole + 1) & mask; entries[next] != null; next = (next + 1) & mask) {
            int distanceFromHome = (next - hashes[next]) & mask;
            if (distanceFromHome >= ((next - hole) & mask)) {
                entries[hole] = entries[next];
                hashes[hole] = hashes[next];
                hole = next;
            }
        }
        entries[hole] = null;
    }

    private int slotOf(E entry) {
        int mask = entries.length - 1;
        int slot = mix(entry.hash) & mask;
        while (entries[slot] != entry) {
            if (entries[slot] == null) {
                throw new IllegalStateException("the entry is not in the index");
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
