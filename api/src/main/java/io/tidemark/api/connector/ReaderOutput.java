package io.tidemark.api.connector;

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

    /** False when the reader should return from its poll. */
    boolean hasRoom();

    /** Output of one split. */
    interface SplitOutput<T> {
        /** @param timestamp event time in milliseconds or Long.MIN_VALUE for none */
        void collect(T record, long timestamp);
    }
}
