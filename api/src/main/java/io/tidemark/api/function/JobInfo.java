package io.tidemark.api.function;

/** The job that a function runs in. */
public record JobInfo(String jobId, String jobName) {
    public String getJobId() {
        return jobId;
    }

    public String getJobName() {
        return jobName;
    }
}
