package io.tidemark.deploy.local;

import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobExecutionResult;
import io.tidemark.api.plan.JobFailedException;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobSummary;
import java.time.Duration;

/** A job of a cluster that the caller can reach. Thread-safe. */
final class SubmittedJob implements JobClient {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ClusterClient client;
    private final String jobId;

    SubmittedJob(ClusterClient client, String jobId) {
        this.client = client;
        this.jobId = jobId;
    }

    @Override
    public String jobId() {
        return jobId;
    }

    @Override
    public JobExecutionResult await() throws InterruptedException, JobFailedException {
        JobDetail end = new JobFollower(
                        wait -> client.jobIfThere(jobId, wait),
                        PATIENCE,
                        JobFollower.Listener.silent(),
                        JobFollower.Pace.ofSystem())
                .follow();
        JobSummary summary = end.getSummary();
        if (summary.getState().equals(JobStates.FINISHED)) {
            return new JobExecutionResult(
                    jobId, summary.getName(), summary.getEndedAtMs() - summary.getSubmittedAtMs());
        }
        throw failure(summary);
    }

    private static JobFailedException failure(JobSummary summary) {
        if (summary.getState().equals(JobStates.CANCELLED)) {
            return new JobFailedException("job " + summary.getName() + " was cancelled");
        }
        ErrorDetail detail = summary.getFailure();
        String hint = detail.getHint().isEmpty() ? "" : " (" + detail.getHint() + ")";
        return new JobFailedException(
                detail.getCause() + hint,
                detail.getStackTrace().isEmpty() ? null : new RemoteFailure(detail.getStackTrace()));
    }

    @Override
    public void cancel() {
        client.cancel(jobId);
    }

    /** The stack trace of the task that failed. */
    private static final class RemoteFailure extends Exception {
        private static final long serialVersionUID = 1L;

        RemoteFailure(String stackTrace) {
            super(stackTrace, null, false, false);
        }
    }
}
