package io.tidemark.checkpoint.store;

import java.util.ArrayList;
import java.util.List;

/**
 * What was changed in one epoch, that is, between two snapshots or a part of that time. Tables are dropped first, then
 * entries written. An entry that was changed again later is still listed here, but belongs to the later epoch.
 */
final class StateChanges {
    final int epoch;
    final List<TableDrop> drops = new ArrayList<>();
    private final List<DirtyEntries> dirty = new ArrayList<>();
    private int entries;

    StateChanges(int epoch) {
        this.epoch = epoch;
    }

    boolean isEmpty() {
        return drops.isEmpty() && dirty.isEmpty();
    }

    /** How many entries are listed. */
    int entries() {
        return entries;
    }

    List<DirtyEntries> dirty() {
        return dirty;
    }

    /** @param openFrom changes of lower epochs are, or were, being written */
    void add(Entry entry, StateTable table, int openFrom) {
        DirtyEntries last = table.dirty;
        if (last == null || last.epoch != epoch) {
            table.stored |= table.wasFrozen(openFrom);
            last = new DirtyEntries(table, this, DirtyEntries.open(last, openFrom));
            table.dirty = last;
            last.changesIndex = dirty.size();
            dirty.add(last);
        }
        last.add(entry);
        entries++;
    }

    /** Forgets the change of an entry that was last changed in this epoch, in which changes are still collected. */
    void remove(Entry entry, StateTable table) {
        table.dirty.remove(entry);
        entries--;
        if (table.dirty.size() == 0) {
            DirtyEntries earlier = table.dirty.earlier;
            forget(table.dirty);
            table.dirty = earlier;
        }
    }

    /** Forgets all changes of a table's entries in this epoch. */
    void forget(DirtyEntries forgotten) {
        DirtyEntries last = dirty.remove(dirty.size() - 1);
        if (last != forgotten) {
            dirty.set(forgotten.changesIndex, last);
            last.changesIndex = forgotten.changesIndex;
        }
        entries -= forgotten.size();
    }
}
