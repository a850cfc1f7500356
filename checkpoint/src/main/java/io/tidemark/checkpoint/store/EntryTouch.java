package io.tidemark.checkpoint.store;

import java.util.Arrays;

/**
 * Brings entries with their keys and values into the processor's caches, some at a time, so that they are waited for together
 * and not one after the other. Changes nothing; used by one thread.
 */
final class EntryTouch {
    /** So many at a time that they stay in the first cache until they are used. */
    static final int ENTRIES = 32;

    private final Entry[] entries = new Entry[ENTRIES];
    /** What was read, so that the compiler takes no read away. */
    private int touched;

    /** Touches up to {@link #ENTRIES} entries, from the one at a place of the order on. */
    void of(Entry[] order, int from, int end) {
        int count = Math.min(ENTRIES, end - from);
        System.arraycopy(order, from, entries, 0, count);
        of(entries, count);
    }

    /** Touches some entries, null ones excepted, and lets go of them. */
    void of(Keyed[] candidates, int count) {
        look(candidates, count);
        Arrays.fill(candidates, 0, count, null);
    }

    /** Touches some entries, null ones excepted. */
    void look(Keyed[] candidates, int count) {
        int seen = 0;
        for (int i = 0; i < count; i++) {
            Keyed candidate = candidates[i];
            if (candidate != null) {
                seen += candidate.hash;
            }
            // Its first and its last field: it may stand across two of the cache's lines.
            if (candidate instanceof NumberEntry number) {
                seen += (int) number.keyBits;
            }
        }
        for (int i = 0; i < count; i++) {
            if (candidates[i] instanceof Entry entry) {
                Object key = entry.key;
                seen += key != null && key.getClass() == Long.class ? 1 : 0;
                Object value = entry.value;
                seen += value != null && value.getClass() == NumberCell.class ? 1 : 0;
            }
        }
        touched += seen;
    }
}
