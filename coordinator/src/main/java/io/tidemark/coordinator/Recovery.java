package io.tidemark.coordinator;

import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.JobViews;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.coordinator.retention.EndedJob;
import io.tidemark.coordinator.rpc.EndedJobs;
import io.tidemark.coordinator.store.JobStore;
import io.tidemark.coordinator.submission.JobSpecs;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a coordinator that starts finds in its job store. */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final JobStore store;
    private final JobSpecs specs;
    private final EndedJobs ended;
    private final Map<JobSpec, JobFacts> unfinished = new LinkedHashMap<>();
    private final Map<String, JobFacts> untidy = new LinkedHashMap<>();
    private final List<EndedJob> tidy = new ArrayList<>();

    Recovery(JobStore store, JobSpecs specs, EndedJobs ended) {
        this.store = store;
        this.specs = specs;
        this.ended = ended;
    }

    /**
     * Reads all jobs. Ended ones are remembered; one that cannot be read is shown as failed and left as it is, since a
     * person may mend it.
     */
    void run() throws IOException {
        for (JobStore.Found found : store.jobsFound()) {
            if (found.isReadable()) {
                take(found.job().orElseThrow(), found.facts().orElseThrow(), found);
            } else {
                damaged(found, found.problem());
            }
        }
    }

    private void take(StoredJob job, JobFacts facts, JobStore.Found found) {
        if (facts.status().isTerminal()) {
            StoredReport report = report(job, facts);
            ended.add(found.jobId(), report);
            if (!untidy.containsKey(found.jobId())) {
                tidy.add(RealOutside.endedJob(found.jobId(), report));
            }
            return;
        }
        try {
            unfinished.put(specs.of(job), facts);
        } catch (RuntimeException e) {
            damaged(found, String.valueOf(e.getMessage()));
        }
    }

    /** Jobs that are to go on. */
    Map<JobSpec, JobFacts> unfinished() {
        return unfinished;
    }

    /**
     * Jobs that had ended when their coordinator did, but whose old checkpoints it may not have removed, each with those
     * that stay: its own last ones, and what others start from.
     */
    Map<String, List<Long>> untidy() {
        Map<String, List<Long>> retained = new LinkedHashMap<>();
        untidy.forEach((jobId, facts) -> {
            List<Long> kept = new ArrayList<>(facts.completed());
            unfinished.values().stream()
                    .flatMap(other -> other.borrowed().stream())
                    .filter(origin -> origin.isOf(jobId))
                    .forEach(origin -> kept.add(origin.checkpointId()));
            retained.put(jobId, kept);
        });
        return retained;
    }

    /** Jobs that had ended and of which nothing is left to do. */
    List<EndedJob> tidy() {
        return tidy;
    }

    private StoredReport report(StoredJob job, JobFacts facts) {
        try {
            Optional<StoredReport> kept = store.report(job.getJobId());
            if (kept.isPresent()) {
                return kept.get();
            }
        } catch (IOException e) {
            LOG.warn("the report of job {} cannot be read", job.getJobId(), e);
        }
        untidy.put(job.getJobId(), facts);
        JobSummary.Builder summary = JobSummary.newBuilder()
                .setJobId(job.getJobId())
                .setName(job.getPlan().getName())
                .setState(facts.status().name())
                .setSubmittedAtMs(job.getSubmittedAtMs())
                .setEndedAtMs(facts.endedAtMs())
                .setAttempt(facts.attempt());
        facts.failureIfAny().ifPresent(summary::setFailure);
        return StoredReport.newBuilder()
                .setDetail(JobDetail.newBuilder()
                        .setSummary(summary)
                        .setRestarts(facts.restarts())
                        .setLastCheckpointId(facts.latestCheckpoint())
                        .addAllRequests(JobViews.requests(facts.orders().asked()))
                        .setSavepoint(facts.orders().savepoint()))
                .build();
    }

    private void damaged(JobStore.Found found, String problem) {
        LOG.error("job {} is not run: {}", found.jobId(), problem);
        JobSummary.Builder summary = JobSummary.newBuilder()
                .setJobId(found.jobId())
                .setState("FAILED")
                .setFailure(
                        ErrorDetail.newBuilder()
                                .setCause("the job store cannot be read: " + problem)
                                .setHint(
                                        "Its files are left as they are. Put back a good copy and start the coordinator again."));
        found.job().ifPresent(job -> summary.setName(job.getPlan().getName()).setSubmittedAtMs(job.getSubmittedAtMs()));
        ended.add(
                found.jobId(),
                StoredReport.newBuilder()
                        .setDetail(JobDetail.newBuilder().setSummary(summary))
                        .build());
    }
}
