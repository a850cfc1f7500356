package io.tidemark.network.gate;

import io.tidemark.network.channel.ControlElement.Barrier;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * Alignment of barriers over all channels of all gates of a task. Pure.
 *
 * <p>A channel whose barrier has come is blocked, so that no record behind it is seen, until every channel that has not
 * ended has brought its own. Then the checkpoint is complete here and all are free. An ended channel is waited for by none;
 * a barrier may come on it all the same.
 *
 * <p>Checkpoints do not overlap. A barrier of a newer one, even of one that was cancelled, aborts an older that is incomplete:
 * the older can no longer come on that channel. Barriers of a checkpoint that is complete, aborted or cancelled are passed
 * over.
 *
 * <p>One thread.
 */
public final class BarrierAligner {
    private static final long NONE = -1;

    private final boolean[] arrived;
    private final boolean[] ended;
    private int awaited;

    /** The one being aligned, else null. */
    private Barrier current;

    private long startedAtMs;

    /** The newest that is over; no barrier up to it means anything any more. */
    private long passedId = NONE;

    /** Those given up that are newer than all that has been seen. */
    private final TreeSet<Long> cancelled = new TreeSet<>();

    private Barrier completed;
    private long alignmentMs;
    private long abortedId = NONE;

    public BarrierAligner(int channels) {
        arrived = new boolean[channels];
        ended = new boolean[channels];
    }

    /** What a fact led to. */
    public enum Decision {
        /** Nothing yet. */
        NONE(false, false),
        /** {@link #completed()} is aligned: everything before it has been handed on, nothing behind it. */
        COMPLETE(false, true),
        /** {@link #abortedId()} will not complete here. */
        ABORTED(true, false),
        /** First the older one was aborted, then the newer was complete at once. */
        ABORTED_THEN_COMPLETE(true, true);

        private final boolean aborted;
        private final boolean complete;

        Decision(boolean aborted, boolean complete) {
            this.aborted = aborted;
            this.complete = complete;
        }

        public boolean isAborted() {
            return aborted;
        }

        public boolean isComplete() {
            return complete;
        }

        static Decision of(boolean aborted, boolean complete) {
            if (aborted) {
                return complete ? ABORTED_THEN_COMPLETE : ABORTED;
            }
            return complete ? COMPLETE : NONE;
        }
    }

    /** A barrier was taken from a channel that is not blocked. */
    public Decision onBarrier(int channel, Barrier barrier, long nowMs) {
        if (arrived[channel]) {
            throw new IllegalStateException("barrier " + barrier.checkpointId() + " was taken from channel " + channel
                    + ", which is blocked for " + current.checkpointId());
        }
        boolean isCurrent = current != null && barrier.checkpointId() == current.checkpointId();
        boolean aborted = false;
        if (!isCurrent) {
            if (barrier.checkpointId() <= newestId()) {
                return Decision.NONE;
            }
            aborted = abortCurrent();
            if (cancelled.contains(barrier.checkpointId())) {
                pass(barrier.checkpointId());
                return Decision.of(aborted, false);
            }
            begin(barrier, nowMs);
        }
        arrived[channel] = true;
        if (!ended[channel]) {
            awaited--;
        }
        return Decision.of(aborted, completeIfAllHere(nowMs));
    }

    private long newestId() {
        return current == null ? passedId : current.checkpointId();
    }

    private void begin(Barrier barrier, long nowMs) {
        current = barrier;
        startedAtMs = nowMs;
        awaited = 0;
        for (boolean isEnded : ended) {
            awaited += isEnded ? 0 : 1;
        }
    }

    private boolean abortCurrent() {
        if (current == null) {
            return false;
        }
        abortedId = current.checkpointId();
        release();
        return true;
    }

    private boolean completeIfAllHere(long nowMs) {
        if (current == null || awaited > 0) {
            return false;
        }
        completed = current;
        alignmentMs = nowMs - startedAtMs;
        release();
        return true;
    }

    private void release() {
        pass(current.checkpointId());
        current = null;
        Arrays.fill(arrived, false);
    }

    private void pass(long checkpointId) {
        passedId = checkpointId;
        cancelled.headSet(checkpointId, true).clear();
    }

    /** No record will follow on this channel. */
    public Decision onEnd(int channel, long nowMs) {
        if (ended[channel]) {
            return Decision.NONE;
        }
        ended[channel] = true;
        if (current != null && !arrived[channel]) {
            awaited--;
        }
        return Decision.of(false, completeIfAllHere(nowMs));
    }

    /** The coordinator has given up this checkpoint: what has come of it is forgotten, what comes is passed over. */
    public Decision cancel(long checkpointId) {
        if (current != null && current.checkpointId() == checkpointId) {
            return Decision.of(abortCurrent(), false);
        }
        if (checkpointId > newestId()) {
            cancelled.add(checkpointId);
        }
        return Decision.NONE;
    }

    /** Whether nothing may be taken from this channel now. */
    public boolean isBlocked(int channel) {
        return arrived[channel];
    }

    /** The barrier that was completed last, else null. */
    public Barrier completed() {
        return completed;
    }

    /** How long the completed alignment took, from its first barrier to its last. */
    public long alignmentMs() {
        return alignmentMs;
    }

    /** The checkpoint that was aborted last; -1 for none. */
    public long abortedId() {
        return abortedId;
    }

    /** Whether some channels wait for the barriers of others. */
    public boolean isAligning() {
        return current != null;
    }
}
