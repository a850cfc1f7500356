package io.tidemark.coordinator.job;

/** How far a job is, as its durable facts say: what a coordinator that finds it should do. */
public enum JobStatus {
    /** To be run until it ends. */
    ACTIVE,
    /** Somebody wants it to end: it must not be started again. */
    CANCELLING,
    FINISHED,
    FAILED,
    CANCELLED;

    public boolean isTerminal() {
        return this == FINISHED || this == FAILED || this == CANCELLED;
    }
}
