package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Removes from the database what has had its time, a bounded bit with each snapshot, going round over the states that grow
 * old. It does so on the thread that writes the snapshot, after the frozen entries and before the picture is taken, when
 * nobody else writes. An entry that is cached as well is no obstacle: if it was changed since, it will be written again; if
 * not, it is over there too.
 */
final class TtlDatabaseCleaner {
    private static final int MAX_ENTRIES = 20_000;
    /** What looking for a place costs, in entries. */
    private static final int SEEK_ENTRIES = 8;

    private final KeyGroupRange keyGroups;
    /** The key to go on from; null for the beginning. */
    private byte[] position;

    private int visited;

    TtlDatabaseCleaner(KeyGroupRange keyGroups) {
        this.keyGroups = keyGroups;
    }

    void clean(StateDatabase database, DatabaseBatch batch, List<TtlCut> cuts) {
        if (cuts.isEmpty()) {
            return;
        }
        visited = 0;
        // As they lie in the database: else it would go past one for good that is before another of many entries.
        List<TtlCut> inOrder =
                cuts.stream().sorted(Comparator.comparingInt(TtlCut::stateId)).toList();
        byte[] from = position;
        int firstGroup = from == null ? keyGroups.first() : StateKeyFormat.keyGroup(from);
        for (int group = firstGroup; group <= keyGroups.last(); group++) {
            for (TtlCut cut : inOrder) {
                byte[] first = StateKeyFormat.statePrefix(group, cut.stateId());
                byte[] end = StateKeyFormat.endOf(first);
                if (from != null && Arrays.compareUnsigned(from, end) >= 0) {
                    continue;
                }
                boolean isWithin = from != null && Arrays.compareUnsigned(from, first) > 0;
                position = clean(database, batch, cut, isWithin ? from : first, end);
                if (position != null) {
                    return;
                }
            }
        }
        position = null;
    }

    /** Cleans a range; returns the key to go on from, or null when the range is done. */
    private byte[] clean(StateDatabase database, DatabaseBatch batch, TtlCut cut, byte[] first, byte[] end) {
        visited += SEEK_ENTRIES;
        try (DatabaseScan scan = database.scan(Column.STATE, first, end)) {
            for (; scan.isValid(); scan.next()) {
                if (visited++ >= MAX_ENTRIES) {
                    return scan.key();
                }
                if (cut.isOver(scan.beginningOfValue())) {
                    batch.delete(Column.STATE, scan.key());
                }
            }
        }
        return null;
    }
}
