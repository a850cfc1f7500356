package io.tidemark.checkpoint.store;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.NumberKind;

/** One declared state: what it is called, how its bytes look, and its tables in the cache. */
final class StateDefinition {
    private final int id;
    private final String name;
    private final StateKind kind;
    private final StateSerializers task;
    private final StateSerializers snapshot;
    /** What the keys of entries are when they are numbers; else null. */
    private final NumberKind innerNumber;

    private final StateTable onlyTable;
    private final HashIndex<StateTable> tables;

    final EntrySize entrySize = new EntrySize();
    /** The database may hold outer keys that have no table here. */
    boolean incomplete;
    /** Where the evictor goes on among the tables. */
    int hand;
    /** The table that was used last, of a state that has several; may be detached. */
    StateTable lastTable;
    /** How many entries the next table will probably have: as many as the one that was dropped last. Counts for one table. */
    int expectedEntries;

    /**
     * @param incomplete whether the database may hold something of this state already
     */
    StateDefinition(
            int id, String name, StateKind kind, StateSerializers task, StateSerializers snapshot, boolean incomplete) {
        this.id = id;
        this.name = name;
        this.kind = kind;
        this.task = task;
        this.snapshot = snapshot;
        this.incomplete = incomplete;
        this.innerNumber = NumberKind.ofKeys(task.inner());
        if (task.outer() == null) {
            this.tables = null;
            this.onlyTable = new StateTable(this, null, 0);
            this.onlyTable.incomplete = incomplete;
        } else {
            this.tables = new HashIndex<>(task.outer());
            this.onlyTable = null;
        }
    }

    /** What stands for the state in the database's keys. */
    int id() {
        return id;
    }

    String name() {
        return name;
    }

    StateKind kind() {
        return kind;
    }

    /** For the task's thread. */
    StateSerializers task() {
        return task;
    }

    /** For the thread that writes snapshots. */
    StateSerializers snapshot() {
        return snapshot;
    }

    TypeSerializer<Object> innerSerializer() {
        return task.inner();
    }

    /** What the keys of entries are when they are numbers, which their entries hold themselves; else null. */
    NumberKind innerNumber() {
        return innerNumber;
    }

    /** The key of an entry; a number is boxed. */
    Object keyOf(Entry entry) {
        return innerNumber == null ? entry.key : innerNumber.box(((NumberEntry) entry).keyBits);
    }

    /** An index for entries of this state. */
    HashIndex<Entry> entryIndex(int expectedEntries) {
        return new HashIndex<>(task.inner(), innerNumber, expectedEntries);
    }

    /** The table of a state that has one only; else null. */
    StateTable onlyTable() {
        return onlyTable;
    }

    /** The table in which the keys of timers are probably looked up; null when nothing says so. */
    StateTable expectedTable() {
        return onlyTable != null ? onlyTable : lastTable;
    }

    /** The tables by outer key; null for a state that has one only. */
    HashIndex<StateTable> tables() {
        return tables;
    }

    /** Whether the key group of an entry is that of the outer key. */
    boolean isGroupedByOuterKey() {
        return kind == StateKind.MAP;
    }
}
