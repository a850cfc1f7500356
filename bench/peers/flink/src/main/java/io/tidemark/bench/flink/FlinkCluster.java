package io.tidemark.bench.flink;

import io.tidemark.bench.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * A job manager and a task manager with two slots in this process; or, when the work is spread, processes for them; and a directory
 * for checkpoints.
 */
final class FlinkCluster {
    private static final MemorySize MANAGED_MEMORY = MemorySize.ofMebiBytes(1024);
    private static final MemorySize NETWORK_MEMORY = MemorySize.ofMebiBytes(128);

    private Path directory;
    private MiniCluster cluster;
    private FlinkProcesses processes;

    void start(Workload workload) throws Exception {
        directory = Files.createTempDirectory("flink-bench-");
        if (workload.isSpread()) {
            processes = new FlinkProcesses(workload.workerProcesses(), MANAGED_MEMORY, NETWORK_MEMORY);
            return;
        }
        Configuration configuration = new Configuration();
        configuration.set(CoreOptions.TMP_DIRS, directory.resolve("tmp").toString());
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED_MEMORY);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, NETWORK_MEMORY);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, NETWORK_MEMORY);
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(Workload.PARALLELISM)
                .withRandomPorts()
                .build());
        cluster.start();
    }

    /** State on the heap and no checkpoints, or state in RocksDB and incremental checkpoints. */
    Configuration jobConfiguration(Workload workload) {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        if (workload.isDurable()) {
            configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
            configuration.set(
                    CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(workload.checkpointIntervalMs()));
            configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
            configuration.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    directory.resolve("checkpoints").toUri().toString());
        } else {
            configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        }
        return configuration;
    }

    void execute(StreamGraph job) throws Exception {
        if (processes == null) {
            cluster.executeJobBlocking(job.getJobGraph());
        } else {
            processes.execute(job.getJobGraph());
        }
    }

    void close() {
        try {
            if (cluster != null) {
                cluster.close();
            }
            if (processes != null) {
                processes.close();
            }
            if (directory != null) {
                delete(directory);
            }
        } catch (Exception e) {
            throw new IllegalStateException("cannot end the Flink cluster in " + directory, e);
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.deleteIfExists(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
