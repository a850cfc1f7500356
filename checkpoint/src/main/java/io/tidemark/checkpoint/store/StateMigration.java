package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.timer.TimerColumn;

/**
 * Rewrites the values of one state, entry by entry, from the form in which they were stored to the declared one. The keys
 * stay, but for the state's number in them. It holds one entry and one batch at a time; the snapshot that the database came from is not touched.
 */
final class StateMigration {
    private static final byte[] NOTHING = {};

    private final StateDatabase database;
    private final KeyGroupRange keyGroups;

    StateMigration(StateDatabase database, KeyGroupRange keyGroups) {
        this.database = database;
        this.keyGroups = keyGroups;
    }

    /**
     * Rewrites the entries of a state, and puts them under its number if they are under another one.
     *
     * @param from the number that stands for them
     * @param to the number of the state
     * @param format reads values as they were stored, and writes them as they are declared; null to leave them
     * @return how many there were
     */
    long rewrite(int from, int to, ValueFormat format) {
        BinaryWriter prefix = new BinaryWriter(4);
        BinaryWriter value = new BinaryWriter(256);
        BinaryReader stored = new BinaryReader();
        LongPass pass = new LongPass("state was rewritten");
        try (DatabaseBatch batch = database.batch()) {
            for (int group = keyGroups.first(); group <= keyGroups.last(); group++) {
                prefix.reset();
                prefix.writeShort(group);
                prefix.writeShort(from);
                byte[] first = prefix.toByteArray();
                byte[] end = StateKeyFormat.endOf(first);
                try (DatabaseScan scan = database.scan(Column.STATE, first, end)) {
                    for (; scan.isValid(); scan.next()) {
                        pass.onEntry();
                        byte[] bytes = scan.value();
                        if (format != null) {
                            stored.wrap(bytes, 0, bytes.length);
                            value.reset();
                            rewrite(stored, format, value);
                            bytes = value.toByteArray();
                        }
                        batch.put(Column.STATE, under(to, scan.key(), StateKeyFormat.STATE_ID_AT), bytes);
                    }
                }
                if (from != to) {
                    batch.deleteRange(Column.STATE, first, end);
                }
            }
            batch.write();
        }
        return pass.entries();
    }

    private static void rewrite(BinaryReader stored, ValueFormat format, BinaryWriter value) {
        Object read = format.read(stored);
        if (stored.remaining() > 0) {
            throw new CorruptDataException(
                    stored.position(), stored.remaining() + " bytes are left behind a stored value");
        }
        format.write(read, value);
    }

    /** Puts the timers of a group under its number. */
    void renumberTimers(int from, int to) {
        TimerLookUps lookUps = new TimerLookUps();
        try (DatabaseBatch batch = database.batch()) {
            for (int group = keyGroups.first(); group <= keyGroups.last(); group++) {
                try (DatabaseScan scan = TimerLookUps.scanTimes(database, group)) {
                    for (; scan.isValid(); scan.next()) {
                        byte[] time = scan.key();
                        if (TimerColumn.groupOf(time) == from) {
                            batch.delete(Column.TIMERS, time);
                            byte[] moved = TimerColumn.underGroup(to, time);
                            batch.put(Column.TIMERS, moved, NOTHING);
                            lookUps.put(batch, moved);
                        }
                    }
                }
                byte[] before = TimerColumn.lookUps(group, from);
                batch.deleteRange(Column.TIMERS, before, StateKeyFormat.endOf(before));
            }
            batch.write();
        }
    }

    private static byte[] under(int id, byte[] key, int idAt) {
        key[idAt] = (byte) (id >>> 8);
        key[idAt + 1] = (byte) id;
        return key;
    }
}
