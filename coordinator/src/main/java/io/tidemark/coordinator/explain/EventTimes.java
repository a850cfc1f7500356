package io.tidemark.coordinator.explain;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;

/** Event times and spans of time for people. */
final class EventTimes {
    private static final long YEAR_10000_MS = 253_402_300_800_000L;
    private static final long DAY_MS = 86_400_000;
    private static final long YEAR_DAYS = 365;

    private EventTimes() {}

    /** An instant where it can be one, else the bare number. */
    static String text(long timestamp) {
        if (timestamp <= -YEAR_10000_MS || timestamp >= YEAR_10000_MS) {
            return Long.toString(timestamp);
        }
        try {
            return Instant.ofEpochMilli(timestamp).toString();
        } catch (DateTimeException e) {
            return Long.toString(timestamp);
        }
    }

    /** In one unit, rounded down, such as {@code 45 s}. */
    static String span(long ms) {
        if (ms < 1_000) {
            return ms + " ms";
        } else if (ms < 120_000) {
            return ms / 1_000 + " s";
        } else if (ms < 7_200_000) {
            return ms / 60_000 + " min";
        } else if (ms < 2 * DAY_MS) {
            return ms / 3_600_000 + " h";
        }
        long days = ms / DAY_MS;
        return days < 2 * YEAR_DAYS ? days + " days" : days / YEAR_DAYS + " years";
    }

    static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,d", bytes >> 20) + " MiB";
    }

    static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%,d", number) + " " + noun + (number == 1 ? "" : "s");
    }
}
