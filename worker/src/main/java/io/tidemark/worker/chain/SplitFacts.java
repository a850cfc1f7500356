package io.tidemark.worker.chain;

/**
 * What can be said about a generator of watermarks now: that of a split of a source reader, or of an operator that makes event
 * time of its input.
 *
 * @param split empty for an operator's own
 * @param watermark its last; {@link Long#MIN_VALUE} for none
 * @param advancedAtMs when that last rose, 0 for never
 * @param seen what its records say
 * @param heldBack what a generator by position holds back until event time has gone on by its interval; null for nothing
 * @param pause null when it is read
 */
public record SplitFacts(
        String split,
        long watermark,
        boolean idle,
        boolean finished,
        long advancedAtMs,
        Seen seen,
        HeldBack heldBack,
        Pause pause) {
    /**
     * What the records of this attempt say.
     *
     * @param addedAtMs when it began to count
     * @param lastRecordAtMs to the second; 0 for never
     * @param oldest {@link Long#MAX_VALUE} for none
     * @param newest {@link Long#MIN_VALUE} for none
     * @param latest timestamp of the record that came last
     * @param newestRoseAtMs when a record newer than all before came, to the second; 0 for never
     * @param sinceAsked records since the last periodic call of the generator
     * @param emitsAtRecords whether it has ever emitted without being asked
     */
    public record Seen(
            long addedAtMs,
            long records,
            long withoutTimestamp,
            long lastRecordAtMs,
            long oldest,
            long newest,
            long latest,
            long newestRoseAtMs,
            long sinceAsked,
            boolean emitsAtRecords) {}

    /**
     * @param watermark what is held back
     * @param intervalMs of event time
     */
    public record HeldBack(long watermark, long intervalMs) {}

    /** Not read, because it is too far ahead of the others of its alignment group. */
    public record Pause(String group, long sinceMs, long maxDriftMs) {}
}
