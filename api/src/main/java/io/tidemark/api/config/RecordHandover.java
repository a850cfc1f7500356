package io.tidemark.api.config;

/** What happens to a record of a type that can change, when one operator hands it to the next in its process. */
public enum RecordHandover {
    /** The next operator gets the same object. Nobody may change a record that was emitted. */
    SHARE,
    /** The next operator gets a copy. */
    COPY,
    /** As {@link #SHARE}, and a record that was changed after it was emitted fails the job. For tests. */
    CHECK
}
