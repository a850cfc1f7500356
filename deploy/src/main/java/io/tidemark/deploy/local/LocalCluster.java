package io.tidemark.deploy.local;

import io.tidemark.api.config.ConfigOptions;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.coordinator.Coordinator;
import io.tidemark.coordinator.CoordinatorConfig;
import io.tidemark.coordinator.job.SchedulingOptions;
import io.tidemark.coordinator.retention.JobRetention;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.network.plan.PlanCodec;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.Security;
import io.tidemark.worker.Worker;
import io.tidemark.worker.WorkerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator and workers in this process, on loopback and with their files in a temporary directory. Jobs use the
 * classes of the thread's context class loader. Thread-safe.
 */
public final class LocalCluster implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private static final long DEFAULT_CACHE_BYTES = 128L << 20;
    private static final long DEFAULT_NATIVE_MEMORY_BYTES = 128L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final ClusterClient client;
    private final String address;

    private LocalCluster(int workers, int slotsPerWorker, long cacheBytes, long nativeMemoryBytes) {
        TemporaryDirectory directory = add(TemporaryDirectory.create("tidemark-local-"));
        try {
            Coordinator coordinator = add(Coordinator.start(coordinatorConfig(directory.path())));
            for (int i = 1; i <= workers; i++) {
                add(Worker.start(
                        workerConfig(
                                "worker-" + i,
                                coordinator.address(),
                                slotsPerWorker,
                                directory.path(),
                                cacheBytes,
                                nativeMemoryBytes),
                        LocalCluster::onFatal));
            }
            address = coordinator.address();
            client = add(ClusterClient.connect(HostPort.parse(coordinator.address()), Security.LOOPBACK_ONLY));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Starts a cluster; its workers register within moments. */
    public static LocalCluster start(int workers, int slotsPerWorker) {
        return start(workers, slotsPerWorker, DEFAULT_CACHE_BYTES, DEFAULT_NATIVE_MEMORY_BYTES);
    }

    /**
     * Starts a cluster whose workers have other limits than usual.
     *
     * @param cacheBytes of each worker, for the cached objects of keyed state
     * @param nativeMemoryBytes of each worker, for state outside the heap
     */
    public static LocalCluster start(int workers, int slotsPerWorker, long cacheBytes, long nativeMemoryBytes) {
        return new LocalCluster(workers, slotsPerWorker, cacheBytes, nativeMemoryBytes);
    }

    private static CoordinatorConfig coordinatorConfig(Path directory) {
        return new CoordinatorConfig(
                LOOPBACK,
                0,
                directory.resolve("jobs"),
                directory.resolve("checkpoints").toString(),
                directory.resolve("savepoints").toString(),
                Configuration.empty(),
                Security.LOOPBACK_ONLY,
                Duration.ofMillis(200),
                // A debugger that stops this process stops all of it.
                Duration.ofMinutes(10),
                Duration.ofMinutes(1),
                Long.MAX_VALUE,
                3,
                JobRetention.DEFAULT,
                Duration.ofMillis(100),
                Duration.ofSeconds(30),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ConfigOptions.of(JobOptions.class, SchedulingOptions.class));
    }

    private static WorkerConfig workerConfig(
            String id, String coordinator, int slots, Path directory, long cacheBytes, long nativeMemoryBytes) {
        return new WorkerConfig(
                id,
                LOOPBACK,
                0,
                0,
                null,
                coordinator,
                slots,
                directory.resolve(id),
                0,
                cacheBytes,
                nativeMemoryBytes,
                Security.LOOPBACK_ONLY,
                Duration.ofSeconds(30),
                Configuration.empty());
    }

    /** This process is not the worker's to end: it may be an IDE's or a test's. */
    private static void onFatal(String reason, Throwable cause) {
        LOG.error("a worker of the local cluster cannot go on: {}", reason, cause);
    }

    /** Starts a job. */
    public JobClient submit(JobPlan plan) {
        SubmitJobReply reply =
                client.submit(PlanCodec.toProto(plan), UUID.randomUUID().toString());
        return new SubmittedJob(client, reply.getJobId());
    }

    /** Where its coordinator listens, for workers of other processes. */
    public String address() {
        return address;
    }

    /** For everything else that can be asked. */
    public ClusterClient client() {
        return client;
    }

    /** Ends all jobs and all parts. */
    @Override
    public synchronized void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("cannot close " + part, e);
            }
        }
    }

    private <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }
}
