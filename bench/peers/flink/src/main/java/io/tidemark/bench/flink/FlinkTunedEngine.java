package io.tidemark.bench.flink;

import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.Workload;
import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;

/** Flink set for low latency: watermarks every millisecond, and no record waits longer than that for its buffer to fill. */
public final class FlinkTunedEngine implements Engine {
    private static final Duration AT_MOST = Duration.ofMillis(1);

    private final FlinkCluster cluster = new FlinkCluster();

    @Override
    public String name() {
        return "flink-tuned";
    }

    @Override
    public boolean runs(Workload workload) {
        return workload.kind() == Workload.Kind.PACED_WINDOW_SUMS;
    }

    @Override
    public void start(Workload workload) throws Exception {
        cluster.start(workload);
    }

    @Override
    public Tally run(Workload workload, long events) throws Exception {
        Configuration more = new Configuration();
        more.set(PipelineOptions.OBJECT_REUSE, true);
        more.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, AT_MOST);
        more.set(ExecutionOptions.BUFFER_TIMEOUT, AT_MOST);
        return FlinkEngine.run(workload, events, cluster, more);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
