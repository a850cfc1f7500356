package io.tidemark.worker.eventtime;

/**
 * Time by which idleness is counted: it stands still while nobody looks for records, be it for back-pressure or because
 * records are being worked on downstream.
 *
 * <p>Pure: the caller says the time, which may jump back. One thread.
 */
public final class WatchedTime {
    private boolean isAway;
    private long awaySinceMs;
    private long awayMs;

    /** Nobody looks from now on; no news when that was so already. */
    public void away(long nowMs) {
        if (!isAway) {
            isAway = true;
            awaySinceMs = nowMs;
        }
    }

    /** Somebody looks again. */
    public void back(long nowMs) {
        if (isAway) {
            isAway = false;
            awayMs += Math.max(0, nowMs - awaySinceMs);
        }
    }

    /** The time that was watched, from any beginning. */
    public long at(long nowMs) {
        return nowMs - awayMs;
    }
}
