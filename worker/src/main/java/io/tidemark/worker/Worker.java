package io.tidemark.worker;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.LocalCopies;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreTrial;
import io.tidemark.network.data.DataClient;
import io.tidemark.network.data.DataClientConfig;
import io.tidemark.network.data.DataLimits;
import io.tidemark.network.data.DataServer;
import io.tidemark.network.data.DataServerConfig;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.DeclineCheckpointRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.HeartbeatReply;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.KeyGroupsUsed;
import io.tidemark.network.proto.RegisterWorkerReply;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.RunningJob;
import io.tidemark.network.proto.StateMemory;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskMetrics;
import io.tidemark.network.proto.TaskReport;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.RpcChannels;
import io.tidemark.network.rpc.RpcServer;
import io.tidemark.worker.chain.TaskClock;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.job.AttemptId;
import io.tidemark.worker.job.AttemptListener;
import io.tidemark.worker.job.Attempts;
import io.tidemark.worker.job.JarStore;
import io.tidemark.worker.job.StaleCallException;
import io.tidemark.worker.job.WorkerParts;
import io.tidemark.worker.loop.TaskLoops;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskListener.SnapshotTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks for a coordinator: opens its two ports, registers as soon as the coordinator answers, and serves {@code
 * WorkerService} until it is closed. When the coordinator is away, the tasks go on.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    /** One a core at most writes, see {@link NativeMemory}; two at least, so that one writes while another one uploads. */
    private static final int SNAPSHOT_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private static final int DEPLOYMENT_THREADS = 2;
    private static final long IDLE_THREAD_MS = 1_000;
    private static final long CLOSE_TIMEOUT_MS = 5_000;
    private static final long FLUSH_INTERVAL_NS = 5_000_000;

    private final WorkerConfig config;
    private final String workerId;
    private final FatalHandler fatalHandler;
    private final TaskLoops loops;
    private final Path stateDirectory;
    private final CacheBudget cacheBudget;
    private final NativeMemory nativeMemory;
    private final MemoryGauges gauges;
    private final ExecutorService deployments;
    private final ExecutorService cleanUps;
    private final ExecutorService snapshots;
    private final ExecutorService stateFlusher;
    private final ScheduledThreadPoolExecutor timer;
    private final DataServer dataServer;
    private final DataClient dataClient;
    private final RpcServer rpcServer;
    private final ReportQueue reports;
    private final CoordinatorLink link;
    private final Attempts attempts;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile Future<?> trial = CompletableFuture.completedFuture(null);

    /** @param opened gets what has to be closed when the worker cannot be made */
    private Worker(WorkerConfig config, FatalHandler fatalHandler, Deque<AutoCloseable> opened) throws IOException {
        this.config = config;
        this.fatalHandler = fatalHandler;
        this.workerId = config.workerId() == null
                ? "worker-" + UUID.randomUUID().toString().substring(0, 8)
                : config.workerId();
        this.stateDirectory = config.directory().resolve("state");
        Path jars = config.directory().resolve("jars");
        FileTree.delete(stateDirectory);
        FileTree.delete(jars);
        Files.createDirectories(stateDirectory);
        this.reports = new ReportQueue(workerId);
        this.link = open(
                opened,
                new CoordinatorLink(
                        RpcChannels.connect(config.coordinatorAddress(), config.security()),
                        reports,
                        this::heartbeat,
                        this::onRegistered,
                        this::onHeartbeatReply));
        this.dataServer = open(
                opened,
                DataServer.start(new DataServerConfig(
                        config.host(),
                        config.dataPort(),
                        config.security(),
                        workerId,
                        this::epoch,
                        DataLimits.DEFAULT)));
        this.dataClient = open(
                opened,
                new DataClient(
                        new DataClientConfig(config.security(), workerId, FLUSH_INTERVAL_NS, DataLimits.DEFAULT)));
        this.loops = open(opened, TaskLoops.start(config.taskLoopsOrCores(), Worker::unencumbered));
        this.cacheBudget = new CacheBudget(config.cacheBytes());
        this.nativeMemory = open(opened, NativeMemory.create(config.nativeMemoryBytes()));
        this.deployments = endingWhenIdle(DEPLOYMENT_THREADS, named("deployment"));
        this.cleanUps = Executors.newSingleThreadExecutor(named("clean-up"));
        this.snapshots = endingWhenIdle(SNAPSHOT_THREADS, named("snapshot"));
        this.stateFlusher = Executors.newSingleThreadExecutor(unhurried(named("state-flusher")));
        this.timer = new ScheduledThreadPoolExecutor(1, named("cancellation-watchdog"));
        timer.setRemoveOnCancelPolicy(true);
        this.gauges = open(opened, new MemoryGauges(workerId, cacheBudget, nativeMemory));
        WorkerParts parts = new WorkerParts(
                stateDirectory,
                new JarStore(jars, link::fetchJar),
                classPath(),
                loops,
                dataServer,
                dataClient,
                cacheBudget,
                nativeMemory,
                TaskClock.SYSTEM,
                deployments,
                cleanUps,
                snapshots,
                stateFlusher,
                timer,
                config.taskCancellationTimeout(),
                config.storageOptions(),
                new LocalCopies(config.directory().resolve("copies")));
        this.attempts = new Attempts(parts, new Reports());
        attempts.forgetUnusedCopies();
        this.rpcServer = open(
                opened, RpcServer.start(config.host(), config.grpcPort(), config.security(), new WorkerRpc(attempts)));
    }

    /**
     * Starts a worker; returns when its ports are open. It registers in the background, trying until the coordinator
     * answers. A fatal error halts the process.
     *
     * @throws io.tidemark.network.rpc.NetworkSetupException when a port is taken or an address cannot be used
     */
    public static Worker start(WorkerConfig config) {
        return start(config, FatalHandler.HALT);
    }

    /** As {@link #start(WorkerConfig)}, with what a fatal error leads to. */
    public static Worker start(WorkerConfig config, FatalHandler fatalHandler) {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            Worker worker = new Worker(config, fatalHandler, opened);
            worker.link.start(worker.registration());
            LOG.info(
                    "{} serves at {}, records at {}",
                    worker.workerId,
                    worker.advertised(worker.rpcServer.address()),
                    worker.advertised(worker.dataServer.address()));
            return worker;
        } catch (IOException e) {
            closeAll(opened);
            throw new UncheckedIOException("the directory " + config.directory() + " cannot be used", e);
        } catch (RuntimeException e) {
            closeAll(opened);
            throw e;
        }
    }

    private static <T extends AutoCloseable> T open(Deque<AutoCloseable> opened, T part) {
        opened.push(part);
        return part;
    }

    private static void closeAll(Deque<AutoCloseable> opened) {
        for (AutoCloseable part : opened) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.debug("{} did not close", part, e);
            }
        }
    }

    /** Jobs without a jar have their classes where this worker was started from. */
    private static ClassLoader classPath() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? Worker.class.getClassLoader() : context;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** A thread that takes over nothing from the one that makes it; {@link TaskLoops} name it. */
    private static Thread unencumbered(Runnable work) {
        return new Thread(null, work, "task-loop", 0, false);
    }

    /** Its threads end when there is nothing to do: what libraries of a job have left in them would keep the job's classes. */
    private static ExecutorService endingWhenIdle(int threads, ThreadFactory factory) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_THREAD_MS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Has a {@link StoreTrial} made in the background, and the log say so when state cannot be kept here. Called once. */
    public void tryState() {
        trial = deployments.submit(() -> {
            try {
                StoreTrial.run(stateDirectory.resolve(".trial"), cacheBudget, nativeMemory);
            } catch (IOException | RuntimeException | LinkageError e) {
                LOG.error("State cannot be kept in {}; tasks that have some will fail here", stateDirectory, e);
            }
        });
    }

    /** Where the system heeds it, these threads wait for all others. */
    private static ThreadFactory unhurried(ThreadFactory threads) {
        return work -> {
            Thread thread = threads.newThread(work);
            thread.setPriority(Thread.MIN_PRIORITY);
            return thread;
        };
    }

    private long epoch() {
        return attempts.epoch();
    }

    private String advertised(InetSocketAddress listening) {
        return new HostPort(config.hostForOthers(), listening.getPort()).toString();
    }

    public String workerId() {
        return workerId;
    }

    /** Waits until the worker is closed. */
    public void awaitTermination() throws InterruptedException {
        terminated.await();
    }

    // ------------------------------------------------------------------------------------ the coordinator

    private RegisterWorkerRequest registration() {
        String version = Worker.class.getPackage().getImplementationVersion();
        return RegisterWorkerRequest.newBuilder()
                .setWorkerId(workerId)
                .setGrpcAddress(advertised(rpcServer.address()))
                .setDataAddress(advertised(dataServer.address()))
                .setSlots(config.slots())
                .setPid(ProcessHandle.current().pid())
                .setVersion(version == null ? "" : version)
                .build();
    }

    private void onRegistered(RegisterWorkerReply reply) {
        hear(reply.getEpoch());
    }

    private HeartbeatRequest heartbeat(RegisterWorkerReply registration) {
        HeartbeatRequest.Builder heartbeat = HeartbeatRequest.newBuilder()
                .setWorkerId(workerId)
                .setEpoch(registration.getEpoch())
                .setRegistration(registration.getRegistration())
                .setStateMemory(StateMemory.newBuilder()
                        .setCacheUsedBytes(cacheBudget.usedBytes())
                        .setCacheLimitBytes(cacheBudget.limitBytes())
                        .setNativeUsedBytes(nativeMemory.usedBytes())
                        .setNativeLimitBytes(nativeMemory.limitBytes()));
        for (AttemptId attempt : attempts.running()) {
            heartbeat.addRunning(
                    RunningJob.newBuilder().setJobId(attempt.jobId()).setAttempt(attempt.attempt()));
        }
        for (Task task : attempts.tasks()) {
            TaskIdentity identity = task.identity();
            TaskMetrics.Builder metrics = TaskMetrics.newBuilder()
                    .setJobId(identity.jobId())
                    .setAttempt(identity.attempt())
                    .setVertex(identity.vertex())
                    .setSubtask(identity.subtask())
                    .setRecordsIn(task.recordsIn())
                    .setRecordsOut(task.recordsOut());
            task.usedKeyGroups()
                    .forEach((edge, groups) -> metrics.addKeyGroupsUsed(KeyGroupsUsed.newBuilder()
                            .setEdge(edge)
                            .setBits(ByteString.copyFrom(groups.toByteArray()))));
            heartbeat.addMetrics(metrics);
            heartbeat.addAllSourceProgress(SourceGroupReports.of(task));
        }
        return heartbeat.build();
    }

    private void onHeartbeatReply(HeartbeatReply reply) {
        if (!hear(reply.getEpoch())) {
            return;
        }
        SourceGroupReports.announce(reply.getGroupsList(), attempts.tasks());
        for (RunningJob job : reply.getCancelList()) {
            AttemptId id = new AttemptId(job.getJobId(), job.getAttempt());
            LOG.info("The coordinator does not know {} any more; ending it", id);
            attempts.cancelUpTo(id);
        }
    }

    /** Whether the coordinator that speaks is not an old one. */
    private boolean hear(long epoch) {
        try {
            attempts.hear(epoch);
            return true;
        } catch (StaleCallException e) {
            LOG.warn("An old coordinator speaks: {}", e.getMessage());
            return false;
        }
    }

    /** Sends to the coordinator what becomes of the tasks. */
    private final class Reports implements AttemptListener {
        private TaskId id(TaskIdentity task) {
            return TaskId.newBuilder()
                    .setJobId(task.jobId())
                    .setAttempt(task.attempt())
                    .setVertex(task.vertex())
                    .setSubtask(task.subtask())
                    .build();
        }

        @Override
        public void onTask(long epoch, TaskIdentity task, String state, TaskFailure failure) {
            TaskReport.Builder report =
                    TaskReport.newBuilder().setTask(id(task)).setState(state);
            if (failure != null) {
                LOG.warn("{} failed: {}\n{}", task.title(), failure.cause(), failure.stackTrace());
                report.setFailure(failure.toProto())
                        .setRestartable(failure.restartable())
                        .setCausedElsewhere(failure.causedElsewhere());
            } else {
                LOG.debug("{} is {}", task.title(), state);
            }
            attempts.tasks().stream()
                    .filter(one -> one.identity().equals(task))
                    .findFirst()
                    .ifPresent(one -> report.setRecordsIn(one.recordsIn()).setRecordsOut(one.recordsOut()));
            reports.add(epoch, report.build());
        }

        @Override
        public void onSnapshot(
                long epoch, TaskIdentity task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
            LOG.debug(
                    "{} took its part of checkpoint {}: aligned for {} ns, stood still for {} ns, wrote for {} ns",
                    task.title(),
                    checkpointId,
                    times.alignNs(),
                    times.syncNs(),
                    times.asyncNs());
            AckCheckpointRequest request = AckCheckpointRequest.newBuilder()
                    .setWorkerId(workerId)
                    .setEpoch(epoch)
                    .setTask(id(task))
                    .setCheckpointId(checkpointId)
                    .setTaskSnapshot(snapshot.toByteString())
                    .setAlignNs(times.alignNs())
                    .setSyncNs(times.syncNs())
                    .setAsyncNs(times.asyncNs())
                    .build();
            reports.add(coordinator -> coordinator.ackCheckpoint(request));
        }

        @Override
        public void onDeclined(long epoch, TaskIdentity task, long checkpointId, TaskFailure cause) {
            decline(
                    epoch,
                    task,
                    checkpointId,
                    DeclineCheckpointRequest.newBuilder()
                            .setFailure(cause.toProto())
                            .setCausedElsewhere(cause.causedElsewhere()));
        }

        @Override
        public void onBusy(long epoch, TaskIdentity task, long checkpointId) {
            ErrorDetail cause = ErrorDetail.newBuilder()
                    .setCause("the state of a checkpoint before is still being written")
                    .build();
            decline(
                    epoch,
                    task,
                    checkpointId,
                    DeclineCheckpointRequest.newBuilder().setFailure(cause).setBusy(true));
        }

        private void decline(
                long epoch, TaskIdentity task, long checkpointId, DeclineCheckpointRequest.Builder reason) {
            DeclineCheckpointRequest request = reason.setWorkerId(workerId)
                    .setEpoch(epoch)
                    .setTask(id(task))
                    .setCheckpointId(checkpointId)
                    .build();
            reports.add(coordinator -> coordinator.declineCheckpoint(request));
        }

        @Override
        public void onFatal(String reason, Throwable cause) {
            fatalHandler.onFatal(workerId + ": " + reason, cause);
        }
    }

    // ------------------------------------------------------------------------------------ the end

    /** Ends all tasks and lets everything go. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        attempts.cancelAll();
        try {
            attempts.allReleased().get(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            trial.get(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("{} ends with tasks that did not: {}", workerId, attempts.running());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.warn("The tasks of {} did not end well", workerId, e);
        }
        gauges.close();
        boolean allEnded = attempts.running().isEmpty() && trial.isDone();
        link.close();
        rpcServer.close();
        loops.close();
        dataClient.close();
        dataServer.close();
        for (ExecutorService pool : List.of(timer, deployments, cleanUps, snapshots, stateFlusher)) {
            pool.shutdownNow();
        }
        if (allEnded) {
            // Otherwise stores may still be in use, and the process is about to end anyway.
            nativeMemory.close();
        }
        terminated.countDown();
    }
}
