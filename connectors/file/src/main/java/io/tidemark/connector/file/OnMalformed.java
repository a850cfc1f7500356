package io.tidemark.connector.file;

/** What becomes of a record that cannot be read. */
public enum OnMalformed {
    /** The job fails with file, line, column and value. */
    FAIL,
    /** It is left out and counted in {@code malformed-records}, exactly, over restarts too. */
    DROP
}
