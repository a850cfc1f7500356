package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import java.io.IOException;

/**
 * The timers set and removed between two snapshots. The queue's thread adds to it until it is frozen; after that what is to
 * be written is only read, by the thread that writes it.
 *
 * <p>Of one epoch removals are written first: a timer that was removed and set again has one look-up entry, which has to be
 * there in the end.
 */
public final class TimerChanges {
    private final TimerKeyFormat format;
    private final TypeSerializer<Object> keySerializer;
    private final TimerChunks set = new TimerChunks();
    private final TimerChunks removed = new TimerChunks();
    final int epoch;
    /** Changes before these that could not be written; null for none. */
    private TimerChanges owed;

    /** The first ones of those removed, by what they are; null before somebody asks. Of the queue's thread. */
    private TimerSet removedByIdentity;

    private int removedKnown;
    /** How much was written of changes that are owed, without taking it out: a snapshot may still have to write it all. */
    private int writtenAhead;

    /** @param snapshotFormat of the thread that writes snapshots */
    TimerChanges(int epoch, TimerKeyFormat snapshotFormat, TypeSerializer<Object> keySerializer) {
        this.epoch = epoch;
        this.format = snapshotFormat;
        this.keySerializer = keySerializer;
    }

    void onSet(TimerEntry entry) {
        entry.epoch = epoch;
        entry.changeIndex = set.add(entry);
    }

    void onRemoved(TimerEntry entry) {
        if (entry.epoch != epoch) {
            removed.add(entry);
            return;
        }
        // Set and removed between two snapshots: nobody needs to know.
        forgetSet(entry);
    }

    private void forgetSet(TimerEntry entry) {
        TimerEntry moved = set.removeAt(entry.changeIndex);
        if (moved != null) {
            moved.changeIndex = entry.changeIndex;
        }
    }

    /** How many timers are held only because the database does not know yet that they are gone. */
    int removedCount() {
        return removed.size();
    }

    /** Whether a timer that was read from the database has been removed since. */
    boolean hasRemoved(TimerEntry stored) {
        if (removed.size() > 0) {
            if (removedByIdentity == null) {
                removedByIdentity = new TimerSet(keySerializer);
            }
            while (removedKnown < removed.size()) {
                removedByIdentity.add(removed.get(removedKnown++));
            }
            TimerEntry known = removedByIdentity.find(
                    stored.domain, stored.group, stored.key, stored.namespace, stored.timestamp, stored.hash);
            if (known != null && known.registration == stored.registration) {
                return true;
            }
        }
        return owed != null && owed.hasRemoved(stored);
    }

    // Writing ahead of the next snapshot, by the queue's thread

    /**
     * Writes what has to be in the database before a timer of this epoch may be written: changes that are owed, and
     * removals. What is written is forgotten.
     *
     * @param limit how many changes to write at most
     * @param writer with the serializers of the queue's thread
     * @return how many were written; less than the limit when nothing is left to be
     */
    int writeFirst(int limit, TimerKeyFormat taskFormat, TimerWriter writer) throws IOException {
        int written = 0;
        while (owed != null && written < limit) {
            written += writeOwed(limit - written, taskFormat, writer);
        }
        while (removed.size() > 0 && written < limit) {
            taskFormat.delete(removed.removeLast(), writer);
            written++;
        }
        // What was written stays in the index until all was: it hides nothing, since no timer gets its number again.
        removedKnown = Math.min(removedKnown, removed.size());
        if (removed.size() == 0) {
            removedByIdentity = null;
        }
        return written;
    }

    private int writeOwed(int limit, TimerKeyFormat taskFormat, TimerWriter writer) throws IOException {
        TimerChanges before = this;
        while (before.owed.owed != null) {
            before = before.owed;
        }
        TimerChanges oldest = before.owed;
        int written = 0;
        int total = oldest.removed.size() + oldest.set.size();
        for (; oldest.writtenAhead < total && written < limit; written++) {
            int next = oldest.writtenAhead++;
            if (next < oldest.removed.size()) {
                taskFormat.delete(oldest.removed.get(next), writer);
            } else {
                taskFormat.put(oldest.set.get(next - oldest.removed.size()), writer);
            }
        }
        if (oldest.writtenAhead == total) {
            before.owed = null;
        }
        return written;
    }

    /** Whether nothing has to be written before a timer of this epoch may be. */
    boolean maySetsBeWritten() {
        return owed == null && removed.size() == 0;
    }

    /** Writes a timer that was set in this epoch, and forgets that it was. */
    void writeSet(TimerEntry entry, TimerKeyFormat taskFormat, TimerWriter writer) throws IOException {
        taskFormat.put(entry, writer);
        forgetSet(entry);
        entry.epoch = TimerEntry.STORED;
    }

    /** The epoch of the newest of all that was set before these changes and is known to be in the database. */
    int writtenEpoch() {
        TimerChanges oldest = this;
        while (oldest.owed != null) {
            oldest = oldest.owed;
        }
        return oldest.epoch - 1;
    }

    // Snapshots

    void owe(TimerChanges earlier) {
        TimerChanges last = earlier;
        while (last.owed != null) {
            last = last.owed;
        }
        last.owed = owed;
        owed = earlier;
    }

    public boolean isEmpty() {
        return set.size() == 0 && removed.size() == 0 && (owed == null || owed.isEmpty());
    }

    /** Writes everything, in an order in which it may be written twice. */
    public void writeTo(TimerWriter writer) throws IOException {
        if (owed != null) {
            owed.writeTo(writer);
        }
        for (int i = 0; i < removed.size(); i++) {
            format.delete(removed.get(i), writer);
        }
        for (int i = 0; i < set.size(); i++) {
            format.put(set.get(i), writer);
        }
    }
}
