package io.tidemark.worker.job;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CheckpointStorages;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.plan.PlanCodec;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.proto.TaskId;
import io.tidemark.worker.failure.FailureRules;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.loop.LoopedTask;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskListener;
import io.tidemark.worker.task.TaskState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks of one attempt of a job on this worker, from their deployment until the last of them is over. Then the channels,
 * the directory and the class loader go.
 *
 * <p>Thread-safe. Work that may block is done on the pools for deployments and clean-ups.
 */
final class JobAttempt {
    private static final Logger LOG = LoggerFactory.getLogger(JobAttempt.class);
    private static final long INTERRUPT_AFTER_MS = 500;

    /** A task and what belongs to it here. */
    private static final class Slot {
        private final TaskIdentity identity;
        private final TaskDescriptor descriptor;
        private TaskAssembly assembly;
        private Task task;
        private LoopedTask looped;
        private boolean over;

        Slot(TaskDescriptor descriptor) {
            this.identity = TaskAssembly.identity(descriptor);
            this.descriptor = descriptor;
        }
    }

    private final AttemptId id;
    private final long epoch;
    private final WorkerParts worker;
    private final DeployRequest request;
    private final AttemptListener listener;
    private final Configuration configuration;
    private final Path directory;
    private final LocalChannels localChannels = new LocalChannels();
    private final Map<TaskIdentity, Slot> slots = new LinkedHashMap<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();

    // Under this object's lock.
    private JobClasses classes;

    /** Its deployment has begun, or is done. */
    private boolean deploying;

    private boolean started;
    private boolean cancelled;
    private int slotsOver;

    /** Does something of the deployment that may take long, and is interrupted if that is not wanted any more; else null. */
    private Thread deployer;

    JobAttempt(AttemptId id, DeployRequest request, WorkerParts worker, AttemptListener listener) {
        this.id = id;
        this.epoch = request.getEpoch();
        this.worker = worker;
        this.request = request;
        this.listener = listener;
        this.configuration = Configuration.of(request.getConfigurationMap());
        this.directory = worker.directory().resolve(id.jobId()).resolve(Integer.toString(id.attempt()));
        for (TaskDescriptor descriptor : request.getTasksList()) {
            Slot slot = new Slot(descriptor);
            slots.put(slot.identity, slot);
        }
    }

    AttemptId id() {
        return id;
    }

    /** Completed when nothing of the attempt is left on this worker. */
    CompletableFuture<Void> released() {
        return released;
    }

    // ------------------------------------------------------------------------------------ deployment

    /** Builds the tasks, one by one so that a job with many does not crowd out the others; on the deployment pool. */
    void deploy() {
        synchronized (this) {
            if (cancelled) {
                return;
            }
            deploying = true;
        }
        if (slots.isEmpty()) {
            release();
            return;
        }
        ClassLoader loader;
        CheckpointStorage storage;
        CheckpointStorage restoreFiles;
        Placements placements;
        try {
            placements = Placements.of(request);
            loader = interruptibly(this::loadClasses);
            storage = worker.copies()
                    .over(
                            CheckpointStorages.open(
                                    request.getCheckpointDirectory(), id.jobId(), worker.storageOptions()),
                            id.jobId());
            restoreFiles = request.getRestoredFrom().isEmpty() ? storage : interruptibly(this::openSavepoint);
        } catch (IOException | RuntimeException e) {
            slots.values().forEach(slot -> notDeployed(slot, e));
            return;
        }
        for (Slot slot : slots.values()) {
            deploy(slot, loader, storage, restoreFiles, placements);
        }
    }

    private interface Work<T> {
        T call() throws IOException;
    }

    /** Does what may take long: a cancel interrupts it, and does not wait for it. */
    private <T> T interruptibly(Work<T> work) throws IOException {
        synchronized (this) {
            deployer = Thread.currentThread();
        }
        try {
            return work.call();
        } finally {
            synchronized (this) {
                deployer = null;
                // An interrupt was meant for this work; what the thread does next must not see it.
                Thread.interrupted();
            }
        }
    }

