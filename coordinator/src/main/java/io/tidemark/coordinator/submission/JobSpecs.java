package io.tidemark.coordinator.submission;

import io.tidemark.api.config.Configuration;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.job.JobPolicy;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.proto.StoredJob;
import java.time.Duration;

/**
 * Makes what the loop needs of a job from what is stored of it.
 *
 * @param checkpointLocation root of the checkpoint storage, as workers find it
 */
public record JobSpecs(
        String checkpointLocation, int retainedCheckpoints, Duration backoffInitial, Duration backoffMax) {
    /** @throws io.tidemark.api.config.InvalidConfigurationException when an option of the job does not fit */
    public JobSpec of(StoredJob job) {
        return new JobSpec(
                job.getJobId(),
                job.getSubmittedAtMs(),
                ExecutionGraph.of(job.getPlan()),
                job.getJarSha256(),
                job.getJarBytes(),
                checkpointLocation,
                JobPolicy.of(
                        Configuration.of(job.getPlan().getConfigurationMap()),
                        retainedCheckpoints,
                        backoffInitial,
                        backoffMax));
    }
}
