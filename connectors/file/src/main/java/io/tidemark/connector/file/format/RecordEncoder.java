package io.tidemark.connector.file.format;

/** Makes records of values. Used by one thread. */
public interface RecordEncoder<T> {
    /** Appends what a file begins with, line end included. */
    default void encodeHeader(ByteSink out) throws Exception {}

    /** Appends one record, line end included. */
    void encode(T value, ByteSink out) throws Exception;
}
