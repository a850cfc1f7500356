package io.tidemark.checkpoint.store;

import java.util.Arrays;

/**
 * The entries of one table that were changed in one epoch. It grows without copying more than a chunk, and forgets an
 * entry by moving the last into its place.
 */
final class DirtyEntries {
    private static final int SHIFT = 10;
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;

    final StateTable table;
    final int epoch;
    /** Index in {@link StateChanges}; kept by it. */
    int changesIndex;

    private Entry[][] chunks = {new Entry[4]};
    private int size;

    DirtyEntries(StateTable table, int epoch) {
        this.table = table;
        this.epoch = epoch;
    }

    int size() {
        return size;
    }

    Entry get(int index) {
        return chunks[index >>> SHIFT][index & MASK];
    }

    void add(Entry entry) {
        int chunk = size >>> SHIFT;
        int at = size & MASK;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunks.length * 2);
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new Entry[CHUNK];
        } else if (at == chunks[chunk].length) {
            chunks[chunk] = Arrays.copyOf(chunks[chunk], Math.min(CHUNK, at * 4));
        }
        chunks[chunk][at] = entry;
        entry.dirtyEpoch = epoch;
        entry.dirtyIndex = size++;
    }

    void remove(Entry entry) {
        int lastIndex = --size;
        Entry last = get(lastIndex);
        chunks[lastIndex >>> SHIFT][lastIndex & MASK] = null;
        if (last != entry) {
            chunks[entry.dirtyIndex >>> SHIFT][entry.dirtyIndex & MASK] = last;
            last.dirtyIndex = entry.dirtyIndex;
        }
        entry.dirtyEpoch = 0;
    }
}
