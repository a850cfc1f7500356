package io.tidemark.coordinator.job;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import java.time.Duration;

/**
 * How a job is run: its options, read once.
 *
 * @param failuresBeforeRestart failed checkpoints in a row; 0 for never
 * @param maxRestarts -1 for any number
 */
public record JobPolicy(
        long checkpointIntervalMs,
        long checkpointTimeoutMs,
        int failuresBeforeRestart,
        int retainedCheckpoints,
        int maxRestarts,
        int maxRestartsWithoutProgress,
        long backoffInitialMs,
        long backoffMaxMs,
        long cancelTimeoutMs,
        long deployTimeoutMs) {

    /**
     * @param retainedCheckpoints complete checkpoints that are kept
     * @throws io.tidemark.api.config.InvalidConfigurationException when an option does not fit
     */
    public static JobPolicy of(
            Configuration options, int retainedCheckpoints, Duration backoffInitial, Duration backoffMax) {
        return new JobPolicy(
                options.get(JobOptions.CHECKPOINT_INTERVAL).toMillis(),
                options.get(SchedulingOptions.CHECKPOINT_TIMEOUT).toMillis(),
                options.get(SchedulingOptions.CHECKPOINT_FAILURES),
                retainedCheckpoints,
                options.get(SchedulingOptions.MAX_RESTARTS),
                options.get(SchedulingOptions.MAX_RESTARTS_WITHOUT_PROGRESS),
                backoffInitial.toMillis(),
                backoffMax.toMillis(),
                options.get(SchedulingOptions.CANCEL_TIMEOUT).toMillis(),
                options.get(SchedulingOptions.DEPLOY_TIMEOUT).toMillis());
    }
}
