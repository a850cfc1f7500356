package io.tidemark.bench.flink;

import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyBoard;
import io.tidemark.bench.workload.Workload;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink with object reuse: operators that follow each other one to one hand records on as they are. */
public final class FlinkEngine implements Engine {
    private final FlinkCluster cluster = new FlinkCluster();

    @Override
    public String name() {
        return "flink";
    }

    @Override
    public boolean runs(Workload workload) {
        return true;
    }

    @Override
    public void start(Workload workload) throws Exception {
        cluster.start(workload);
    }

    @Override
    public Tally run(Workload workload, long events) throws Exception {
        Configuration more = new Configuration();
        more.set(PipelineOptions.OBJECT_REUSE, true);
        return run(workload, events, cluster, more);
    }

    /**  more than what every job is set to */
    static Tally run(Workload workload, long events, FlinkCluster cluster, Configuration more) throws Exception {
        Configuration configuration = cluster.jobConfiguration(workload);
        configuration.addAll(more);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
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
        cluster.execute(env.getStreamGraph());
        return TallyBoard.take();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
