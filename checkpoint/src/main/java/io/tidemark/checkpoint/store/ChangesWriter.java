package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.key.KeyGroupRange;
import java.io.IOException;
import java.util.List;

/** Writes changes that were frozen into the database. Used by one thread, which is not the task's. */
final class ChangesWriter {
    /** As the last epoch: only what was not changed again until now is written. */
    static final int UNCHANGED_ONLY = Integer.MAX_VALUE;

    private static final int ENTRIES_PER_PIECE = 4096;

    private final SnapshotContext context;
    private final StateWriter writer;
    private final Tombstones tombstones;
    private final Pace pace;
    private final EntryTouch touch = new EntryTouch();
    private final LongPass pass = new LongPass("changes of state were written");
    private long listed;
    private long written;

    /** What happens between two pieces of the work. */
    interface Pace {
        void betweenPieces() throws IOException;
    }

    /** @param tombstones collects what the cache kept only until the database knows that it is gone */
    ChangesWriter(SnapshotContext context, Tombstones tombstones, Pace pace) {
        this.context = context;
        this.writer = context.writer();
        this.tombstones = tombstones;
        this.pace = pace;
    }

    /** Writes changes of several epochs, the oldest first, as they were at the end of the last. */
    void writeAll(DatabaseBatch batch, List<StateChanges> epochs) throws IOException {
        int lastEpoch = epochs.get(epochs.size() - 1).epoch;
        for (StateChanges changes : epochs) {
            write(batch, changes, lastEpoch);
        }
    }

    /** @param lastEpoch the last one that was frozen, or {@link #UNCHANGED_ONLY} */
    void write(DatabaseBatch batch, StateChanges changes, int lastEpoch) throws IOException {
        writer.writeAsOf(changes.epoch);
        for (TableDrop drop : changes.drops) {
            writer.writeDrop(batch, drop);
            tombstones.add(drop.table(), null);
        }
        for (DirtyEntries entries : changes.dirty()) {
            write(batch, entries, lastEpoch);
        }
    }

    private void write(DatabaseBatch batch, DirtyEntries entries, int lastEpoch) throws IOException {
        boolean mayBeFiles = lastEpoch != UNCHANGED_ONLY && entries.size() >= context.sortedFrom();
        if (mayBeFiles && NumberOrder.isFor(entries)) {
            listed += entries.size();
            writeNumbers(batch, entries, lastEpoch);
            return;
        }
        Entry[] order = writer.orderOf(entries, lastEpoch);
        listed += entries.size();
        if (lastEpoch == UNCHANGED_ONLY || order.length < context.sortedFrom()) {
            write(batch, null, entries, order, lastEpoch);
            return;
        }
        try (SortedFiles files = context.database().sortedFiles()) {
            write(batch, files, entries, order, lastEpoch);
            takeOver(batch, files);
        }
    }

    private void writeNumbers(DatabaseBatch batch, DirtyEntries entries, int lastEpoch) throws IOException {
        NumberOrder numbers = writer.numbersOf(entries, lastEpoch);
        for (Entry absent : numbers.absent()) {
            pass.onEntry();
            writer.write(batch, entries.table, absent);
            tombstones.add(entries.table, absent);
            onWritten();
        }
        boolean isLarge = numbers.size() >= context.sortedFrom();
        try (SortedFiles files = isLarge ? context.database().sortedFiles() : null) {
            int index = 0;
            KeyGroupRange keyGroups = context.keyGroups();
            for (int keyGroup = keyGroups.first(); keyGroup <= keyGroups.last(); keyGroup++) {
                for (; index < numbers.end(keyGroup); index++) {
                    pass.onEntry();
                    writer.write(batch, files, entries.table, keyGroup, numbers, index);
                    onWritten();
                }
            }
            if (isLarge) {
                takeOver(batch, files);
            }
        }
    }

    private static void takeOver(DatabaseBatch batch, SortedFiles files) {
        // No key is in both, and what came before this table is older than the files.
        batch.write();
        files.takeOver();
    }

    private void onWritten() throws IOException {
        if (++written % ENTRIES_PER_PIECE == 0) {
            if (context.isClosed()) {
                throw new IOException("the store was closed while its changes were written");
            }
            pace.betweenPieces();
        }
    }

    /** @param files for the entries that come in the order of the database; null for none */
    private void write(DatabaseBatch batch, SortedFiles files, DirtyEntries entries, Entry[] order, int lastEpoch)
            throws IOException {
        for (int i = 0; i < order.length; i++) {
            if (i % EntryTouch.ENTRIES == 0) {
                touch.of(order, i, order.length);
            }
            Entry entry = order[i];
            // It may have been changed since the order was made; the later change is written later.
            if (lastEpoch == UNCHANGED_ONLY && !entries.isCurrent(entry, lastEpoch)) {
                continue;
            }
            pass.onEntry();
            if (files == null || !writer.append(files, entries.table, entry)) {
                writer.write(batch, entries.table, entry);
            }
            if (entry.isAbsent()) {
                tombstones.add(entries.table, entry);
            }
            onWritten();
        }
    }

    /** How many entries the changes listed. */
    long listed() {
        return listed;
    }

    /** How many of them were written. */
    long written() {
        return written;
    }
}
