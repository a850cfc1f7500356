package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.timer.TimerColumn;

/** Puts entries of the look-up index beside entries of the time index of timers. Used by one thread. */
final class TimerLookUps {
    private final BinaryWriter key = new BinaryWriter(64);
    private final BinaryWriter value = new BinaryWriter(Long.BYTES);

    void put(DatabaseBatch batch, byte[] time) {
        key.reset();
        TimerColumn.writeLookUpKey(time, 0, time.length, key);
        value.reset();
        TimerColumn.writeLookUpValue(time, 0, value);
        batch.put(Column.TIMERS, key, value);
    }

    /**
     * Makes the look-up index of a database that has only the time index.
     *
     * @return how many timers there are
     */
    long make(StateDatabase database, KeyGroupRange keyGroups) {
        LongPass pass = new LongPass("the look-up index of timers was made");
        try (DatabaseBatch batch = database.batch()) {
            for (int group = keyGroups.first(); group <= keyGroups.last(); group++) {
                try (DatabaseScan scan = scanTimes(database, group)) {
                    for (; scan.isValid(); scan.next()) {
                        pass.onEntry();
                        put(batch, scan.key());
                    }
                }
            }
            batch.write();
        }
        return pass.entries();
    }

    /** Walks the time index of a key group. */
    static DatabaseScan scanTimes(StateDatabase database, int keyGroup) {
        return database.scan(Column.TIMERS, StateKeyFormat.keyGroupPrefix(keyGroup), TimerColumn.endOfTimes(keyGroup));
    }
}
