package io.tidemark.deploy.terminal;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time as people read them, in one time zone. Immutable. */
public final class Times {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private final ZoneId zone;

    public Times(ZoneId zone) {
        this.zone = zone;
    }

    /** A point in processing time, to the second; 0 is never. */
    public String clock(long epochMs) {
        return epochMs == 0 ? "" : SECONDS.format(Instant.ofEpochMilli(epochMs).atZone(zone));
    }

    /** A watermark: its local time and its number, {@code none yet} or {@code end of input}. */
    public String watermark(long watermark) {
        if (watermark == Long.MIN_VALUE) {
            return "none yet";
        } else if (watermark == Long.MAX_VALUE) {
            return "end of input";
        }
        return eventTime(watermark);
    }

    /** A record's time: its local time and its number, or {@code none}. */
    public String timestamp(long timestamp) {
        return timestamp == Long.MIN_VALUE ? "none" : eventTime(timestamp);
    }

    private String eventTime(long epochMs) {
        return MILLIS.format(Instant.ofEpochMilli(epochMs).atZone(zone)) + " (" + epochMs + ")";
    }
}
