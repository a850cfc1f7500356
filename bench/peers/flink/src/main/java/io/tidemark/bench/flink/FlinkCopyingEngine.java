package io.tidemark.bench.flink;

import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.Workload;
import org.apache.flink.configuration.Configuration;

/** Flink as it comes: a record is copied from each operator to the next. Where there is nothing else to do, this is what shows. */
public final class FlinkCopyingEngine implements Engine {
    private final FlinkCluster cluster = new FlinkCluster();

    @Override
    public String name() {
        return "flink-copying";
    }

    @Override
    public boolean runs(Workload workload) {
        return workload.kind() == Workload.Kind.STATELESS;
    }

    @Override
    public void start(Workload workload) throws Exception {
        cluster.start(workload);
    }

    @Override
    public Tally run(Workload workload, long events) throws Exception {
        return FlinkEngine.run(workload, events, cluster, new Configuration());
    }

    @Override
    public void close() {
        cluster.close();
    }
}
