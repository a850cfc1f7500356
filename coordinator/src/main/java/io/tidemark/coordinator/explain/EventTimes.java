package io.tidemark.coordinator.explain;

import java.time.DateTimeException;
import java.time.Instant;

/** Event times for people. */
final class EventTimes {
    private static final long YEAR_10000_MS = 253_402_300_800_000L;

    private EventTimes() {}

    /** An instant where it can be one, else the bare number. */
    static String text(long timestamp) {
        if (Math.abs(timestamp) >= YEAR_10000_MS) {
            return Long.toString(timestamp);
        }
        try {
            return Instant.ofEpochMilli(timestamp).toString();
        } catch (DateTimeException e) {
            return Long.toString(timestamp);
        }
    }
}
