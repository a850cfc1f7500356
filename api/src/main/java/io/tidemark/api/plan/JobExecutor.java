package io.tidemark.api.plan;

/**
 * Runs plans; {@code env.execute()} finds the one to use: that of the current {@link JobExecutors}
 * override, else the first that {@link java.util.ServiceLoader} offers.
 */
public interface JobExecutor {
    /** Starts the job. */
    JobClient submit(JobPlan plan) throws Exception;
}
