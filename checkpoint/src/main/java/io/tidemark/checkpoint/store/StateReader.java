package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.checkpoint.key.KeyGroupRange;

/** Reads entries from the database. Used by the task's thread. */
final class StateReader {
    private final StateDatabase database;
    private final KeyGroupRange keyGroups;
    private final StateKeyFormat keys;
    private final BinaryReader value = new BinaryReader();

    StateReader(StateDatabase database, KeyGroupRange keyGroups, int maxParallelism) {
        this.database = database;
        this.keyGroups = keyGroups;
        this.keys = new StateKeyFormat(maxParallelism, StateDefinition::task);
    }

    /** The value of a key, or null. */
    Object read(StateTable table, Object key, int hash) {
        if (!database.get(keys.entry(table, key, hash), value)) {
            return null;
        }
        return table.state.task().values().read(value);
    }

    /** Walks what the database has of a table. */
    TableScan scan(StateTable table) {
        return new TableScan(database, keys, table, keyGroupsOf(table));
    }

    /** Whether the database has anything of a table. */
    boolean holdsAny(StateTable table) {
        try (TableScan scan = scan(table)) {
            return scan.next();
        }
    }

    KeyGroupRange keyGroupsOf(StateTable table) {
        return keys.keyGroupsOf(table, keyGroups);
    }
}
