package io.tidemark.worker.window;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.window.Window;

/** The one place that decides what is late. */
public final class Lateness {
    private final long allowedMs;

    /** @param allowedMs how long after its end a window still takes records; not negative */
    public Lateness(long allowedMs) {
        this.allowedMs = allowedMs;
    }

    /** Whether a record comes too late for a window that is cleaned up at this time. */
    public static boolean isLate(long cleanupTime, long watermark) {
        return cleanupTime <= watermark;
    }

    /** When an event-time window is cleaned up: the watermark at which it and its state are gone. */
    public long cleanupTime(Window window) {
        return cleanupTime(window.maxTimestamp());
    }

    /** The same, of a window with this last timestamp. */
    long cleanupTime(long maxTimestamp) {
        return EventTimeMath.plus(maxTimestamp, allowedMs);
    }

    /** Whether windows stay after they fired. */
    public boolean isAllowed() {
        return allowedMs > 0;
    }
}
