package io.tidemark.worker.advice;

import io.tidemark.api.eventtime.EventTimeMath;

/**
 * Windows that begin at the multiples of their slide, from 1970.
 *
 * @param sizeMs from 1
 * @param slideMs from 1; the size for windows that do not overlap
 */
public record WindowShape(long sizeMs, long slideMs) {
    public WindowShape {
        if (sizeMs < 1 || slideMs < 1) {
            throw new IllegalArgumentException("a window of " + sizeMs + " ms every " + slideMs + " ms is none");
        }
    }

    /** The start of the last window that a timestamp may be in. */
    long lastStart(long timestamp) {
        return timestamp - Math.floorMod(timestamp, slideMs);
    }

    /** The watermark at which the window that starts here fires. */
    long firesAt(long start) {
        return EventTimeMath.plus(start, sizeMs - 1);
    }

    boolean contains(long start, long timestamp) {
        return start <= timestamp && timestamp <= firesAt(start);
    }
}
