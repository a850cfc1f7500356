package io.tidemark.testing;

import io.tidemark.api.function.TimeDomain;

/**
 * A timer that is set.
 *
 * @param domain the clock it goes by
 * @param timestamp when it is due, in milliseconds
 * @param key the key it belongs to
 * @param namespace what it is for: null for a function's timers, the window for a window's
 */
public record PendingTimer(TimeDomain domain, long timestamp, Object key, Object namespace) {
    /** An event-time timer of a function. */
    public static PendingTimer event(Object key, long timestamp) {
        return new PendingTimer(TimeDomain.EVENT_TIME, timestamp, key, null);
    }

    /** A processing-time timer of a function. */
    public static PendingTimer processing(Object key, long timestamp) {
        return new PendingTimer(TimeDomain.PROCESSING_TIME, timestamp, key, null);
    }
}
