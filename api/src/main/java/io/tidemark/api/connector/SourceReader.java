package io.tidemark.api.connector;

import java.util.List;

/** Reads splits. Never blocks longer than a disk read. */
@SuppressWarnings("try")
public interface SourceReader<T, S extends SourceSplit> extends AutoCloseable {
    void addSplits(List<S> splits) throws Exception;

    /** Reads a bounded number of records, and stops early when the output has no room. */
    ReadStatus poll(ReaderOutput<T> output) throws Exception;

    /**
     * The splits not yet read to their end, each with the position of the next record. Called at a
     * barrier: exactly the records collected so far count as read.
     */
    List<S> snapshot() throws Exception;
}
