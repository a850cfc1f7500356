package io.tidemark.api.eventtime;

/** What becomes of a record that has no timestamp, as when its event-time column is NULL. */
public enum NullTimestamps {
    /** It fails the job; the error names the row, and the column if that is known. */
    FAIL,
    /** It is dropped and counted. */
    DROP,
    /** It goes on without a timestamp and moves no event time. */
    SKIP_WATERMARK
}
