package io.tidemark.worker.advice;

/**
 * What comes of one delay.
 *
 * @param late rows that were not newer than the watermark when they came
 * @param dropped rows that came when all their windows had fired
 * @param fired windows that fired before the input was over
 * @param waitMs for how long all of these together waited in event time, from their end to the record that made them fire
 */
public record DelayOutcome(long delayMs, long late, long dropped, long fired, long waitMs) {
    /** Together with what another part of the input came to. */
    DelayOutcome plus(DelayOutcome other) {
        return new DelayOutcome(
                delayMs, late + other.late, dropped + other.dropped, fired + other.fired, waitMs + other.waitMs);
    }

    /** How long after its end a window fires; 0 when none has. */
    public long meanWaitMs() {
        return fired == 0 ? 0 : Math.round((double) waitMs / fired);
    }
}
