package io.tidemark.checkpoint.store;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A walk over the entries of one key's map as they are when it begins: the cached ones, then, a piece at a time, those that
 * only the database has. It holds the map keys of the former and one piece of the latter, and nothing native. The map may be
 * written meanwhile: entries that go are left out, and others that come may be.
 */
final class MapWalk {
    private static final int PIECE_BYTES = 64 << 10;

    private final StateCache cache;
    private final StateReader reader;
    private final StateDefinition state;
    private final Object key;
    private final int hash;
    /** The cached entries that were there at the beginning. */
    private final List<Entry> cached = new ArrayList<>();
    /** The same by map key, when there is more in the database. */
    private HashIndex<Entry> walked;

    private int nextCached;
    private StoredEntries piece;
    private int nextStored;
    private boolean isOver;
    private boolean isAhead;
    private Object mapKey;
    private Object storedValue;

    /** @param maxCachedBytes up to how many stored bytes a map is brought into the cache whole */
    MapWalk(StateCache cache, StateReader reader, StateDefinition state, Object key, int hash, int maxCachedBytes) {
        this.cache = cache;
        this.reader = reader;
        this.state = state;
        this.key = key;
        this.hash = hash;
        StateTable table = table();
        if (table == null) {
            isOver = true;
            return;
        }
        if (table.incomplete) {
            piece = reader.entries(table, null, maxCachedBytes);
            if (piece.next() == null) {
                cache.complete(table, piece);
            }
        }
        HashIndex<Entry> entries = table.entries();
        for (int slot = 0; slot < entries.capacity(); slot++) {
            Entry entry = entries.at(slot);
            if (entry != null && entry.value != null) {
                cached.add(entry);
            }
        }
        isOver = !table.incomplete;
        if (!isOver) {
            walked = state.entryIndex(0);
            cached.forEach(walked::add);
        }
    }

    private StateTable table() {
        return cache.findTable(state, key, hash);
    }

    boolean hasNext() {
        isAhead = isAhead || advance();
        return isAhead;
    }

    /** Goes to the next entry; there has to be one. */
    void next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        isAhead = false;
    }

    /** The map key of the entry that the walk is at. */
    Object mapKey() {
        return mapKey;
    }

    /** The value as the database has it, for an entry that is not cached; null for one that was. */
    Object storedValue() {
        return storedValue;
    }

    private boolean advance() {
        while (nextCached < cached.size()) {
            Entry entry = cached.get(nextCached++);
            if (isPresent(entry)) {
                mapKey = state.keyOf(entry);
                storedValue = null;
                return true;
            }
        }
        while (!isOver) {
            while (nextStored < piece.size()) {
                int at = nextStored++;
                if (isNew(piece.keys().get(at), piece.hashes()[at])) {
                    mapKey = piece.keys().get(at);
                    storedValue = piece.values().get(at);
                    return true;
                }
            }
            readPiece();
        }
        return false;
    }

    /** Whether an entry that was cached at the beginning was not removed since. */
    private boolean isPresent(Entry entry) {
        StateTable table = table();
        if (table == null) {
            return false;
        }
        Entry now = table.entries().findSame(entry);
        return now == null ? table.incomplete : now.value != null;
    }

    /** Whether a stored entry was not walked over among the cached ones, and was not removed since it was stored. */
    private boolean isNew(Object stored, int storedHash) {
        if (walked.find(stored, storedHash) != null) {
            return false;
        }
        StateTable table = table();
        if (table == null) {
            return false;
        }
        Entry now = table.entries().find(stored, storedHash);
        return now == null ? table.incomplete : now.value != null;
    }

    private void readPiece() {
        StateTable table = table();
        // A map that was cleared meanwhile has nothing in the database that counts.
        if (table == null || !table.incomplete || piece.next() == null) {
            isOver = true;
            return;
        }
        piece = reader.entries(table, piece.next(), PIECE_BYTES);
        nextStored = 0;
    }
}
