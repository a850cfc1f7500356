package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.TimestampAssigner;

/**
 * What the records that a generator has seen say about it, for explanations. A record costs two comparisons and no look at the
 * clock: when something came is noted by {@link #note}, and so is exact to the time between two of its calls.
 *
 * <p>One thread, that of the task.
 */
public final class RecordsSeen {
    private long addedAtMs;
    private long records;
    private long withoutTimestamp;
    private long oldest = Long.MAX_VALUE;
    private long newest = Long.MIN_VALUE;
    private long latest = Long.MIN_VALUE;
    private long recordsWhenAsked;
    private boolean emitsAtRecords;

    private long notedRecords;
    private long notedNewest = Long.MIN_VALUE;
    private long lastRecordAtMs;
    private long newestRoseAtMs;

    void add(long timestamp) {
        records++;
        latest = timestamp;
        newest = Math.max(newest, timestamp);
        // The oldest is among the first, which the compiler would have forgotten by the time it looks at a branch for
        // it.
        if (timestamp == TimestampAssigner.NO_TIMESTAMP) {
            withoutTimestamp++;
        } else {
            oldest = Math.min(oldest, timestamp);
        }
    }

    /** A record without a timestamp came that the generator does not see. */
    void addWithoutTimestamp() {
        records++;
        withoutTimestamp++;
        latest = TimestampAssigner.NO_TIMESTAMP;
    }

    /** The generator was asked for a watermark. */
    void onAsked() {
        recordsWhenAsked = records;
    }

    /** The generator emitted a watermark at a record. */
    void onEmittedAtRecord() {
        emitsAtRecords = true;
    }

    /** The generator counts from now on. */
    public void begin(long nowMs) {
        addedAtMs = nowMs;
    }

    /** Notes what came since the last call as having come now. */
    public void note(long nowMs) {
        if (records != notedRecords) {
            notedRecords = records;
            lastRecordAtMs = nowMs;
        }
        if (newest != notedNewest) {
            notedNewest = newest;
            newestRoseAtMs = nowMs;
        }
    }

    /** When it began to count. */
    public long addedAtMs() {
        return addedAtMs;
    }

    public long records() {
        return records;
    }

    public long withoutTimestamp() {
        return withoutTimestamp;
    }

    /** {@link Long#MAX_VALUE} for none. */
    public long oldest() {
        return oldest;
    }

    /** {@link Long#MIN_VALUE} for none. */
    public long newest() {
        return newest;
    }

    /** The timestamp of the record that came last; {@link Long#MIN_VALUE} when it had none or none came. */
    public long latest() {
        return latest;
    }

    public long recordsSinceAsked() {
        return records - recordsWhenAsked;
    }

    public boolean emitsAtRecords() {
        return emitsAtRecords;
    }

    /** When the last record was noted; 0 for never. */
    public long lastRecordAtMs() {
        return lastRecordAtMs;
    }

    /** When a record newer than all before was last noted; 0 for never. */
    public long newestRoseAtMs() {
        return newestRoseAtMs;
    }
}
