package io.tidemark.worker.eventtime;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.operator.OperatorContext;

/**
 * Asks generators for their watermarks as soon as there is nothing more to read, instead of at the end of the interval: who
 * has caught up has the time, and results need not wait. While records keep coming the interval alone counts.
 *
 * <p>A watermark goes to every subtask downstream, so the more there are the less often it asks. Used by the task's thread.
 */
public final class CaughtUpEmission {
    /** Of so many subtasks each asks once a millisecond at most. */
    private static final int SUBTASKS_PER_MS = 20;

    private final Runnable emission;
    private final long gapMs;
    private final boolean isOn;
    private long askedAtMs = Long.MIN_VALUE;
    private boolean hasRecords;

    CaughtUpEmission(OperatorContext context, boolean isPeriodic, Runnable emission) {
        this.emission = emission;
        gapMs = gapMs(context.parallelism());
        isOn = isPeriodic && isWanted(context.configuration());
    }

    static boolean isWanted(Configuration configuration) {
        return configuration
                .find(JobOptions.AUTO_WATERMARK_WHEN_CAUGHT_UP)
                .orElse(!configuration.contains(JobOptions.AUTO_WATERMARK_INTERVAL));
    }

    static long gapMs(int parallelism) {
        return 1 + parallelism / SUBTASKS_PER_MS;
    }

    /** Records were read. */
    public void onRecords() {
        hasRecords = isOn;
    }

    /** Whether {@link #onNothing} may ask, so that the clock has to be read. */
    public boolean isDue() {
        return hasRecords;
    }

    /** There is nothing to read now. */
    public void onNothing(long nowMs) {
        if (hasRecords && (askedAtMs == Long.MIN_VALUE || nowMs - askedAtMs >= gapMs)) {
            askedAtMs = nowMs;
            hasRecords = false;
            emission.run();
        }
    }
}
