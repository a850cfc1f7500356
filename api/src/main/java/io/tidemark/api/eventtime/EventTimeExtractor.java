package io.tidemark.api.eventtime;

import io.tidemark.api.function.Function;

/**
 * Finds the event time of a record.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface EventTimeExtractor<T> extends Function {
    /** The event time in milliseconds. */
    long extractTimestamp(T event);
}
