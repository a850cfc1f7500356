package io.tidemark.worker;

import io.tidemark.api.config.Configuration;
import io.tidemark.network.rpc.Security;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a worker needs to know.
 *
 * @param workerId unique in the cluster; null to make one up
 * @param host address to listen on
 * @param grpcPort 0 lets the system choose
 * @param dataPort 0 lets the system choose
 * @param advertisedHost what others connect to; null for {@code host}
 * @param coordinatorAddress {@code host:port}
 * @param slots how many subtasks of each vertex it takes
 * @param directory for jars and state; what is in it is wiped at the start, copies of checkpoints excepted
 * @param taskLoops threads that step tasks; 0 for one per core
 * @param cacheBytes for the cached objects of keyed state, on the heap
 * @param nativeMemoryBytes for RocksDB
 * @param taskCancellationTimeout after which a task that does not end takes the process with it
 * @param storageOptions how the checkpoint storage is reached
 */
public record WorkerConfig(
        String workerId,
        String host,
        int grpcPort,
        int dataPort,
        String advertisedHost,
        String coordinatorAddress,
        int slots,
        Path directory,
        int taskLoops,
        long cacheBytes,
        long nativeMemoryBytes,
        Security security,
        Duration taskCancellationTimeout,
        Configuration storageOptions) {
    public WorkerConfig {
        if (slots < 1) {
            throw new IllegalArgumentException("a worker of " + slots + " slots takes no task");
        }
    }

    String hostForOthers() {
        return advertisedHost == null ? host : advertisedHost;
    }

    int taskLoopsOrCores() {
        return taskLoops > 0 ? taskLoops : Runtime.getRuntime().availableProcessors();
    }
}
