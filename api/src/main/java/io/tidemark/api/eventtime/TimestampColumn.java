package io.tidemark.api.eventtime;

import java.io.Serializable;

/**
 * The event-time column of a record, which may be NULL.
 *
 * @param <T> record type
 */
@FunctionalInterface
public interface TimestampColumn<T> extends Serializable {
    /** In milliseconds since 1970; null when the record has none. */
    Long timestampMs(T element);
}
