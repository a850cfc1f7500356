package io.tidemark.deploy.view;

import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobSummary;

/** Why a job failed. */
record FailureView(String cause, String hint) {
    /** Null when it did not. */
    static FailureView of(JobSummary job) {
        if (!job.hasFailure()) {
            return null;
        }
        ErrorDetail failure = job.getFailure();
        return new FailureView(failure.getCause(), failure.getHint());
    }
}
