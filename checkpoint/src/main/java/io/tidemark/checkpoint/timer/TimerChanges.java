package io.tidemark.checkpoint.timer;

import java.io.IOException;

/**
 * The timers set and removed between two snapshots. The queue's thread adds to it until it is frozen; after that it is
 * only read, by the thread that writes it.
 */
public final class TimerChanges {
    private final TimerKeyFormat format;
    private final TimerChunks set = new TimerChunks();
    private final TimerChunks removed = new TimerChunks();
    final int epoch;
    /** Changes before these that could not be written; null for none. */
    private TimerChanges owed;

    TimerChanges(int epoch, TimerKeyFormat snapshotFormat) {
        this.epoch = epoch;
        this.format = snapshotFormat;
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
        TimerEntry moved = set.removeAt(entry.changeIndex);
        if (moved != null) {
            moved.changeIndex = entry.changeIndex;
        }
    }

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
        for (int i = 0; i < set.size(); i++) {
            writer.put(format.encode(set.get(i)));
        }
        for (int i = 0; i < removed.size(); i++) {
            writer.delete(format.encode(removed.get(i)));
        }
    }
}
