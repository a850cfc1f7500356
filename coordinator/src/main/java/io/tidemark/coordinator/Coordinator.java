package io.tidemark.coordinator;

import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CheckpointStorages;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.cluster.ClusterTiming;
import io.tidemark.coordinator.loop.CoordinatorLoop;
import io.tidemark.coordinator.loop.LoopClock;
import io.tidemark.coordinator.planning.PlanningConfig;
import io.tidemark.coordinator.planning.PlanningProcess;
import io.tidemark.coordinator.remote.WorkerClients;
import io.tidemark.coordinator.retention.Beginnings;
import io.tidemark.coordinator.retention.Forgetting;
import io.tidemark.coordinator.rpc.EndedJobs;
import io.tidemark.coordinator.rpc.JobService;
import io.tidemark.coordinator.rpc.JobWaits;
import io.tidemark.coordinator.rpc.StandstillWarnings;
import io.tidemark.coordinator.rpc.WorkerFacingService;
import io.tidemark.coordinator.store.FencedException;
import io.tidemark.coordinator.store.JobStore;
import io.tidemark.coordinator.store.JobStoreException;
import io.tidemark.coordinator.submission.JobSpecs;
import io.tidemark.coordinator.submission.Submissions;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.RpcServer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator in this process. Thread-safe.
 *
 * <p>It ends by {@link #close}, or by itself when it cannot go on: another coordinator has taken its job store over, or a
 * defect was noticed. {@link #failure} then says why, and jobs go on where it is started again.
 */
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
    private static final long TICK_MS = 50;
    private static final long CALL_RETRY_MS = 200;
    private static final int STORE_THREADS = 2;
    private static final int STORAGE_THREADS = 4;
    private static final int SAVEPOINT_THREADS = 2;
    /** So many mains run at a time, each in a process of its own. */
    private static final int PLANNING_THREADS = 4;

    private static final long WRITE_WAIT_S = 10;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private final JobStore store;
    private final CoordinatorLoop loop;
    private final Forgetting forgetting;
    private final WorkerClients workers;
    private final StandstillWarnings standstills;
    private final JobWaits waits = new JobWaits();
    private final ExecutorService storeThreads;
    private final ExecutorService storageThreads;
    private final ExecutorService savepointThreads;
    private final ExecutorService planningThreads;
    private final RpcServer server;

    private Coordinator(CoordinatorConfig config, JobStore store) throws IOException {
        this.store = store;
        this.loop = new CoordinatorLoop(LoopClock.system(), this::fail);
        this.workers = new WorkerClients(config.security());
        this.standstills = new StandstillWarnings(loop, workers);
        this.storeThreads = Executors.newFixedThreadPool(STORE_THREADS, threads("coordinator-store"));
        this.storageThreads = Executors.newFixedThreadPool(STORAGE_THREADS, threads("coordinator-storage"));
        this.savepointThreads = Executors.newFixedThreadPool(SAVEPOINT_THREADS, threads("coordinator-savepoint"));
        this.planningThreads = Executors.newFixedThreadPool(PLANNING_THREADS, threads("coordinator-planning"));
        EndedJobs endedJobs = new EndedJobs();
        JobSpecs specs = new JobSpecs(
                CheckpointStorages.absolute(config.checkpointLocation()),
                config.retainedCheckpoints(),
                config.restartBackoffInitial(),
                config.restartBackoffMax());
        Recovery found = new Recovery(store, specs, endedJobs);
        found.run();
        Function<String, CheckpointStorage> storages =
                jobId -> CheckpointStorages.open(config.checkpointLocation(), jobId, config.storageOptions());
        Beginnings beginnings = new Beginnings();
        this.forgetting = new Forgetting(
                store,
                storages,
                config.jobRetention(),
                beginnings,
                System::currentTimeMillis,
                endedJobs::remove,
                this::fail);
        List<String> formerWorkers = store.formerWorkers();
        // The first thing the loop does; whoever calls before it has begun waits for that.
        loop.tell((master, nowMs) -> master.recover(found.unfinished(), formerWorkers, nowMs));
        this.server = listen(config, endedJobs, specs, beginnings);
        RealOutside outside = new RealOutside(
                loop,
                workers,
                store,
                storages,
                config.storageOptions(),
                endedJobs,
                waits,
                forgetting,
                storeThreads,
                storageThreads,
                savepointThreads,
                this::fail);
        found.tidy().forEach(forgetting::mayForget);
        found.untidy().forEach(outside::tidy);
        forgetting.start();
        loop.start(master(config, outside), TICK_MS);
        standstills.start();
        LOG.info(
                "coordinator of epoch {} listens on {}, {} jobs go on",
                store.epoch(),
                address(),
                found.unfinished().size());
    }

    private RpcServer listen(CoordinatorConfig config, EndedJobs endedJobs, JobSpecs specs, Beginnings beginnings) {
        PlanningProcess planning = new PlanningProcess(new PlanningConfig(
                config.javaExecutable(), config.planningClassPath(), store.uploads(), config.planningTimeout()));
        Submissions submissions = new Submissions(
                store,
                planning,
                specs,
                config.jobOptions(),
                config.storageOptions(),
                beginnings,
                loop,
                planningThreads);
        try {
            return RpcServer.start(
                    config.host(),
                    config.port(),
                    config.security(),
                    new JobService(
                            loop,
                            endedJobs,
                            waits,
                            submissions,
                            workers,
                            store.uploads(),
                            config.maxJarBytes(),
                            config.savepointLocation(),
                            version()),
                    new WorkerFacingService(loop, store));
        } catch (RuntimeException e) {
            closeParts();
            throw e;
        }
    }

    private ClusterMaster master(CoordinatorConfig config, RealOutside outside) {
        ClusterTiming timing = new ClusterTiming(
                config.heartbeatInterval().toMillis(),
                config.heartbeatTimeout().toMillis(),
                CALL_RETRY_MS,
                config.heartbeatTimeout().toMillis());
        return new ClusterMaster(store.epoch(), timing, outside);
    }

    /**
     * Starts a coordinator: it raises its epoch durably, finds its jobs again, and listens.
     *
     * @throws JobStoreException when the job store cannot be used
     * @throws io.tidemark.network.rpc.NetworkSetupException when it cannot listen
     */
    public static Coordinator start(CoordinatorConfig config) {
        config.security().checkBind(config.host());
        JobStore store = JobStore.open(config.jobStoreDirectory());
        try {
            return new Coordinator(config, store);
        } catch (IOException e) {
            store.close();
            throw JobStoreException.unusable(config.jobStoreDirectory(), e);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Host and port under which it is reached. */
    public String address() {
        return new HostPort(server.address().getHostString(), server.address().getPort()).toString();
    }

    /** Its number among the coordinators of its job store. */
    public long epoch() {
        return store.epoch();
    }

    /** Waits until it has ended. */
    public void awaitTermination() throws InterruptedException {
        ended.await();
    }

    /** Why it ended by itself, if it did. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    private void fail(Throwable cause) {
        if (failure.compareAndSet(null, cause)) {
            if (cause instanceof FencedException) {
                LOG.error("the coordinator ends: {}", cause.getMessage());
            } else {
                LOG.error("the coordinator cannot go on", cause);
            }
            // Not on this thread, which may be the loop that is waited for.
            new Thread(this::close, "coordinator-end").start();
        }
    }

    /** Ends it. Jobs stay as they are: their tasks go on, and a coordinator that is started later takes them over. */
    @Override
    public void close() {
        if (closing.compareAndSet(false, true)) {
            waits.close();
            // Null when it fails while it starts.
            if (server != null) {
                server.close();
            }
            closeParts();
            store.close();
            ended.countDown();
        }
    }

    private void closeParts() {
        forgetting.close();
        standstills.close();
        loop.close();
        workers.close();
        planningThreads.shutdownNow();
        List<ExecutorService> writers = List.of(storeThreads, storageThreads, savepointThreads);
        writers.forEach(ExecutorService::shutdown);
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(WRITE_WAIT_S);
        try {
            for (ExecutorService threads : writers) {
                if (!threads.awaitTermination(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    LOG.warn("a write to the job store or the checkpoint storage was not waited for");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String version() {
        String version = Coordinator.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private static ThreadFactory threads(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
