package io.tidemark.connector.datagen;

import java.io.Serializable;

/** Tells the event time of a record. */
@FunctionalInterface
public interface TimestampFunction<T> extends Serializable {
    /** Milliseconds since 1970. */
    long timestampMs(T record);
}
