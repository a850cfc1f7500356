package io.tidemark.api.eventtime;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;

/** Says that no record with this timestamp or an earlier one is expected any more. Immutable. */
public final class Watermark implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The end of event time: no record will follow. */
    public static final Watermark MAX_WATERMARK = new Watermark(Long.MAX_VALUE);

    private final long timestamp;

    /** @param timestamp in milliseconds since 1970 */
    public Watermark(long timestamp) {
        this.timestamp = timestamp;
    }

    /** In milliseconds since 1970. */
    public long getTimestamp() {
        return timestamp;
    }

    /** As a date and time in UTC; {@code none} and {@code end} for the two ends of time. */
    public String getFormattedTimestamp() {
        if (timestamp == Long.MIN_VALUE) {
            return "none";
        }
        if (timestamp == Long.MAX_VALUE) {
            return "end";
        }
        try {
            return Instant.ofEpochMilli(timestamp).toString();
        } catch (DateTimeException outOfCalendar) {
            return Long.toString(timestamp);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Watermark that && timestamp == that.timestamp;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(timestamp);
    }

    @Override
    public String toString() {
        return "Watermark(" + timestamp + ")";
    }
}
