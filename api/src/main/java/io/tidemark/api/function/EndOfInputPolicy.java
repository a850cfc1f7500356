package io.tidemark.api.function;

/**
 * What becomes of timers by the wall clock that are not due yet when the input of a bounded job ends. Those that are due fire in
 * any case, and so do all timers by event time.
 */
public enum EndOfInputPolicy {
    /** They fire at once, in their order. One that is set meanwhile fires only if its time has come by the wall clock. */
    FIRE_NOW,
    /** The job goes on until they have fired at their time; also those that are set meanwhile. */
    WAIT,
    /** They are dropped; the counter {@code timers-dropped-at-end} of the operator says how many. */
    DROP
}
