package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.timer.TimerColumn;

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
        try (DatabaseBatch batch = database.batch()) {
            for (int group = keyGroups.first(); group <= keyGroups.last(); group++) {
                try (DatabaseScan scan = TimerLookUps.scanTimes(database, group)) {
                    for (; scan.isValid(); scan.next()) {
                        byte[] time = scan.key();
                        if (TimerColumn.groupOf(time) == groupId) {
                            batch.delete(Column.TIMERS, time);
                        }
                    }
                }
                byte[] lookUps = TimerColumn.lookUps(group, groupId);
                batch.deleteRange(Column.TIMERS, lookUps, StateKeyFormat.endOf(lookUps));
            }
            batch.write();
        }
    }
}
