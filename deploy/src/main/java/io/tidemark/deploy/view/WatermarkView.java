package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * A watermark: a time, none yet, or the end of the input.
 *
 * @param timeMs null unless it is a time
 * @param time the same in UTC; null as well when no calendar has it
 * @param advancedAtMs when it last rose, null when it never did
 */
record WatermarkView(Long timeMs, String time, boolean endOfInput, boolean idle, Long advancedAtMs) {
    static WatermarkView of(long watermark, boolean idle, long advancedAtMs) {
        boolean extreme = watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE;
        return new WatermarkView(
                extreme ? null : watermark,
                extreme ? null : instant(watermark),
                watermark == Long.MAX_VALUE,
                idle,
                advancedAtMs == 0 ? null : advancedAtMs);
    }

    private static String instant(long epochMs) {
        try {
            return Instant.ofEpochMilli(epochMs).toString();
        } catch (DateTimeException outOfCalendar) {
            return null;
        }
    }

    String text(Times times) {
        return times.watermark(order());
    }

    /** Where it is among others: one that is not there is the least. */
    long order() {
        return timeMs != null ? timeMs : endOfInput ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    boolean isNone() {
        return timeMs == null && !endOfInput;
    }

    /** How long ago it rose. */
    String age(long nowMs) {
        return advancedAtMs == null ? "never" : ago(advancedAtMs, nowMs);
    }

    static String ago(long atMs, long nowMs) {
        return Words.duration(Math.max(0, nowMs - atMs)) + " ago";
    }
}
