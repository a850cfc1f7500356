package io.tidemark.checkpoint.store;

/**
 * A cached value. The task's thread changes it, until it is frozen: then key, hash and value stay as they are until they
 * are written, and a change is made to another entry that takes its place.
 */
class Entry extends Keyed {
    /** The database may hold the key. */
    private static final int STORED = 1;
    /** Used since the evictor last came by. */
    private static final int REFERENCED = 2;
    /** A copy of a frozen entry that no snapshot knows, so that it can be changed in place. */
    private static final int PRIVATE = 4;

    /** Null when it is known that the key has none. */
    Object value;
    /** The epoch of the last changes that hold this entry; 0 when it is as the database has it, or gone. */
    int dirtyEpoch;
    /** Index in {@link DirtyEntries}; kept by it. */
    int dirtyIndex;
    /** What the entry takes of the heap, by estimate. */
    int bytes;

    private byte flags;

    Entry(Object key, int hash, Object value) {
        super(key, hash);
        this.value = value;
        this.flags = REFERENCED;
    }

    /** Another entry of the same key. */
    Entry withValue(Object other) {
        return new Entry(key, hash, other);
    }

    /** Whether it says that the key has nothing. */
    boolean isAbsent() {
        return value == null || (value instanceof ElementList list && list.isAbsent());
    }

    boolean isStored() {
        return (flags & STORED) != 0;
    }

    void markStored() {
        flags |= STORED;
    }

    boolean isPrivate() {
        return (flags & PRIVATE) != 0;
    }

    void markPrivate() {
        flags |= PRIVATE;
    }

    void clearPrivate() {
        flags &= ~PRIVATE;
    }

    boolean isReferenced() {
        return (flags & REFERENCED) != 0;
    }

    void markReferenced() {
        if ((flags & REFERENCED) == 0) {
            flags |= REFERENCED;
        }
    }

    void clearReferenced() {
        flags &= ~REFERENCED;
    }
}
