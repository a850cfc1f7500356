package io.tidemark.checkpoint.store;

import io.tidemark.api.operator.NamespacedState;
import java.util.Objects;

/** Values by namespace and key: a table for each namespace. */
final class CachedNamespacedState<N, V> implements NamespacedState<N, V> {
    private final StateCache cache;
    private final StateReader reader;
    private final CurrentKey current;
    private final StateDefinition state;
    private final LookAhead lookAhead;
    /** The table used last, which is mostly the one that is used next; null when there is none. */
    private StateTable lastTable;
    /** The one before: windows that overlap in arrival are used in turn. */
    private StateTable secondLastTable;
    /** The cached entry of the current key in a table, so that reading a value and then setting it costs one look-up. */
    private Entry lastEntry;

    private StateTable lastEntryTable;
    private long lastEntryStamp = -1;

    CachedNamespacedState(
            StateCache cache, StateReader reader, CurrentKey current, StateDefinition state, LookAhead lookAhead) {
        this.cache = cache;
        this.reader = reader;
        this.current = current;
        this.state = state;
        this.lookAhead = lookAhead;
    }

    /** The table of a namespace, or null when there is certainly nothing in it. */
    private StateTable findTable(N namespace) {
        StateTable last = lastTable;
        if (isTableOf(last, namespace)) {
            return last;
        }
        StateTable second = secondLastTable;
        use(isTableOf(second, namespace) ? second : cache.findTable(state, namespace, hash(namespace)));
        return lastTable;
    }

    /** The table of a namespace, which is made when it is not there. */
    private StateTable table(N namespace) {
        StateTable found = findTable(namespace);
        if (found == null) {
            found = cache.table(state, namespace, hash(namespace));
            use(found);
        }
        return found;
    }

    private void use(StateTable table) {
        secondLastTable = lastTable;
        lastTable = table;
        state.lastTable = table;
    }

    private int hash(N namespace) {
        return state.task().outer().hash(namespace);
    }

    private boolean isTableOf(StateTable table, N namespace) {
        return table != null
                && !table.detached
                && (table.key == namespace || state.task().outer().equal(table.key, namespace));
    }

    private void remember(StateTable table, Entry entry) {
        lastEntry = entry;
        lastEntryTable = table;
        lastEntryStamp = cache.stamp();
    }

    /** The entry of the current key if it is cached. */
    private Entry find(StateTable table) {
        return lastEntryTable == table && lastEntryStamp == cache.stamp() ? lastEntry : cache.find(table, current);
    }

    @Override
    @SuppressWarnings("unchecked")
    public V get(N namespace) {
        StateTable table = findTable(namespace);
        if (table == null) {
            return null;
        }
        Entry entry = cache.load(table, current);
        if (entry == null || entry.value == null) {
            return null;
        }
        Entry readable = cache.readable(table, entry);
        // While a cursor walks over the table, what is loaded does not become a part of it.
        if (table.walkers == 0) {
            remember(table, readable);
        }
        return (V) readable.value;
    }

    @Override
    public void put(N namespace, V value) {
        Objects.requireNonNull(value, "value of a namespaced state");
        StateTable table = table(namespace);
        Entry entry = find(table);
        Entry set = entry != null
                ? cache.set(table, entry, value)
                : cache.insert(table, table.newEntry(current, value), table.incomplete);
        remember(table, set);
    }

    @Override
    public void remove(N namespace) {
        StateTable table = findTable(namespace);
        if (table == null) {
            return;
        }
        Entry entry = find(table);
        if (entry != null) {
            cache.delete(table, entry);
        } else if (table.incomplete) {
            cache.insert(table, table.newEntry(current, null), true);
        }
    }

    @Override
    public void expect(N namespace, int[] keyHashes, int count) {
        StateTable table = isTableOf(lastTable, namespace) ? lastTable : secondLastTable;
        if (!isTableOf(table, namespace)) {
            table = state.tables().find(namespace, hash(namespace));
        }
        if (table != null) {
            lookAhead.over(table, keyHashes, count);
        }
    }

    @Override
    public Cursor<V> cursor(N namespace) {
        return new NamespaceCursor<>(cache, reader, findTable(namespace));
    }

    @Override
    public void drop(N namespace) {
        StateTable table = findTable(namespace);
        if (table != null) {
            cache.drop(table);
        }
        use(null);
        secondLastTable = null;
    }
}
