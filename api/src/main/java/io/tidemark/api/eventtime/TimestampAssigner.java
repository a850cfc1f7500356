package io.tidemark.api.eventtime;

/**
 * Gives a record its timestamp.
 *
 * @param <T> record type
 */
@FunctionalInterface
public interface TimestampAssigner<T> {
    /** The timestamp of a record that has none. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /**
     * The event time of a record in milliseconds since 1970.
     *
     * @param recordTimestamp what the source or an earlier assigner gave it, or {@link #NO_TIMESTAMP}
     */
    long extractTimestamp(T element, long recordTimestamp);
}
