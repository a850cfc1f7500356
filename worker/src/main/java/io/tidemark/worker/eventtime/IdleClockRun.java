package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.eventtime.IdleClock;
import io.tidemark.worker.chain.GroupMember;

/**
 * Decides when a reader's event time follows the wall clock: once all splits of all readers of its source have been idle for
 * the time of an {@link IdleClock}. Pure; one thread.
 */
public final class IdleClockRun {
    private static final long NOT_IDLE = Long.MIN_VALUE;

    private final GroupMember member = new GroupMember("");
    private final long afterMs;
    private final long boundMs;
    private long allIdleSinceMs = NOT_IDLE;

    public IdleClockRun(IdleClock clock) {
        afterMs = EventTimeMath.nonNegativeMs("after", clock.after());
        boundMs = EventTimeMath.nonNegativeMs("bound", clock.bound());
    }

    public GroupMember member() {
        return member;
    }

    /**
     * Tells the other readers where this one stands.
     *
     * @return the watermark that the idle clock gives now; {@link Long#MIN_VALUE} while it does not run
     */
    public long tick(GroupMember.Progress progress, long nowMs) {
        member.report(progress);
        if (!progress.idle() || progress.ended() || !member.announced().allIdle()) {
            allIdleSinceMs = NOT_IDLE;
            return Long.MIN_VALUE;
        }
        if (allIdleSinceMs == NOT_IDLE) {
            allIdleSinceMs = nowMs;
        }
        return nowMs - allIdleSinceMs >= afterMs ? EventTimeMath.minus(nowMs, boundMs) : Long.MIN_VALUE;
    }
}
