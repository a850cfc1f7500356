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
 * <p>When that takes longer than the aligned time-out, or when the coordinator {@linkplain #onUnalign gives notice}, the
 * checkpoint goes on <em>unaligned</em>: the caller reads the channels that are still awaited ahead into logs, up to the
 * barrier. A barrier or an end that was read ahead counts for this checkpoint alone, as it is still to come again when the log
 * is played; what then stands before it in the log is part of the checkpoint. The notice may come before any barrier has, so
 * that one which is stuck behind slow records is not waited for.
 *
 * <p>Checkpoints do not overlap. A barrier of a newer one, even of one that was cancelled, aborts an older that is incomplete:
 * the older can no longer come on that channel. Barriers of a checkpoint that is complete, aborted or cancelled are passed
 * over.
 *
 * <p>One thread.
 */
public final class BarrierAligner {
    /** The aligned time-out that never comes. Notices of the coordinator count all the same. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long NONE = -1;

    private final long alignedTimeoutMs;
    private final boolean[] arrived;
    private final boolean[] ended;

    /** Channels whose barrier of the checkpoint that is read ahead for has been read. */
    private final boolean[] barrierAhead;

    /** Channels whose end has been read ahead: they are not waited for, and their barrier may still come. */
    private final boolean[] endAhead;

    /** Before this channel none is waited for. Only ever rises while one checkpoint is awaited, so that n barriers cost n looks. */
    private int noneAwaitedBefore;

    /** The one being aligned, else null. */
    private Barrier current;

    private long startedAtMs;

    /** The newest that is over; no barrier up to it means anything any more. */
    private long passedId = NONE;

    /** Those given up that are newer than all that has been seen. */
    private final TreeSet<Long> cancelled = new TreeSet<>();

    /** The newest that the coordinator does not want to be aligned any longer. */
    private long noticedId = NONE;

    /** The one for which channels are being read ahead. When one is being aligned, it is that. */
    private long readingAheadFor = NONE;

    /** The newest for which reading ahead was given up. */
    private long mustAlignId = NONE;

    private Barrier completed;
    private boolean completedUnaligned;
    private long alignmentMs;
    private long abortedId = NONE;

    /** An aligner that goes on unaligned only when told to. */
    public BarrierAligner(int channels) {
        this(channels, NEVER);
    }

    /** @param alignedTimeoutMs from the first barrier; 0 for at once, {@link #NEVER} */
    public BarrierAligner(int channels, long alignedTimeoutMs) {
        this.alignedTimeoutMs = alignedTimeoutMs;
        arrived = new boolean[channels];
        ended = new boolean[channels];
        barrierAhead = new boolean[channels];
        endAhead = new boolean[channels];
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
            aborted = giveWayTo(barrier.checkpointId());
            if (cancelled.contains(barrier.checkpointId())) {
                pass(barrier.checkpointId());
                return Decision.of(aborted, false);
            }
            begin(barrier, nowMs);
        }
        arrived[channel] = true;
        return Decision.of(aborted, completeIfAllHere(nowMs));
    }

    private long newestId() {
        return current == null ? passedId : current.checkpointId();
    }

    private void begin(Barrier barrier, long nowMs) {
        current = barrier;
        startedAtMs = nowMs;
    }

    /** A newer barrier has come on some channel; returns whether that aborts one that was being aligned. */
    private boolean giveWayTo(long newerId) {
        if (readingAheadFor != NONE && readingAheadFor < newerId) {
            pass(readingAheadFor);
            stopReadingAhead();
        }
        return abortCurrent();
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
        if (current == null || firstAwaited() >= 0) {
            return false;
        }
        completed = current;
        completedUnaligned = readingAheadFor != NONE;
        alignmentMs = nowMs - startedAtMs;
        release();
        return true;
    }

    private void release() {
        pass(current.checkpointId());
        current = null;
        Arrays.fill(arrived, false);
        noneAwaitedBefore = 0;
        stopReadingAhead();
    }

    private void stopReadingAhead() {
        readingAheadFor = NONE;
        Arrays.fill(barrierAhead, false);
        Arrays.fill(endAhead, false);
        noneAwaitedBefore = 0;
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
        return Decision.of(false, completeIfAllHere(nowMs));
    }

    // ------------------------------------------------------------------------------------ unaligned

    /** The coordinator does not want this checkpoint to be aligned any longer, whether or not a barrier of it has come. */
    public void onUnalign(long checkpointId) {
        noticedId = Math.max(noticedId, checkpointId);
    }

    /**
     * Begins to read ahead when that is due.
     *
     * @return whether it began
     */
    public boolean beginReadingAhead(long nowMs) {
        if (readingAheadFor != NONE) {
            return false;
        }
        long due = unalignedDue(nowMs);
        if (due == NONE || due <= mustAlignId) {
            return false;
        }
        if (current == null) {
            // The coordinator has come to this one, so those before it are over.
            pass(due - 1);
        }
        readingAheadFor = due;
        return true;
    }

    private long unalignedDue(long nowMs) {
        if (current == null) {
            return isOver(noticedId) ? NONE : noticedId;
        }
        if (current.purpose().alwaysAligns()) {
            return NONE;
        }
        long id = current.checkpointId();
        return id == noticedId || nowMs - startedAtMs >= alignedTimeoutMs ? id : NONE;
    }

    /** Whether the checkpoint that is being aligned goes on unaligned, now or as soon as the caller comes to it. */
    boolean goesUnaligned() {
        return readingAheadFor != NONE
                || (current != null
                        && alignedTimeoutMs == 0
                        && !current.purpose().alwaysAligns()
                        && current.checkpointId() > mustAlignId);
    }

    /** Whether a barrier of this checkpoint means nothing any more. */
    boolean isOver(long checkpointId) {
        return checkpointId <= passedId || cancelled.contains(checkpointId);
    }

    /** Whether the barrier of the checkpoint that is being aligned has not come on this channel. */
    boolean isAwaited(int channel) {
        return !arrived[channel] && !ended[channel] && !barrierAhead[channel];
    }

    /** Whether a checkpoint is under way or announced, so that {@link #beginReadingAhead} may be due. */
    public boolean mayReadAhead() {
        return current != null || readingAheadFor != NONE || !isOver(noticedId);
    }

    /** Whether channels are being read ahead. */
    public boolean isReadingAhead() {
        return readingAheadFor != NONE;
    }

    /** Whether this channel is to be read ahead: its barrier is still awaited. */
    public boolean isReadAhead(int channel) {
        return readingAheadFor != NONE && !arrived[channel] && !barrierAhead[channel];
    }

    /** A barrier was read ahead; it will come again, by {@link #onBarrier}, in its turn. */
    public Decision onBarrierAhead(int channel, Barrier barrier, long nowMs) {
        if (barrier.checkpointId() > readingAheadFor) {
            return Decision.of(giveWayTo(barrier.checkpointId()), false);
        }
        if (barrier.checkpointId() < readingAheadFor) {
            return Decision.NONE;
        }
        if (current == null) {
            begin(barrier, nowMs);
        }
        barrierAhead[channel] = true;
        return Decision.of(false, completeIfAllHere(nowMs));
    }

    /** An end was read ahead; it will come again, by {@link #onEnd}, in its turn. */
    public Decision onEndAhead(int channel, long nowMs) {
        endAhead[channel] = true;
        return Decision.of(false, completeIfAllHere(nowMs));
    }

    /** Too much would have to be read ahead: this checkpoint is aligned after all. */
    public void alignAfterAll() {
        mustAlignId = readingAheadFor;
        stopReadingAhead();
    }

    /** Whether reading ahead for the checkpoint that is waited for was given up. */
    public boolean isAlignedAfterAll() {
        return mustAlignId != NONE && mustAlignId == awaitedId();
    }

    /** The first channel that is waited for, for people; -1 for none. */
    public int firstAwaited() {
        for (int channel = noneAwaitedBefore; channel < arrived.length; channel++) {
            if (!arrived[channel] && !ended[channel] && !barrierAhead[channel] && !endAhead[channel]) {
                noneAwaitedBefore = channel;
                return channel;
            }
        }
        noneAwaitedBefore = arrived.length;
        return -1;
    }

    /** The checkpoint that is waited for; -1 for none. */
    public long awaitedId() {
        return current == null ? readingAheadFor : current.checkpointId();
    }

    /** Whether {@link #completed()} went on unaligned: what stands before its barrier in the logs is part of it. */
    public boolean isCompletedUnaligned() {
        return completedUnaligned;
    }

    // ------------------------------------------------------------------------------------

    /** The coordinator has given up this checkpoint: what has come of it is forgotten, what comes is passed over. */
    public Decision cancel(long checkpointId) {
        if (current != null && current.checkpointId() == checkpointId) {
            return Decision.of(abortCurrent(), false);
        }
        if (checkpointId > newestId()) {
            cancelled.add(checkpointId);
            if (checkpointId == readingAheadFor) {
                stopReadingAhead();
            }
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
