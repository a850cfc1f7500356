package io.tidemark.worker.task;

import java.util.EnumSet;
import java.util.Set;

/** Where a task stands in its life. The legal moves are in {@link #next}. */
public enum TaskState {
    /** Made and restored; waits for the start. */
    DEPLOYED,
    /** Its operators are open; it works. */
    RUNNING,
    /** It has sent its end of input and has nothing more to do, but still serves barriers. */
    ENDED,
    /** The job is done; its operators closed normally. Final. */
    FINISHED,
    /** It was ended from outside. Final. */
    CANCELLED,
    /** It ended with a failure. Final. */
    FAILED;

    /** The states that may follow. */
    public Set<TaskState> next() {
        return switch (this) {
            case DEPLOYED -> EnumSet.of(RUNNING, CANCELLED, FAILED);
            // It finishes where it stands when the job is stopped at a checkpoint.
            case RUNNING -> EnumSet.of(ENDED, FINISHED, CANCELLED, FAILED);
            case ENDED -> EnumSet.of(FINISHED, CANCELLED, FAILED);
            case FINISHED, CANCELLED, FAILED -> EnumSet.noneOf(TaskState.class);
        };
    }

    /** Whether none follows. Asked with every step of every task, so nothing is made for the answer. */
    public boolean isFinal() {
        return switch (this) {
            case DEPLOYED, RUNNING, ENDED -> false;
            case FINISHED, CANCELLED, FAILED -> true;
        };
    }
}
