package io.tidemark.api.window;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;

/**
 * Time cut into windows that follow each other without gap or overlap, by what a clock shows: a window begins whenever the
 * clock shows a multiple of the size (plus the offset). Part of the plan; used by one thread.
 *
 * <p>In UTC all windows have the same length. In another time zone those around a change of the clock are shorter or longer: a
 * day has 23 or 25 hours. When the clock leaps over the beginning of a window, that window begins with the leap. When the
 * clock goes back by whole windows, as by an hour in windows of an hour, they come twice, each with its own beginning;
 * otherwise the window in which it went back goes on until the clock reaches its end for good.
 */
public final class TimeGrid implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long sizeMs;
    private final long offsetMs;
    private final ZoneGrid zoned;

    private TimeGrid(long sizeMs, long offsetMs, ZoneGrid zoned) {
        this.sizeMs = sizeMs;
        this.offsetMs = offsetMs;
        this.zoned = zoned;
    }

    /**
     * In UTC.
     *
     * @param what the windows, for the message
     * @throws IllegalArgumentException when the size is below one millisecond, or the offset is not smaller than it
     */
    static TimeGrid of(String what, Duration size, Duration offset) {
        long sizeMs = size.toMillis();
        long offsetMs = offset.toMillis();
        if (sizeMs <= 0) {
            throw new IllegalArgumentException("the " + what + " must be at least 1 ms, not " + size);
        }
        if (offsetMs <= -sizeMs || offsetMs >= sizeMs) {
            throw new IllegalArgumentException("the offset of windows must be smaller than the " + what + ": offset "
                    + offsetMs + " ms, " + what + " " + sizeMs + " ms");
        }
        return new TimeGrid(sizeMs, offsetMs, null);
    }

    /** The same by the clock of a time zone. */
    TimeGrid inZone(ZoneId zone) {
        ZoneRules rules = zone.getRules();
        if (rules.isFixedOffset()) {
            long clockMs = rules.getOffset(Instant.EPOCH).getTotalSeconds() * 1_000L;
            return new TimeGrid(sizeMs, Math.floorMod(offsetMs - clockMs, sizeMs), null);
        }
        return new TimeGrid(sizeMs, offsetMs, new ZoneGrid(sizeMs, offsetMs, zone));
    }

    /** The window that a timestamp is in. Near the two ends of time its start and end stop there. */
    public TimeWindow containing(long timestamp) {
        return zoned == null ? TimeWindow.containing(timestamp, offsetMs, sizeMs) : zoned.containing(timestamp);
    }

    /** The one that begins where this one ends; the same window at the end of time. */
    public TimeWindow after(TimeWindow window) {
        return window.getEnd() == Long.MAX_VALUE ? window : containing(window.getEnd());
    }

    /** The one that ends where this one begins; the same window at the beginning of time. */
    public TimeWindow before(TimeWindow window) {
        return window.getStart() == Long.MIN_VALUE ? window : containing(window.getStart() - 1);
    }

    /** In milliseconds, by the clock. */
    public long sizeMs() {
        return sizeMs;
    }

    /** Where windows begin, in milliseconds after a multiple of the size; less than it, of either sign. */
    public long offsetMs() {
        return offsetMs;
    }

    /** Whether all windows have the same length, as in UTC and at a fixed offset from it. */
    public boolean isUniform() {
        return zoned == null;
    }

    /** Offset and zone, as a setting is printed. */
    @Override
    public String toString() {
        return sizeMs + " ms" + (offsetMs == 0 ? "" : ", offset " + offsetMs + " ms")
                + (zoned == null ? "" : ", " + zoned.zone());
    }
}
