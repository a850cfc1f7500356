package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import java.io.IOException;
import java.util.Arrays;

/**
 * The timers set and removed between two snapshots. The queue's thread adds to it until it is frozen; after that what is to
 * be written is only read, by the thread that writes it.
 *
 * <p>Timers that were set are not listed, only the segments of memory where such are: the timers of this epoch there.
 *
 * <p>Of one epoch removals are written first: a timer that was removed and set again has one look-up entry, which has to be
 * there in the end.
 */
public final class TimerChanges {
    /** The epoch of a timer that the database is known to have. */
    static final int STORED = 0;

    private static final int FIRST_SEGMENTS = 16;

    private final TimerKeyFormat format;
    private final TypeSerializer<Object> keySerializer;
    private TimerSegment[] segments = new TimerSegment[FIRST_SEGMENTS];
    private int segmentCount;
    /** How many timers of this epoch are in the segments. */
    private long setCount;

    private final TimerChunks removed = new TimerChunks();
    final int epoch;
    /** Changes before these that could not be written; null for none. */
    private TimerChanges owed;

    /** The first ones of those removed, by what they are; null before somebody asks. Of the queue's thread. */
    private TimerSet removedByIdentity;

    private int removedKnown;

    // How much was written of changes that are owed, without taking it out: a snapshot may still have to write it all.
    private int aheadRemoved;
    private int aheadSegments;
    private int aheadSlots;

    /** @param snapshotFormat of the thread that writes snapshots */
    TimerChanges(int epoch, TimerKeyFormat snapshotFormat, TypeSerializer<Object> keySerializer) {
        this.epoch = epoch;
        this.format = snapshotFormat;
        this.keySerializer = keySerializer;
    }

    /** A timer was set, and is in a segment that is {@linkplain #include included}. */
    void onSet() {
        setCount++;
    }

    /** A timer that was set in this epoch is gone, or was written: nobody needs to know of it. */
    void forgetSet() {
        setCount--;
    }

    /** A timer that was set before this epoch was removed. */
    void onRemoved(TimerEntry entry) {
        removed.add(entry);
    }

    /** There are, or will be, timers of this epoch in a segment, which no changes hold that still have to be written. */
    void include(TimerSegment segment) {
        if (segment.changeEpoch == epoch) {
            return;
        }
        if (segmentCount == segments.length) {
            segments = Arrays.copyOf(segments, segmentCount * 2);
        }
        segment.changeEpoch = epoch;
        segment.changeIndex = segmentCount;
        segments[segmentCount++] = segment;
    }

    /** A segment is in no use any more. */
    void exclude(TimerSegment segment) {
        if (segment.changeEpoch != epoch) {
            return;
        }
        TimerSegment last = segments[--segmentCount];
        segments[segmentCount] = null;
        if (last != segment) {
            segments[segment.changeIndex] = last;
            last.changeIndex = segment.changeIndex;
        }
        segment.changeEpoch = 0;
    }

    int segmentCount() {
        return segmentCount;
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
        int written = oldest.writeAhead(limit, taskFormat, writer);
        if (written < limit) {
            before.owed = null;
        }
        return written;
    }

    /** Writes the next changes; fewer than the limit when these were the last. */
    private int writeAhead(int limit, TimerKeyFormat taskFormat, TimerWriter writer) throws IOException {
        int written = 0;
        for (; aheadRemoved < removed.size() && written < limit; written++) {
            taskFormat.delete(removed.get(aheadRemoved++), writer);
        }
        while (aheadSegments < segmentCount && written < limit) {
            TimerSegment segment = segments[aheadSegments];
            if (aheadSlots == segment.used()) {
                aheadSegments++;
                aheadSlots = 0;
                continue;
            }
            if (isSetHere(segment, aheadSlots)) {
                taskFormat.put(segment.entry(aheadSlots), writer);
                written++;
            }
            aheadSlots++;
        }
        return written;
    }

    private boolean isSetHere(TimerSegment segment, int slot) {
        return segment.epoch(slot) == epoch && !segment.isHole(slot);
    }

    /** Whether nothing has to be written before a timer of this epoch may be. */
    boolean maySetsBeWritten() {
        return owed == null && removed.size() == 0;
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
        return setCount == 0 && removed.size() == 0 && (owed == null || owed.isEmpty());
    }

    /** Writes everything, in an order in which it may be written twice. */
    public void writeTo(TimerWriter writer) throws IOException {
        if (owed != null) {
            owed.writeTo(writer);
        }
        for (int i = 0; i < removed.size(); i++) {
            format.delete(removed.get(i), writer);
        }
        for (int i = 0; i < segmentCount; i++) {
            TimerSegment segment = segments[i];
            for (int slot = 0; slot < segment.used(); slot++) {
                if (isSetHere(segment, slot)) {
                    format.put(segment.entry(slot), writer);
                }
            }
        }
    }
}