    /** A failure of what was to be given up is none. */
    private void notDeployed(Slot slot, Throwable failure) {
        if (isCancelled()) {
            over(slot, "CANCELLED", null);
        } else {
            over(slot, "FAILED", FailureRules.classify(failure));
        }
    }

    private CheckpointStorage openSavepoint() throws IOException {
        return Savepoints.open(request.getRestoredFrom(), worker.storageOptions())
                .files();
    }

    private ClassLoader loadClasses() throws IOException {
        JobClasses loaded = request.getJarSha256().isEmpty()
                ? JobClasses.ofClassPath(worker.classPath())
                : JobClasses.ofJar(worker.jars().get(id.jobId(), request.getJarSha256()), worker.classPath());
        synchronized (this) {
            classes = loaded;
        }
        return loaded.loader();
    }

    private void deploy(
            Slot slot,
            ClassLoader loader,
            CheckpointStorage storage,
            CheckpointStorage restoreFiles,
            Placements placements) {
        if (isCancelled()) {
            over(slot, "CANCELLED", null);
            return;
        }
        try {
            TaskAssembly assembly = new TaskAssembly(
                    worker,
                    slot.descriptor,
                    request.getJobName(),
                    configuration,
                    request.getWatermarksList().stream()
                            .map(PlanCodec::fromProto)
                            .toList(),
                    loader,
                    storage,
                    restoreFiles,
                    TaskAssembly.directoryOf(directory, slot.identity),
                    localChannels,
                    placements);
            Task task = interruptibly(() -> assembly.build(new Ears(slot)));
            synchronized (this) {
                slot.assembly = assembly;
                slot.task = task;
                slot.looped = worker.loops().add(task);
                if (cancelled) {
                    task.cancel();
                }
            }
            listener.onTask(epoch, slot.identity, "DEPLOYED", null);
        } catch (Exception | LinkageError e) {
            notDeployed(slot, e);
        }
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Opens the channels between the tasks and begins. */
    synchronized void start() {
        if (started || cancelled) {
            return;
        }
        for (Slot slot : slots.values()) {
            if (slot.task == null) {
                throw new IllegalStateException(slot.identity.title() + " of " + id + " is not deployed");
            }
        }
        started = true;
        for (Slot slot : slots.values()) {
            try {
                slot.assembly.openOutputs(epoch);
                slot.task.start();
            } catch (RuntimeException e) {
                // An address that may not be connected to, for example: the task's failure, for the coordinator to hear
                // of.
                slot.task.failBeforeStart(e);
            }
        }
    }

    // ------------------------------------------------------------------------------------ while it runs

    /** The tasks that are built. */
    synchronized List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (Slot slot : slots.values()) {
            if (slot.task != null) {
                tasks.add(slot.task);
            }
        }
        return tasks;
    }

    void triggerBarrier(List<TaskId> targets, long checkpointId, long triggeredAtMs, BarrierPurpose purpose) {
        for (Task task : tasks()) {
            TaskIdentity identity = task.identity();
            boolean isMeant = targets.stream()
                    .anyMatch(target ->
                            target.getVertex() == identity.vertex() && target.getSubtask() == identity.subtask());
            if (isMeant) {
                task.triggerBarrier(checkpointId, triggeredAtMs, purpose);
            }
        }
    }

    void drain() {
        tasks().forEach(Task::drain);
    }

    void finish(long finalCheckpointId) {
        tasks().forEach(task -> task.finish(finalCheckpointId));
    }

    /** Ends all tasks. One that does not end is interrupted, and in the end takes the process with it. */
    void cancel() {
        boolean isDeployed;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            isDeployed = deploying;
        }
        if (!isDeployed) {
            worker.cleanUps().execute(this::endUndeployed);
            return;
        }
        tasks().forEach(Task::cancel);
        ScheduledFuture<?> interrupts = worker.timer()
                .scheduleWithFixedDelay(this::interrupt, INTERRUPT_AFTER_MS, INTERRUPT_AFTER_MS, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> watchdog = worker.timer()
                .schedule(this::watch, worker.cancellationTimeout().toMillis(), TimeUnit.MILLISECONDS);
        released.whenComplete((nothing, failure) -> {
            interrupts.cancel(false);
            watchdog.cancel(false);
        });
    }

