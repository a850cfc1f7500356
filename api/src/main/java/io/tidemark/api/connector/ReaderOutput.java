package io.tidemark.api.connector;

/** Where a reader's records go, split by split, so that each split has its own watermark. */
public interface ReaderOutput<T> {
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
