package io.tidemark.bench.jet;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.pipeline.Pipeline;
import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyBoard;
import io.tidemark.bench.workload.WorkerJvms;
import io.tidemark.bench.workload.Workload;
import java.util.List;

/**
 * Runs the workloads that hold their state in memory and need no timers: the open edition keeps snapshots in the memory of
 * other members only, and the pipeline API has no timers by key.
 */
public final class JetEngine implements Engine {
    private HazelcastInstance member;
    private WorkerJvms jvms;

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public boolean runs(Workload workload) {
        return !workload.isDurable()
                && workload.kind() != Workload.Kind.COUNT_WITH_TIMEOUT
                && workload.kind() != Workload.Kind.INTERVAL_JOIN
                && workload.kind() != Workload.Kind.SLIDING_SUMS;
    }

    @Override
    public void start(Workload workload) throws InterruptedException {
        if (!workload.isSpread()) {
            member = JetMember.start(Workload.PARALLELISM, List.of());
            return;
        }
        // This process is one of them.
        int mine = WorkerJvms.freePort();
        int others = WorkerJvms.freePort();
        int threads = Workload.PARALLELISM / workload.workerProcesses();
        jvms = WorkerJvms.create();
        jvms.start("member", JetMember.class, "" + threads, "" + others, "" + mine);
        member = JetMember.start(threads, List.of(mine, others));
        jvms.await("second member", () -> member.getCluster().getMembers().size() == workload.workerProcesses());
    }

    @Override
    public Tally run(Workload workload, long events) {
        Pipeline pipeline = Pipeline.create();
        switch (workload.kind()) {
            case WINDOW_SUMS ->
                WindowSumsPipeline.define(
                        pipeline, events, workload.keys(), Workload.PARALLELISM / workload.workerProcesses());
            case RUNNING_COUNT -> RunningCountPipeline.define(pipeline, events, workload.keys());
            case STATELESS -> StatelessPipeline.define(pipeline, events, workload.keys());
            case PACED_WINDOW_SUMS ->
                WindowSumsPipeline.definePaced(pipeline, events, workload.keys(), workload.windowMs());
            case SESSION_SUMS -> WindowSumsPipeline.defineSessions(pipeline, events, workload.keys());
            case COUNT_WITH_TIMEOUT, INTERVAL_JOIN, SLIDING_SUMS ->
                throw new IllegalArgumentException("not run: " + workload);
        }
        member.getJet()
                .newJob(pipeline, new JobConfig().setProcessingGuarantee(ProcessingGuarantee.NONE))
                .join();
        return TallyBoard.take();
    }

    @Override
    public void close() {
        if (member != null) {
            member.shutdown();
        }
        if (jvms != null) {
            jvms.close();
        }
    }
}
