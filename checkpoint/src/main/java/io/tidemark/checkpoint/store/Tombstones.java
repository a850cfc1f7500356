package io.tidemark.checkpoint.store;

import java.util.ArrayList;
import java.util.List;

/**
 * What the cache kept only until the database knew that it is gone. Collected by the thread that writes a snapshot, then
 * handed to the task's thread, which takes a few of them out at a time.
 */
final class Tombstones {
    private final List<StateTable> tables = new ArrayList<>();
    /** The deleted entry of the table at the same index; null for a table that was dropped. */
    private final List<Entry> entries = new ArrayList<>();

    void add(StateTable table, Entry entry) {
        tables.add(table);
        entries.add(entry);
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    StateTable lastTable() {
        return tables.get(tables.size() - 1);
    }

    Entry lastEntry() {
        return entries.get(entries.size() - 1);
    }

    void removeLast() {
        tables.remove(tables.size() - 1);
        entries.remove(entries.size() - 1);
    }
}
