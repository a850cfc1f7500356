package io.tidemark.checkpoint.store;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides when changes are written ahead of the next checkpoint. The time between two checkpoints, which is taken to be what
 * it was the last time, is cut into parts. What was changed last in one of them is written when it has been left alone for
 * as long as the next checkpoint is away: what rests will probably rest on, and what is changed all the time is written
 * once, with the checkpoint.
 *
 * <p>Knows no store and no clock. Used by one thread.
 */
final class FlushRule {
    /** What to do now. */
    enum Step {
        NOTHING,
        /** Begin another part. */
        CLOSE,
        /** Write the oldest part. */
        FLUSH
    }

    private static final int PARTS = 4;
    /** Fewer changes are written with the checkpoint; it is over in a moment anyway. */
    private static final int FEW_ENTRIES = 4096;
    /** Checkpoints that come faster leave no time. */
    private static final long MIN_INTERVAL_NS = 1_000_000_000;
    /** When fewer than one of so many listed entries had to be written, it was hardly worth while to look. */
    private static final int MIN_YIELD = 8;

    private static final int MAX_CHECKPOINTS_LEFT_OUT = 16;

    private final Deque<Long> closedAtNs = new ArrayDeque<>();
    private boolean hasCheckpoints;
    private long checkpointAtNs;
    private long intervalNs;
    private long partBegunNs;
    private int checkpointsToLeaveOut;
    private int leaveOutNext = 1;

    /**
     * What the store says.
     *
     * @param currentEntries changed in the part that goes on
     * @param isBusy whether something is being written already
     * @param isScarce whether the cache is full, so that changes are written one by one to make room
     */
    record Facts(long nowNs, int currentEntries, boolean isBusy, boolean isScarce) {}

    Step next(Facts facts) {
        if (!hasCheckpoints || intervalNs < MIN_INTERVAL_NS || checkpointsToLeaveOut > 0) {
            return Step.NOTHING;
        }
        if (facts.isBusy() || facts.isScarce()) {
            return Step.NOTHING;
        }
        if (!closedAtNs.isEmpty()
                && facts.nowNs() - closedAtNs.element() >= checkpointAtNs + intervalNs - facts.nowNs()) {
            return Step.FLUSH;
        }
        boolean isPartOver = facts.nowNs() - partBegunNs >= intervalNs / PARTS;
        if (isPartOver && facts.currentEntries() >= FEW_ENTRIES && closedAtNs.size() < PARTS - 1) {
            return Step.CLOSE;
        }
        return Step.NOTHING;
    }

    void onClosed(long nowNs) {
        closedAtNs.add(nowNs);
        partBegunNs = nowNs;
    }

    void onFlushBegun() {
        closedAtNs.remove();
    }

    /** @param written of the entries that the part listed */
    void onFlushed(long listed, long written) {
        if (written * MIN_YIELD < listed) {
            checkpointsToLeaveOut = leaveOutNext;
            leaveOutNext = Math.min(MAX_CHECKPOINTS_LEFT_OUT, leaveOutNext * 2);
        } else {
            leaveOutNext = 1;
        }
    }

    /** A part could not be written; the next checkpoint shows whether that has passed. */
    void onFailed() {
        checkpointsToLeaveOut = Math.max(1, checkpointsToLeaveOut);
    }

    /** Everything was frozen for a checkpoint. */
    void onCheckpoint(long nowNs) {
        if (hasCheckpoints) {
            intervalNs = nowNs - checkpointAtNs;
        }
        if (checkpointsToLeaveOut > 0) {
            checkpointsToLeaveOut--;
        }
        hasCheckpoints = true;
        checkpointAtNs = nowNs;
        partBegunNs = nowNs;
        closedAtNs.clear();
    }
}
