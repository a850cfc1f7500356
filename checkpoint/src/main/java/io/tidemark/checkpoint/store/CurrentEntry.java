package io.tidemark.checkpoint.store;

/**
 * The entry of the current key in the only table of a state. It is looked up once a key: reading a value and then setting it
 * costs one look-up.
 */
final class CurrentEntry {
    private final StateCache cache;
    private final CurrentKey current;
    private final StateTable table;
    private long stamp = -1;
    /** Null when the key has none, neither here nor in the database. */
    private Entry entry;

    CurrentEntry(StateCache cache, CurrentKey current, StateDefinition state) {
        this.cache = cache;
        this.current = current;
        this.table = state.onlyTable();
    }

    /** The entry with its value, which is not to be changed; null or without a value when there is none. */
    Entry load() {
        if (stamp != cache.stamp()) {
            entry = cache.load(table, current);
            stamp = cache.stamp();
            if (entry != null && entry.key != null) {
                current.share(entry.key);
            }
        }
        return entry;
    }

    /** The value, to be handed out; null when there is none. */
    Object read() {
        Entry loaded = load();
        if (loaded == null) {
            return null;
        }
        entry = cache.readable(table, loaded);
        return entry.value;
    }

    /** Whether the value as it is belongs to a snapshot. */
    boolean isFrozen() {
        return cache.isFrozen(entry);
    }

    /** Whether what was frozen in an epoch is still needed, and could be changed by who gets it. */
    boolean isShared(int frozenEpoch) {
        return frozenEpoch != 0 && table.state.task().values().isMutable() && cache.isUnflushed(frozenEpoch);
    }

    /** Replaces the value, which is not frozen, by an equal one that shares nothing with it. */
    Object replaceByCopy() {
        entry.value = table.state.task().values().copy(entry.value);
        return entry.value;
    }

    void set(Object value) {
        Entry known = entry;
        boolean isKnown = stamp == cache.stamp();
        if (!isKnown) {
            known = cache.find(table, current);
        }
        entry = known != null
                ? cache.set(table, known, value)
                : cache.insert(table, table.newEntry(current, value), !isKnown && table.incomplete);
        stamp = cache.stamp();
    }

    /**
     * The number of the current key, in a state of numbers, for the caller to set; it counts as changed. Null when there is
     * none.
     */
    NumberCell numberToSet() {
        Entry known = stamp == cache.stamp() ? entry : cache.find(table, current);
        if (known == null || known.value == null) {
            return null;
        }
        entry = known;
        stamp = cache.stamp();
        return cache.numberToSet(table, known);
    }

    void clear() {
        Entry known = stamp == cache.stamp() ? entry : cache.find(table, current);
        if (known != null) {
            cache.delete(table, known);
        } else if (stamp != cache.stamp() && table.incomplete) {
            cache.insert(table, table.newEntry(current, null), true);
        }
        stamp = -1;
        entry = null;
    }

    /** Notes that the value has grown without being replaced. */
    void grew(int bytes) {
        cache.resize(table, entry, entry.bytes + bytes);
    }
}
