package io.tidemark.coordinator.job;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What a job is doing, as people see it. */
public enum JobState {
    /** Taken on and durable; nothing was tried yet. */
    CREATED,
    /** An attempt is prepared and waits for enough free slots, or for its checkpoint to be read. */
    WAITING_FOR_SLOTS,
    /** Tasks are being made, restored, connected and opened. */
    DEPLOYING,
    /** All tasks run. */
    RUNNING,
    /** An attempt has failed: its tasks are being ended, then a pause, then the next attempt. */
    RESTARTING,
    /** Somebody has cancelled the job and its tasks are being ended. */
    CANCELLING,
    /** All tasks have sent their end of input: the final checkpoint is taken and committed. */
    FINISHING,
    /** The whole input was worked off and its results are committed. */
    FINISHED,
    /** The job ended by a failure that no restart helps. */
    FAILED,
    /** The job ended because somebody wanted it to. */
    CANCELLED;

    private static final Map<JobState, Set<JobState>> MOVES = new EnumMap<>(JobState.class);

    static {
        MOVES.put(CREATED, EnumSet.of(WAITING_FOR_SLOTS, CANCELLING));
        MOVES.put(WAITING_FOR_SLOTS, EnumSet.of(DEPLOYING, CANCELLING, FAILED));
        MOVES.put(DEPLOYING, EnumSet.of(RUNNING, RESTARTING, CANCELLING, FAILED));
        MOVES.put(RUNNING, EnumSet.of(FINISHING, RESTARTING, CANCELLING, FAILED));
        MOVES.put(RESTARTING, EnumSet.of(WAITING_FOR_SLOTS, CANCELLING, FAILED));
        MOVES.put(CANCELLING, EnumSet.of(CANCELLED, FINISHED));
        MOVES.put(FINISHING, EnumSet.of(FINISHED, RESTARTING, CANCELLING, FAILED));
        MOVES.put(FINISHED, EnumSet.noneOf(JobState.class));
        MOVES.put(FAILED, EnumSet.noneOf(JobState.class));
        MOVES.put(CANCELLED, EnumSet.noneOf(JobState.class));
    }

    /** Whether the job may go on to that state. */
    public boolean mayBecome(JobState next) {
        return MOVES.get(this).contains(next);
    }

    /** Whether the job is over. */
    public boolean isTerminal() {
        return MOVES.get(this).isEmpty();
    }
}
