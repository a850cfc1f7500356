package io.tidemark.worker.task;

/**
 * How much of the last seconds a task's outputs had no room. What is noted holds until the next note.
 *
 * <p>Pure: the caller says the time. One thread.
 */
final class BlockedTime {
    private static final long WINDOW_NS = 2_000_000_000L;

    private boolean blocked;
    private long notedNs;
    private long windowStartNs;
    private long blockedNs;

    /** Share of the window before, in percent; -1 before there is one. */
    private int before = -1;

    /** The task begins. */
    void begin(long nowNs) {
        notedNs = nowNs;
        windowStartNs = nowNs;
    }

    /** Whether there was no room by the last note. */
    boolean isBlocked() {
        return blocked;
    }

    /** From now on there is room or not; need not be told as long as that does not change. */
    void note(long nowNs, boolean isBlocked) {
        advanceTo(nowNs);
        blocked = isBlocked;
    }

    private void advanceTo(long nowNs) {
        if (blocked) {
            blockedNs += nowNs - notedNs;
        }
        notedNs = nowNs;
        if (nowNs - windowStartNs >= WINDOW_NS) {
            before = share(nowNs);
            windowStartNs = nowNs;
            blockedNs = 0;
        }
    }

    /** Of the last two to four seconds, in percent; of less while the task is younger than that. */
    int percent(long nowNs) {
        advanceTo(nowNs);
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
