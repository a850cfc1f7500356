package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.NumberKind;

/**
 * The cached entries under one outer key: of a namespace, by key; of a key of a map state, by map key; or, without an outer
 * key, of a whole state, by key. What the thread that writes a snapshot sees of it never changes.
 */
final class StateTable extends Keyed {
    /** What a table takes of the heap without its entries, by estimate. */
    static final int BYTES = 200;

    final StateDefinition state;
    private HashIndex<Entry> entries;
    /** The entries of keys that were announced; null while none were. */
    private ExpectedEntries expected;
    /** The database may hold keys of this table that are not cached here. */
    boolean incomplete;
    /** The database may hold something of this table. */
    boolean stored;
    /** The last changes of this table. */
    DirtyEntries dirty;
    /** Number of entries with a value. */
    int live;
    /** What the entries take of the heap, by estimate. */
    long bytes;
    /** How many cursors walk here. While there are any, entries stay where they are. */
    int walkers;
    /** Grows whenever walking cursors become invalid. */
    int version;
    /** Epoch in which what stood here before was dropped; 0 when the database knows. */
    int dropEpoch;
    /** No longer part of its state. */
    boolean detached;
    /** How often the database was asked for a key that it did not have. */
    int fruitlessReads;
    /** Where the evictor goes on. */
    int hand;

    StateTable(StateDefinition state, Object outerKey, int outerHash) {
        this(state, outerKey, outerHash, 0);
    }

    /** @param expectedEntries how many it will probably have */
    StateTable(StateDefinition state, Object outerKey, int outerHash, int expectedEntries) {
        super(outerKey, outerHash);
        this.state = state;
        this.entries = state.entryIndex(expectedEntries);
    }

    /** An entry for this table, without adding it. */
    Entry newEntry(Object entryKey, int entryHash, Object value) {
        NumberKind number = state.innerNumber();
        return number == null
                ? new Entry(entryKey, entryHash, value)
                : new NumberEntry(number.unbox(entryKey), entryHash, value);
    }

    /** An entry of the current key for this table, without adding it. */
    Entry newEntry(CurrentKey current, Object value) {
        return state.innerNumber() == null
                ? new Entry(current.key(), current.hash(), value)
                : new NumberEntry(current.bits(), current.hash(), value);
    }

    /** The key of an entry of this table; a number is boxed. */
    Object keyOf(Entry entry) {
        return state.keyOf(entry);
    }

    /**
     * Writes the key of an entry of this table.
     *
     * @param serializer of the keys, for the thread that calls
     */
    void writeKey(Entry entry, TypeSerializer<Object> serializer, BinaryWriter out) {
        NumberKind number = state.innerNumber();
        if (number == null) {
            serializer.serialize(entry.key, out);
        } else {
            number.write(((NumberEntry) entry).keyBits, out);
        }
    }

    HashIndex<Entry> entries() {
        return entries;
    }

    /** For keys that are announced. */
    ExpectedEntries expected() {
        if (expected == null) {
            expected = new ExpectedEntries(entries);
        }
        return expected;
    }

    /** The cached entry of the current key, or null. */
    Entry find(CurrentKey current) {
        Entry entry = expected == null ? null : expected.of(current);
        return entry == null ? entries.find(current) : entry;
    }

    /** Forgets everything, as if the database had nothing of this table either. */
    void clear() {
        invalidateWalkers();
        entries = state.entryIndex(0);
        expected = null;
        incomplete = false;
        stored = false;
        dirty = null;
        live = 0;
        fruitlessReads = 0;
        hand = 0;
    }

    /** Whether changes of the last ones, or earlier ones linked to them, are being written or were. */
    boolean wasFrozen(int openFrom) {
        for (DirtyEntries changes = dirty; changes != null; changes = changes.earlier) {
            if (changes.epoch < openFrom) {
                return true;
            }
        }
        return false;
    }

    /** Makes cursors that walk here notice that they cannot go on. */
    void invalidateWalkers() {
        if (walkers > 0) {
            walkers = 0;
            version++;
        }
    }
}
