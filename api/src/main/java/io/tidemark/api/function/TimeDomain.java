package io.tidemark.api.function;

/** The two clocks of a timer. */
public enum TimeDomain {
    /** The time that the records carry. */
    EVENT_TIME,
    /** The wall clock. */
    PROCESSING_TIME
}
