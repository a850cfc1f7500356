package io.tidemark.api.connector;

/** What a poll of a reader found. */
public enum ReadStatus {
    /** There is more at once. */
    MORE,
    /** Nothing for the moment; poll again later. */
    NOTHING_NOW,
    /** All splits added so far are read to their end. */
    DONE
}
