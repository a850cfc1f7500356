package io.tidemark.api.window;

import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Windows by the clock of a time zone. A window is known by its number: how many sizes the clock shows since 1970. Between two
 * changes of the clock all is as in UTC, shifted; at a change either a window begins or the one before it goes on.
 */
final class ZoneGrid implements Serializable {
    private static final long serialVersionUID = 1L;

    /** So close to the ends of time, which are 292 million years away, no change of a clock is looked for. */
    private static final long MARGIN_MS = 1L << 40;

    /** Nor within windows of a million years. */
    private static final long LARGEST_MS = 1L << 55;

    private final long sizeMs;
    private final long offsetMs;
    private final ZoneId zone;
    private transient ZoneRules rules;

    /** Most records are in the window of the one before. */
    private transient TimeWindow latest;

    ZoneGrid(long sizeMs, long offsetMs, ZoneId zone) {
        this.sizeMs = sizeMs;
        this.offsetMs = offsetMs;
        this.zone = zone;
    }

    ZoneId zone() {
        return zone;
    }

    TimeWindow containing(long timestamp) {
        TimeWindow known = latest;
        if (known != null && timestamp >= known.getStart() && timestamp < known.getEnd()) {
            return known;
        }
        if (rules == null) {
            rules = zone.getRules();
        }
        latest = find(timestamp);
        return latest;
    }

    private TimeWindow find(long timestamp) {
        long clockMs = clockOffsetMs(timestamp);
        if (sizeMs > LARGEST_MS
                || timestamp < Long.MIN_VALUE + LARGEST_MS + MARGIN_MS
                || timestamp > Long.MAX_VALUE - LARGEST_MS - MARGIN_MS) {
            return TimeWindow.containing(timestamp, offsetMs - clockMs, sizeMs);
        }
        Numbered found = numbered(timestamp, clockMs);
        return new TimeWindow(found.start, end(found.number, timestamp, clockMs));
    }

    /** A window's number and its start. */
    private record Numbered(long number, long start) {}

    private Numbered numbered(long timestamp, long clockMs) {
        long number = Math.floorDiv(timestamp + clockMs - offsetMs, sizeMs);
        long start = clockStart(number) - clockMs;
        ZoneOffsetTransition change =
                rules.previousTransition(Instant.ofEpochMilli(timestamp).plusNanos(1));
        if (change == null) {
            return new Numbered(number, start);
        }
        long changedAt = change.toEpochSecond() * 1_000;
        long clockBeforeMs = change.getOffsetBefore().getTotalSeconds() * 1_000L;
        boolean mayHaveBegunBefore = change.isGap()
                ? start < changedAt
                : start + clockMs < changedAt + clockBeforeMs && !comeTwice(changedAt, clockBeforeMs, clockMs);
        if (mayHaveBegunBefore) {
            Numbered before = numbered(changedAt - 1, clockBeforeMs);
            if (number <= before.number) {
                return before;
            }
        }
        return new Numbered(number, Math.max(start, changedAt));
    }

    /** The end of a window that a timestamp is in. */
    private long end(long number, long timestamp, long clockMs) {
        long clockNowMs = clockMs;
        Instant from = Instant.ofEpochMilli(timestamp);
        while (true) {
            long end = clockStart(number + 1) - clockNowMs;
            ZoneOffsetTransition change = rules.nextTransition(from);
            if (change == null || end < change.toEpochSecond() * 1_000) {
                return end;
            }
            long changedAt = change.toEpochSecond() * 1_000;
            long clockAfterMs = change.getOffsetAfter().getTotalSeconds() * 1_000L;
            boolean begins = change.isGap()
                    ? Math.floorDiv(changedAt + clockAfterMs - offsetMs, sizeMs) > number
                    : comeTwice(changedAt, clockNowMs, clockAfterMs);
            if (begins) {
                return changedAt;
            }
            clockNowMs = clockAfterMs;
            from = change.getInstant();
        }
    }

    /** Whether a clock that goes back goes back by whole windows. */
    private boolean comeTwice(long changedAt, long clockBeforeMs, long clockAfterMs) {
        return Math.floorMod(changedAt + clockBeforeMs - offsetMs, sizeMs) == 0
                && Math.floorMod(changedAt + clockAfterMs - offsetMs, sizeMs) == 0;
    }

    private long clockStart(long number) {
        return number * sizeMs + offsetMs;
    }

    private long clockOffsetMs(long timestamp) {
        return rules.getOffset(Instant.ofEpochMilli(timestamp)).getTotalSeconds() * 1_000L;
    }
}
