package io.tidemark.checkpoint.store;

import java.util.ArrayList;
import java.util.List;

/** What was changed in one epoch, that is, between two snapshots. Tables are dropped first, then entries written. */
final class StateChanges {
    final int epoch;
    final List<TableDrop> drops = new ArrayList<>();
    private final List<DirtyEntries> dirty = new ArrayList<>();

    StateChanges(int epoch) {
        this.epoch = epoch;
    }

    boolean isEmpty() {
        return drops.isEmpty() && dirty.isEmpty();
    }

    List<DirtyEntries> dirty() {
        return dirty;
    }

    void add(Entry entry, StateTable table) {
        DirtyEntries entries = table.dirty;
        if (entries == null || entries.epoch != epoch) {
            table.stored |= entries != null;
            entries = new DirtyEntries(table, epoch);
            table.dirty = entries;
            entries.changesIndex = dirty.size();
            dirty.add(entries);
        }
        entries.add(entry);
    }

    void remove(Entry entry, StateTable table) {
        table.dirty.remove(entry);
        if (table.dirty.size() == 0) {
            forget(table);
        }
    }

    /** Forgets all changes of a table's entries. */
    void forget(StateTable table) {
        DirtyEntries entries = table.dirty;
        if (entries != null && entries.epoch == epoch) {
            DirtyEntries last = dirty.remove(dirty.size() - 1);
            if (last != entries) {
                dirty.set(entries.changesIndex, last);
                last.changesIndex = entries.changesIndex;
            }
            table.dirty = null;
        }
    }
}
