package io.tidemark.coordinator.job;

import io.tidemark.api.config.ConfigOption;
import java.time.Duration;

/** The options of a job that only the coordinator reads. */
public final class SchedulingOptions {
    private SchedulingOptions() {}

    public static final ConfigOption<Duration> CHECKPOINT_TIMEOUT = ConfigOption.ofDuration(
            "execution.checkpointing.timeout",
            Duration.ofMinutes(10),
            "A checkpoint that is not complete after this time is given up.");

    public static final ConfigOption<Duration> CHECKPOINT_MIN_PAUSE = ConfigOption.ofDuration(
            "execution.checkpointing.min-pause",
            Duration.ZERO,
            "Time at least from the end of one periodic checkpoint, complete or not, to the start of the next. It lets the"
                    + " job catch up where checkpoints take long.");

    public static final ConfigOption<Integer> CHECKPOINTS_RETAINED = ConfigOption.ofInt(
            "execution.checkpointing.retained",
            null,
            "How many complete checkpoints are kept. By default as many as the coordinator is set up for.");

    public static final ConfigOption<Integer> CHECKPOINT_FAILURES = ConfigOption.ofInt(
            "execution.checkpointing.failures-before-restart",
            3,
            "After so many failed checkpoints in a row the job is restarted. Those that failed because the storage of"
                    + " checkpoints cannot be reached or is full do not count, since a restart would need it too. 0:"
                    + " never.");

    public static final ConfigOption<Integer> MAX_RESTARTS = ConfigOption.ofInt(
            "restart.max-attempts",
            -1,
            "How often the job is restarted, whatever the cause, before it fails. -1: without limit.");

    public static final ConfigOption<Integer> MAX_RESTARTS_WITHOUT_PROGRESS = ConfigOption.ofInt(
            "restart.max-attempts-without-progress",
            3,
            "How often the job is restarted in a row after failures of its own code or data, with no checkpoint"
                    + " completed in between, before it fails.");

    public static final ConfigOption<Duration> CANCEL_TIMEOUT = ConfigOption.ofDuration(
            "task.cancellation.timeout",
            Duration.ofSeconds(30),
            "How long the coordinator waits for the tasks of an ended attempt before it goes on without them.");

    public static final ConfigOption<Duration> DEPLOY_TIMEOUT = ConfigOption.ofDuration(
            "task.deployment.timeout",
            Duration.ofMinutes(15),
            "An attempt whose tasks do not all run after this time has failed. Restoring large state takes its time.");
}
