package io.tidemark.worker.job;

/** One execution of a job. */
public record AttemptId(String jobId, int attempt) {
    @Override
    public String toString() {
        return "job " + jobId + " attempt " + attempt;
    }
}
