package io.tidemark.bench.engine;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyBoard;
import io.tidemark.bench.workload.WorkerJvms;
import io.tidemark.bench.workload.Workload;
import io.tidemark.deploy.cli.TidemarkCommand;
import io.tidemark.deploy.local.LocalCluster;
import java.time.Duration;

/**
 * Runs the workloads on an embedded cluster of one worker with two slots; or, when the work is spread, on a coordinator in this
 * process and workers of one slot in processes of their own.
 */
public final class TidemarkEngine implements Engine {
    // A quarter of the heap, and the same again outside of it: what the peers' durable stores get as well.
    private static final long CACHE_BYTES = 1L << 30;
    private static final long NATIVE_BYTES = 1L << 30;

    private LocalCluster cluster;
    private WorkerJvms workers;

    @Override
    public String name() {
        return "tidemark";
    }

    @Override
    public boolean runs(Workload workload) {
        return true;
    }

    @Override
    public void start(Workload workload) throws InterruptedException {
        if (workload.isSpread()) {
            startWorkers(workload.workerProcesses());
            return;
        }
        cluster = LocalCluster.start(1, Workload.PARALLELISM, CACHE_BYTES, NATIVE_BYTES);
    }

    private void startWorkers(int count) throws InterruptedException {
        cluster = LocalCluster.start(0, 1);
        workers = WorkerJvms.create();
        for (int worker = 1; worker <= count; worker++) {
            workers.start(
                    "worker-" + worker,
                    TidemarkCommand.class,
                    "worker",
                    "--coordinator=" + cluster.address(),
                    "--slots=" + Workload.PARALLELISM / count,
                    "--dir=" + workers.directory().resolve("state-" + worker),
                    "-Dworker.rpc-port=0",
                    "-Dworker.data-port=0",
                    "-Dworker.task-loops=" + Workload.PARALLELISM / count,
                    "-Dworker.cache-size=" + CACHE_BYTES / count,
                    "-Dworker.native-memory=" + NATIVE_BYTES / count);
        }
        workers.await(count + " workers", () -> cluster.client().status().getWorkersCount() == count);
    }

    @Override
    public Tally run(Workload workload, long events) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(Configuration.empty()
                .with(JobOptions.CHECKPOINT_INTERVAL, Duration.ofMillis(workload.checkpointIntervalMs())));
        env.setParallelism(Workload.PARALLELISM);
        switch (workload.kind()) {
            case WINDOW_SUMS -> WindowSumsJob.define(env, events, workload.keys());
            case RUNNING_COUNT -> RunningCountJob.define(env, events, workload.keys());
            case COUNT_WITH_TIMEOUT -> CountWithTimeoutJob.define(env, events, workload.keys());
            case SESSION_SUMS -> SessionSumsJob.define(env, events, workload.keys());
            case INTERVAL_JOIN -> IntervalJoinJob.define(env, events, workload.keys());
            case STATELESS -> StatelessJob.define(env, events, workload.keys());
            case SLIDING_SUMS -> WindowSumsJob.defineSliding(env, events, workload.keys(), workload.windowMs());
            case PACED_WINDOW_SUMS -> WindowSumsJob.definePaced(env, events, workload.keys(), workload.windowMs());
        }
        cluster.submit(env.buildPlan(workload.id())).await();
        return TallyBoard.take();
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
        if (workers != null) {
            workers.close();
        }
    }
}
