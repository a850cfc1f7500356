package io.tidemark.api.plan;

/** A submitted job. */
public interface JobClient {
    String jobId();

    /** Waits for the end. @throws JobFailedException when the job failed or was cancelled */
    JobExecutionResult await() throws InterruptedException, JobFailedException;

    void cancel();
}
