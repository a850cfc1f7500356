package io.tidemark.deploy.local;

import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobExecutionResult;
import io.tidemark.api.plan.JobFailedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A job that takes its cluster with it when it ends. A thread waits for that, so that the process lives as long as its
 * job even if nobody awaits it. Thread-safe.
 */
final class OwnClusterJob implements JobClient {
    private final LocalCluster cluster;
    private final JobClient job;
    private final CompletableFuture<JobExecutionResult> end = new CompletableFuture<>();

    private OwnClusterJob(LocalCluster cluster, JobClient job) {
        this.cluster = cluster;
        this.job = job;
    }

    static OwnClusterJob watch(LocalCluster cluster, JobClient job) {
        OwnClusterJob own = new OwnClusterJob(cluster, job);
        new Thread(own::waitForEnd, "job-" + job.jobId()).start();
        return own;
    }

    private void waitForEnd() {
        JobExecutionResult result = null;
        Throwable failure = null;
        try (cluster) {
            result = job.await();
        } catch (InterruptedException | JobFailedException | RuntimeException e) {
            failure = e;
        }
        if (failure != null) {
            end.completeExceptionally(failure);
        } else {
            end.complete(result);
        }
    }

    @Override
    public String jobId() {
        return job.jobId();
    }

    @Override
    public JobExecutionResult await() throws InterruptedException, JobFailedException {
        try {
            return end.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JobFailedException failed) {
                throw new JobFailedException(failed.getMessage(), failed);
            }
            throw new IllegalStateException("waiting for the job failed", e.getCause());
        }
    }

    @Override
    public void cancel() {
        job.cancel();
    }
}
