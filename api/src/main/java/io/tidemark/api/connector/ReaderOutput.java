package io.tidemark.api.connector;

import io.tidemark.api.eventtime.Watermark;

/** Where a reader's records go, split by split, so that each split has its own watermark. */
public interface ReaderOutput<T> {
    /**
     * The output of a split. Asking for it tells that the split is looked at in this poll, so do so in every poll that
     * looks at it: a split that was looked at and gave nothing for the idle timeout becomes idle, one that waits its turn
     * does not. {@link ReadStatus#NOTHING_NOW} says that all of them were looked at.
     */
    SplitOutput<T> split(String splitId);

    /** No record of this split will follow. */
    void splitFinished(String splitId);

    /** False when the reader should return from its poll; to be asked before each record. */
    boolean hasRoom();

    /**
     * Output of one split. What a source says of event time itself counts beside what the strategy's generator makes of the
     * records; with {@link io.tidemark.api.eventtime.WatermarkStrategy#noWatermarks()} it is all there is.
     */
    interface SplitOutput<T> {
        /** A record without a timestamp of its own; the strategy may give it one. */
        void collect(T record);

        /** @param timestamp event time in milliseconds or Long.MIN_VALUE for none; the strategy may give another */
        void collectWithTimestamp(T record, long timestamp);

        /** No record of this split with this timestamp or an earlier one is expected. One not above the last has no effect. */
        void emitWatermark(Watermark watermark);

        /** For the time being nobody should wait for this split; its next record or watermark ends that. */
        void markIdle();

        /** Ends idleness. */
        void markActive();
    }
}
