package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;

/**
 * A watermark: a time, none yet, or the end of the input.
 *
 * @param timeMs null unless it is a time
 * @param advancedAtMs when it last rose, null when it never did
 */
record WatermarkView(Long timeMs, boolean endOfInput, boolean idle, Long advancedAtMs) {
    static WatermarkView of(long watermark, boolean idle, long advancedAtMs) {
        boolean extreme = watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE;
        return new WatermarkView(
                extreme ? null : watermark, watermark == Long.MAX_VALUE, idle, advancedAtMs == 0 ? null : advancedAtMs);
    }

    String text(Times times) {
        long number = timeMs != null ? timeMs : endOfInput ? Long.MAX_VALUE : Long.MIN_VALUE;
        return times.watermark(number) + (idle ? ", idle" : "");
    }

    /** How long ago it rose. */
    String age(long nowMs) {
        return advancedAtMs == null ? "never" : Words.duration(Math.max(0, nowMs - advancedAtMs)) + " ago";
    }
}
