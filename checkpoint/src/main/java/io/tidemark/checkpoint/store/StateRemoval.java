package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.timer.StoredTimer;

/** Removes whole states and whole groups of timers from a database. Used by one thread. */
final class StateRemoval {
    private final StateDatabase database;
    private final KeyGroupRange keyGroups;

    StateRemoval(StateDatabase database, KeyGroupRange keyGroups) {
        this.database = database;
        this.keyGroups = keyGroups;
    }

    /** @param stateId what stands for the state in the database's keys */
    void removeState(int stateId) {
        try (DatabaseBatch batch = database.batch()) {
            for (int group = keyGroups.first(); group <= keyGroups.last(); group++) {
                byte[] prefix = {(byte) (group >>> 8), (byte) group, (byte) (stateId >>> 8), (byte) stateId};
                batch.deleteRange(Column.STATE, prefix, StateKeyFormat.endOf(prefix));
            }
            batch.write();
        }
    }

    /** @param groupId what stands for the group in the stored form of its timers */
    void removeTimers(int groupId) {
        byte[] first = StateKeyFormat.keyGroupPrefix(keyGroups.first());
        byte[] end = StateKeyFormat.keyGroupPrefix(keyGroups.last() + 1);
        try (DatabaseBatch batch = database.batch();
                DatabaseScan scan = database.scan(Column.TIMERS, first, end)) {
            for (; scan.isValid(); scan.next()) {
                if (StoredTimer.of(scan.key()).group() == groupId) {
                    batch.delete(scan.key());
                }
            }
            batch.write();
        }
    }
}
