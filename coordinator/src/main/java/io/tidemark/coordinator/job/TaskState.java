package io.tidemark.coordinator.job;

/** How far a task is. Reports may come late, twice and out of order; a task only ever goes on. */
public enum TaskState {
    /** Its worker has been asked to make it. */
    DEPLOYING,
    /** It is restored and its inputs are open. */
    DEPLOYED,
    RUNNING,
    /** It has sent its end of input and still serves barriers. */
    ENDED,
    FINISHED,
    CANCELLED,
    FAILED,
    /** Its worker is gone, or says that it does not run it any more. */
    LOST;

    /** Whether nothing of it is left. */
    public boolean isGone() {
        return compareTo(FINISHED) >= 0;
    }
}
