package io.tidemark.coordinator.job;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.api.config.JobOptions;
import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import java.time.Duration;

/**
 * How a job is run: its options, read once.
 *
 * @param failuresBeforeRestart failed checkpoints in a row; 0 for never
 * @param maxRestarts -1 for any number
 */
public record JobPolicy(
        CheckpointTiming checkpoints,
        int failuresBeforeRestart,
        int retainedCheckpoints,
        int maxRestarts,
        int maxRestartsWithoutProgress,
        long backoffInitialMs,
        long backoffMaxMs,
        long cancelTimeoutMs,
        long deployTimeoutMs) {

    /** The first tick after the trigger. */
    private static final long AT_ONCE_MS = 1;

    public JobPolicy {
        if (retainedCheckpoints < 1) {
            throw new InvalidConfigurationException(SchedulingOptions.CHECKPOINTS_RETAINED.key() + " is "
                    + retainedCheckpoints + ", at least 1 is kept");
        }
    }

    /**
     * @param retainedCheckpoints complete checkpoints that are kept of a job that does not say
     * @throws io.tidemark.api.config.InvalidConfigurationException when an option does not fit
     */
    public static JobPolicy of(
            Configuration options, int retainedCheckpoints, Duration backoffInitial, Duration backoffMax) {
        return new JobPolicy(
                new CheckpointTiming(
                        options.get(JobOptions.CHECKPOINT_INTERVAL).toMillis(),
                        options.get(SchedulingOptions.CHECKPOINT_MIN_PAUSE).toMillis(),
                        options.get(SchedulingOptions.CHECKPOINT_TIMEOUT).toMillis(),
                        options.find(JobOptions.CHECKPOINT_ALIGNED_TIMEOUT)
                                .map(timeout -> Math.max(AT_ONCE_MS, timeout.toMillis()))
                                .orElse(0L)),
                options.get(SchedulingOptions.CHECKPOINT_FAILURES),
                options.find(SchedulingOptions.CHECKPOINTS_RETAINED).orElse(retainedCheckpoints),
                options.get(SchedulingOptions.MAX_RESTARTS),
                options.get(SchedulingOptions.MAX_RESTARTS_WITHOUT_PROGRESS),
                backoffInitial.toMillis(),
                backoffMax.toMillis(),
                options.get(SchedulingOptions.CANCEL_TIMEOUT).toMillis(),
                options.get(SchedulingOptions.DEPLOY_TIMEOUT).toMillis());
    }
}
