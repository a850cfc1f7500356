package io.tidemark.checkpoint.store;

import java.util.Arrays;

/**
 * The entries of one table that were changed in one epoch. It grows without copying more than a chunk, and forgets an
 * entry by moving the last into its place. Filled by the task's thread, then read by one that writes them.
 */
final class DirtyEntries {
    private static final int SHIFT = 10;
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;

    final StateTable table;
    final StateChanges changes;
    final int epoch;
    /** Those of the epoch before in which the table was changed, if nobody had begun to write them; else null. */
    DirtyEntries earlier;
    /** Index in {@link StateChanges}; kept by it. */
    int changesIndex;

    private Entry[][] chunks = {new Entry[4]};
    private int size;

    DirtyEntries(StateTable table, StateChanges changes, DirtyEntries earlier) {
        this.table = table;
        this.changes = changes;
        this.epoch = changes.epoch;
        this.earlier = earlier;
    }

    /** The given ones without those, and the earlier ones of those, that are being written or were; null for none. */
    static DirtyEntries open(DirtyEntries last, int openFrom) {
        if (last == null || last.epoch < openFrom) {
            return null;
        }
        for (DirtyEntries one = last; one.earlier != null; one = one.earlier) {
            if (one.earlier.epoch < openFrom) {
                one.earlier = null;
                break;
            }
        }
        return last;
    }

    int size() {
        return size;
    }

    Entry get(int index) {
        return chunks[index >>> SHIFT][index & MASK];
    }

    /**
     * Whether an entry that is listed here has to be written from here. It has not when it was changed again, or forgotten,
     * before what is being written was frozen. May be asked while the task's thread changes entries.
     *
     * @param lastEpoch the last one that was frozen
     */
    boolean isCurrent(Entry entry, int lastEpoch) {
        int now = entry.dirtyEpoch;
        return now == epoch || now > lastEpoch;
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
