package io.tidemark.checkpoint.store;

/**
 * The entries of the keys that come next in a table, found together ahead of their turn: keys come in the order in which they were
 * announced, so that each of them is compared with one entry and not looked up again. Used by the task's thread only.
 */
final class ExpectedEntries {
    private static final int KEYS = EntryTouch.ENTRIES;

    private final HashIndex<Entry> index;
    private final int[] hashes = new int[KEYS];
    /** What the index probably has for each hash; null for nothing. */
    private final Keyed[] found = new Keyed[KEYS];

    private int count;
    /** Where the key that was asked for last stands. */
    private int at;
    /** {@link HashIndex#departures} when the entries were found: none of them has left the index while it is the same. */
    private int departures;

    ExpectedEntries(HashIndex<Entry> index) {
        this.index = index;
    }

    /** Finds the entries of up to {@link EntryTouch#ENTRIES} keys, and brings them into the processor's caches. */
    void find(int[] keyHashes, int keys, EntryTouch touch) {
        count = Math.min(KEYS, keys);
        at = 0;
        departures = index.departures();
        System.arraycopy(keyHashes, 0, hashes, 0, count);
        index.touch(hashes, count, found);
        touch.look(found, count);
    }

    /** The entry of the current key; null when it was not found ahead, which says nothing about whether there is one. */
    Entry of(CurrentKey current) {
        int hash = current.hash();
        int place = at;
        while (place < count && hashes[place] != hash) {
            place++;
        }
        if (place >= count) {
            // Other keys come than were announced.
            count = 0;
            return null;
        }
        at = place;
        Entry entry = (Entry) found[place];
        return entry != null && departures == index.departures() && index.isOf(entry, current) ? entry : null;
    }
}
