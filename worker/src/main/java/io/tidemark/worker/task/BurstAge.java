package io.tidemark.worker.task;

/**
 * How long a task has been in a burst, and so whether a barrier is worth waiting for its end: most firings take a few slices, and
 * their checkpoints are aligned. What is noted holds until the next note.
 *
 * <p>Pure: the caller says the time. One thread.
 */
final class BurstAge {
    /** A burst that has gone on for so long is taken to be a long one. */
    static final long LONG_NS = 40_000_000;

    private boolean isIn;
    private long sinceNs;
    private long notedNs;

    /** From now on the task is in a burst or not. */
    void note(long nowNs, boolean isInBurst) {
        if (isInBurst && !isIn) {
            sinceNs = nowNs;
        }
        isIn = isInBurst;
        notedNs = nowNs;
    }

    /** Whether the burst that the task is in, if it is in one, has gone on for long. */
    boolean isLong() {
        return isIn && notedNs - sinceNs >= LONG_NS;
    }
}
