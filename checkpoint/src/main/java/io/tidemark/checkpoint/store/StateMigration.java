package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.checkpoint.key.KeyGroupRange;

/**
 * Rewrites the values of one state, entry by entry, from the form in which they were stored to the declared one. The keys
 * stay. It holds one entry and one batch at a time; the snapshot that the database came from is not touched.
 */
final class StateMigration {
    private final StateDatabase database;
    private final KeyGroupRange keyGroups;

    StateMigration(StateDatabase database, KeyGroupRange keyGroups) {
        this.database = database;
        this.keyGroups = keyGroups;
    }

    /**
     * Rewrites the entries of a state.
     *
     * @param format reads values as they were stored, and writes them as they are declared
     * @return how many there were
     */
    long rewrite(int stateId, ValueFormat format) {
        BinaryWriter prefix = new BinaryWriter(4);
        BinaryWriter value = new BinaryWriter(256);
        BinaryReader stored = new BinaryReader();
        long entries = 0;
        try (DatabaseBatch batch = database.batch()) {
            for (int group = keyGroups.first(); group <= keyGroups.last(); group++) {
                prefix.reset();
                prefix.writeShort(group);
                prefix.writeShort(stateId);
                byte[] first = prefix.toByteArray();
                try (DatabaseScan scan = database.scan(Column.STATE, first, StateKeyFormat.endOf(first))) {
                    for (; scan.isValid(); scan.next()) {
                        byte[] bytes = scan.value();
                        stored.wrap(bytes, 0, bytes.length);
                        Object read = format.read(stored);
                        if (stored.remaining() > 0) {
                            throw new CorruptDataException(
                                    stored.position(), stored.remaining() + " bytes are left behind a stored value");
                        }
                        value.reset();
                        format.write(read, value);
                        batch.put(Column.STATE, scan.key(), value.toByteArray());
                        entries++;
                    }
                }
            }
            batch.write();
        }
        return entries;
    }
}
