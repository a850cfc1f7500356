package io.tidemark.api.connector;

/** Whether a source ends. */
public enum Boundedness {
    BOUNDED,
    UNBOUNDED
}
