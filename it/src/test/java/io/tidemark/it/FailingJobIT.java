package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.function.CheckpointedFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.FunctionInitializationContext;
import io.tidemark.api.function.FunctionSnapshotContext;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.coordinator.Coordinator;
import io.tidemark.coordinator.CoordinatorConfig;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.network.plan.PlanCodec;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.Security;
import io.tidemark.worker.Worker;
import io.tidemark.worker.WorkerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job with keyed state that fails a tenth of a second after each start, and restores each time. */
class FailingJobIT {
    private static final int RESTARTS_BEFORE = 5;
    private static final int RESTARTS = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    /** Counts by key until its time is up; that is not before it has been part of a complete checkpoint. */
    private static final class Failing extends KeyedProcessFunction<Long, Long, Long> implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private static final long LIFE_NS = 100_000_000;

        private transient ValueState<Long> count;
        private transient long startedNs;
        private transient int snapshots;

        @Override
        public void initializeState(FunctionInitializationContext context) {}

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            snapshots++;
        }

        @Override
        public void open(OpenContext openContext) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
            startedNs = System.nanoTime();
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            // The second of them begins when the first is over.
            if (snapshots > 1 && System.nanoTime() - startedNs > LIFE_NS) {
                throw new IllegalStateException("its time is up");
            }
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
        }
    }

    private JobPlan plan() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.enableCheckpointing(20);
        env.configure(Configuration.empty().with("restart.max-attempts-without-progress", "1000000"));
        env.fromSequence(0, Long.MAX_VALUE - 1)
                .uid("numbers")
                .keyBy(number -> number % 10_000)
                .process(new Failing())
                .uid("count")
                .sinkTo(FileSink.to(
                        directory.resolve("none"),
                        CsvFormat.standard().<Long>write((number, cells) -> cells.add(number))))
                .uid("sink");
        return env.buildPlan("failing");
    }

    private Coordinator coordinator() {
        CoordinatorConfig local = CoordinatorConfig.local(directory.resolve("jobs"), directory.resolve("checkpoints"));
        return Coordinator.start(local.restartingAfter(Duration.ofMillis(10), Duration.ofMillis(10)));
    }

    private Worker worker(String coordinator) {
        WorkerConfig config = new WorkerConfig(
                "w",
                "127.0.0.1",
                0,
                0,
                null,
                coordinator,
                2,
                directory.resolve("worker"),
                0,
                64 << 10,
                16 << 20,
                Security.LOOPBACK_ONLY,
                Duration.ofSeconds(30),
                Configuration.empty());
        return Worker.start(config, (reason, cause) -> {
            throw new AssertionError(reason, cause);
        });
    }

    @Test
    void trS1_aJobThatFailsAllTheTimeKeepsNeitherNativeHandlesNorThreads() throws Exception {
        int handlesBefore = NativeMemory.openHandles();
        try (Coordinator coordinator = coordinator();
                Worker worker = worker(coordinator.address());
                ClusterClient client =
                        ClusterClient.connect(HostPort.parse(coordinator.address()), Security.LOOPBACK_ONLY)) {
            String id = client.submit(
                            PlanCodec.toProto(plan()), UUID.randomUUID().toString())
                    .getJobId();
            awaitRestarts(client, id, RESTARTS_BEFORE);
            assertThat(client.status().toString()).contains(worker.workerId());
            assertThat(client.job(id).getLastCheckpointId()).isPositive();
            int threads = Thread.activeCount();
            awaitRestarts(client, id, RESTARTS_BEFORE + RESTARTS);
            assertThat(Thread.activeCount()).isLessThan(threads + RESTARTS / 2);
            // Of one attempt that runs: two databases and what they are opened with.
            assertThat(NativeMemory.openHandles() - handlesBefore).isLessThan(RESTARTS);
            client.cancel(id);
            await().atMost(PATIENCE)
                    .until(() -> client.job(id).getSummary().getState().equals("CANCELLED"));
        }
        await().atMost(PATIENCE).until(() -> NativeMemory.openHandles() == handlesBefore);
    }

    private static void awaitRestarts(ClusterClient client, String id, int restarts) {
        await().atMost(PATIENCE).until(() -> client.job(id).getRestarts() >= restarts);
    }
}