    /** Its deployment had not begun, and never will. */
    private void endUndeployed() {
        if (slots.isEmpty()) {
            release();
        }
        slots.values().forEach(slot -> over(slot, "CANCELLED", null));
    }

    private synchronized void interrupt() {
        if (deployer != null) {
            deployer.interrupt();
        }
        for (Slot slot : slots.values()) {
            if (slot.looped != null && !slot.task.isDone()) {
                slot.looped.interruptStep();
            }
        }
    }

    private void watch() {
        if (!released.isDone()) {
            String left;
            synchronized (this) {
                left = slots.values().stream()
                        .filter(slot -> !slot.over)
                        .map(slot -> slot.identity.title())
                        .toList()
                        .toString();
            }
            listener.onFatal(
                    "tasks of " + id + " did not end " + worker.cancellationTimeout() + " after they were cancelled: "
                            + left,
                    null);
        }
    }

    // ------------------------------------------------------------------------------------ the end

    /**
     * A task is over. Its directory goes with the attempt's, and nobody waits for that. May be called on the thread that stepped
     * it.
     */
    private void onOver(Slot slot, String state, TaskFailure failure) {
        worker.cleanUps().execute(() -> over(slot, state, failure));
    }

    private void over(Slot slot, String state, TaskFailure failure) {
        boolean last;
        synchronized (this) {
            if (slot.over) {
                return;
            }
            slot.over = true;
            slotsOver++;
            last = slotsOver == slots.size();
        }
        listener.onTask(epoch, slot.identity, state, failure);
        if (last) {
            // After the report: what waits for it, as the next attempt does, is reported behind it.
            release();
        }
    }

    private void release() {
        worker.dataServer().unregister(id.jobId(), id.attempt());
        worker.dataClient().close(id.jobId(), id.attempt());
        localChannels.clear();
        deleteDirectory(directory);
        JobClasses loaded;
        synchronized (this) {
            loaded = classes;
            classes = null;
        }
        try {
            if (loaded != null) {
                loaded.close();
            }
        } catch (IOException e) {
            LOG.warn("The jar of {} could not be closed", id, e);
        }
        released.complete(null);
    }

    private static void deleteDirectory(Path directory) {
        try {
            FileTree.delete(directory);
        } catch (IOException e) {
            LOG.warn("{} could not be deleted", directory, e);
        }
    }

    private static Set<String> filesOf(TaskSnapshot snapshot) {
        return snapshot.getOperatorsList().stream()
                .flatMap(operator -> operator.getKeyed().getFilesList().stream())
                .map(file -> file.getFile().getSha256())
                .collect(Collectors.toSet());
    }

    /** Hears of one task. */
    private final class Ears implements TaskListener {
        private final Slot slot;

        Ears(Slot slot) {
            this.slot = slot;
        }

        @Override
        public void onState(Task task, TaskState state) {
            if (state.isFinal()) {
                onOver(slot, state.name(), null);
            } else {
                listener.onTask(epoch, slot.identity, state.name(), null);
            }
        }

        @Override
        public void onFailed(Task task, TaskFailure failure) {
            onOver(slot, TaskState.FAILED.name(), failure);
        }

        @Override
        public void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
            worker.copies().onSnapshot(id.jobId(), checkpointId, filesOf(snapshot));
            listener.onSnapshot(epoch, slot.identity, checkpointId, snapshot, times);
        }

        @Override
        public void onDeclined(Task task, long checkpointId, TaskFailure cause) {
            listener.onDeclined(epoch, slot.identity, checkpointId, cause);
        }

        @Override
        public void onBusy(Task task, long checkpointId) {
            listener.onBusy(epoch, slot.identity, checkpointId);
        }

        @Override
        public void onFatal(Task task, Throwable error) {
            listener.onFatal(slot.identity.title() + " met an error that ends the process", error);
        }
    }
}
