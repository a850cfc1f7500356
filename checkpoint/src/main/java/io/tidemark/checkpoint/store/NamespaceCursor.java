package io.tidemark.checkpoint.store;

import io.tidemark.api.operator.NamespacedState;

/**
 * A walk over the entries of a namespace: the cached ones by slot, then those that only the database has. While it lasts the
 * table's entries keep their slots: nothing is evicted from it, or brought into it.
 */
final class NamespaceCursor<V> implements NamespacedState.Cursor<V> {
    private final StateCache cache;
    private final StateReader reader;
    /** Null when there is nothing to walk over. */
    private final StateTable table;

    private final int version;
    private int nextSlot;
    private int touchedTo;
    private final EntryTouch touch = new EntryTouch();
    private final Keyed[] ahead = new Keyed[EntryTouch.ENTRIES];
    private TableScan scan;
    /** The entry the walk is at; null when only the database has it. */
    private Entry entry;
    /** Null while nobody has asked for the key of {@link #entry}. */
    private Object key;

    private int keyHash;
    private Object value;
    private boolean closed;

    NamespaceCursor(StateCache cache, StateReader reader, StateTable table) {
        this.cache = cache;
        this.reader = reader;
        this.table = table;
        this.version = table == null ? 0 : table.version;
        if (table != null) {
            table.walkers++;
        }
    }

    @Override
    public boolean next() {
        if (table == null || closed) {
            return false;
        }
        if (table.version != version) {
            throw new IllegalStateException("namespace " + table.key + " of state \"" + table.state.name()
                    + "\" was written or dropped while it was being walked over");
        }
        return nextCached() || nextStored();
    }

    private boolean nextCached() {
        HashIndex<Entry> entries = table.entries();
        while (nextSlot < entries.capacity()) {
            if (nextSlot == touchedTo) {
                touchAhead(entries);
            }
            Entry found = entries.at(nextSlot++);
            if (found != null && found.value != null) {
                Entry readable = cache.readable(table, found);
                entry = readable;
                key = null;
                keyHash = readable.hash;
                value = readable.value;
                return true;
            }
        }
        return false;
    }

    /** The entries of the next slots are waited for together. They are not kept: one may be replaced by an equal one. */
    private void touchAhead(HashIndex<Entry> entries) {
        touch.of(ahead, entries.entriesAt(nextSlot, EntryTouch.ENTRIES, ahead));
        touchedTo = nextSlot + EntryTouch.ENTRIES;
    }

    private boolean nextStored() {
        if (!table.incomplete) {
            return false;
        }
        if (scan == null) {
            scan = reader.scan(table);
        }
        while (scan.next()) {
            Object storedKey = scan.key();
            int hash = table.state.innerSerializer().hash(storedKey);
            if (table.entries().find(storedKey, hash) == null) {
                entry = null;
                key = storedKey;
                keyHash = hash;
                value = scan.value();
                return true;
            }
        }
        return false;
    }

    @Override
    public Object key() {
        if (key == null && entry != null) {
            key = table.keyOf(entry);
        }
        return key;
    }

    @Override
    public int keyHash() {
        return keyHash;
    }

    @Override
    @SuppressWarnings("unchecked")
    public V value() {
        return (V) value;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (scan != null) {
            scan.close();
        }
        if (table != null && table.version == version) {
            table.walkers--;
        }
    }
}
