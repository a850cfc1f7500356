package io.tidemark.api.state;

/** The clock by which state grows old. */
public enum TtlClock {
    /** The wall clock. Time passes while the job is down, too. */
    PROCESSING,
    /**
     * The watermark of the operator, so that a replay forgets what the first run forgot. What is written before there is a
     * watermark counts as written at the first one.
     */
    EVENT,
    /** The wall clock, as long as the job runs: from a snapshot to the start from it no time passes. */
    PAUSE_ON_DOWNTIME
}
