package io.tidemark.api.window;

/**
 * A record of a window with its timestamp.
 *
 * @param <T> type of the record
 */
public final class TimestampedValue<T> {
    private static final long NO_TIMESTAMP = Long.MIN_VALUE;

    private final T value;
    private final long timestamp;

    /** Without a timestamp. */
    public TimestampedValue(T value) {
        this(value, NO_TIMESTAMP);
    }

    public TimestampedValue(T value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
    }

    public T getValue() {
        return value;
    }

    /** @throws IllegalStateException when it has none */
    public long getTimestamp() {
        if (!hasTimestamp()) {
            throw new IllegalStateException("a record without a timestamp was asked for it: " + value
                    + "; give the source a WatermarkStrategy with a timestamp assigner");
        }
        return timestamp;
    }

    public boolean hasTimestamp() {
        return timestamp != NO_TIMESTAMP;
    }

    @Override
    public String toString() {
        return value + (hasTimestamp() ? "@" + timestamp : "");
    }
}
