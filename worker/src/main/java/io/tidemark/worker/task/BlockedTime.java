package io.tidemark.worker.task;

/**
 * How much of the last seconds a task's outputs had no room. What is noted holds until the next note.
 *
 * <p>Pure: the caller says the time. One thread.
 */
final class BlockedTime {
    private static final long WINDOW_NS = 2_000_000_000L;

    private boolean begun;
    private boolean blocked;
    private long notedNs;
    private long windowStartNs;
    private long blockedNs;

    /** Share of the window before, in percent; -1 before there is one. */
    private int before = -1;

    /** From now on there is room or not. */
    void note(long nowNs, boolean isBlocked) {
        if (!begun) {
            begun = true;
            windowStartNs = nowNs;
            notedNs = nowNs;
        }
        if (blocked) {
            blockedNs += nowNs - notedNs;
        }
        notedNs = nowNs;
        blocked = isBlocked;
        if (nowNs - windowStartNs >= WINDOW_NS) {
            before = share(nowNs);
            windowStartNs = nowNs;
            blockedNs = 0;
        }
    }

    /** Of the last two to four seconds, in percent; of less while the task is younger than that. */
    int percent(long nowNs) {
        note(nowNs, blocked);
        int now = nowNs == windowStartNs ? 0 : share(nowNs);
        if (before < 0) {
            return now;
        }
        double weight = (double) (nowNs - windowStartNs) / WINDOW_NS;
        return (int) Math.round((before + now * weight) / (1 + weight));
    }

    private int share(long nowNs) {
        return (int) Math.round(100.0 * blockedNs / (nowNs - windowStartNs));
    }
}
