package io.tidemark.bench.jet;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.pipeline.Pipeline;
import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyBoard;
import io.tidemark.bench.workload.Workload;

/**
 * Runs the workloads that hold their state in memory and need no timers: the open edition keeps snapshots in the memory of
 * other members only, and the pipeline API has no timers by key.
 */
public final class JetEngine implements Engine {
    private static final String LOOPBACK = "127.0.0.1";

    private HazelcastInstance member;

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public boolean runs(Workload workload) {
        return !workload.isDurable() && workload.kind() != Workload.Kind.COUNT_WITH_TIMEOUT;
    }

    @Override
    public void start(Workload workload) {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface(LOOPBACK);
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(Workload.PARALLELISM);
        member = Hazelcast.newHazelcastInstance(config);
    }

    @Override
    public Tally run(Workload workload, long events) {
        Pipeline pipeline = Pipeline.create();
        switch (workload.kind()) {
            case WINDOW_SUMS -> WindowSumsPipeline.define(pipeline, events, workload.keys());
            case RUNNING_COUNT -> RunningCountPipeline.define(pipeline, events, workload.keys());
            case STATELESS -> StatelessPipeline.define(pipeline, events, workload.keys());
            case PACED_WINDOW_SUMS ->
                WindowSumsPipeline.definePaced(pipeline, events, workload.keys(), workload.windowMs());
            case COUNT_WITH_TIMEOUT -> throw new IllegalArgumentException("not run: " + workload);
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
    }
}
