package io.tidemark.deploy.local;

import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobExecutor;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.PlanNode;

/**
 * Runs a job in this process, on a {@link LocalCluster} of its own that is closed when the job has ended. This is what
 * {@code env.execute()} uses when a job's main is run as a program.
 */
public final class LocalJobExecutor implements JobExecutor {
    @Override
    public JobClient submit(JobPlan plan) {
        int slots = plan.nodes().stream().mapToInt(PlanNode::parallelism).max().orElse(1);
        LocalCluster cluster = LocalCluster.start(1, slots);
        try {
            return OwnClusterJob.watch(cluster, cluster.submit(plan));
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }
}
