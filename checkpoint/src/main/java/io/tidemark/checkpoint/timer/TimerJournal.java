package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;

/** The changes since the last snapshot, and those of the snapshot that is being written. Of the task's thread. */
final class TimerJournal {
    private final TimerKeyFormat snapshotFormat;
    private final TypeSerializer<Object> keySerializer;
    private TimerChanges changes;
    /** Changes that are being written; null for none. */
    private TimerChanges frozen;

    TimerJournal(TimerKeyFormat snapshotFormat, TypeSerializer<Object> keySerializer) {
        this.snapshotFormat = snapshotFormat;
        this.keySerializer = keySerializer;
        this.changes = new TimerChanges(TimerChanges.STORED + 1, snapshotFormat, keySerializer);
    }

    /** The changes that are being made. */
    TimerChanges changes() {
        return changes;
    }

    /** The epoch of timers that are set now. */
    int epoch() {
        return changes.epoch;
    }

    /** What was set in this epoch, or earlier, is known to be in the database. */
    int writtenEpoch() {
        return (frozen != null ? frozen : changes).writtenEpoch();
    }

    /** Whether changes that still have to be written hold a segment as it is, so that it must not be changed. */
    boolean isShared(TimerSegment segment) {
        int epoch = segment.changeEpoch;
        if (epoch == 0 || epoch == changes.epoch) {
            return false;
        }
        if (epoch > writtenEpoch()) {
            return true;
        }
        segment.changeEpoch = 0;
        return false;
    }

    /** Whether a timer that was read from the database was removed after it was written. */
    boolean hasRemoved(TimerEntry stored) {
        return changes.hasRemoved(stored) || (frozen != null && frozen.hasRemoved(stored));
    }

    TimerChanges freeze() {
        if (frozen != null) {
            throw new IllegalStateException("the changes of epoch " + frozen.epoch + " are still being written");
        }
        frozen = changes;
        changes = new TimerChanges(frozen.epoch + 1, snapshotFormat, keySerializer);
        return frozen;
    }

    void onWritten() {
        frozen = null;
    }

    void takeBack() {
        changes.owe(frozen);
        frozen = null;
    }
}
