package io.tidemark.checkpoint.store;

/**
 * The cached entries under one outer key: of a namespace, by key; of a key of a map state, by map key; or, without an outer
 * key, of a whole state, by key. What the thread that writes a snapshot sees of it never changes.
 */
final class StateTable extends Keyed {
    /** What a table takes of the heap without its entries, by estimate. */
    static final int BYTES = 200;

    final StateDefinition state;
    private HashIndex<Entry> entries;
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
        this.entries = new HashIndex<>(state.innerSerializer(), expectedEntries);
    }

    HashIndex<Entry> entries() {
        return entries;
    }

    /** Forgets everything, as if the database had nothing of this table either. */
    void clear() {
        invalidateWalkers();
        entries = new HashIndex<>(state.innerSerializer());
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
