package io.tidemark.coordinator;

import io.grpc.StatusRuntimeException;
import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.cluster.Outside;
import io.tidemark.coordinator.cluster.WorkerRegistry.Worker;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.loop.CoordinatorLoop;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.coordinator.remote.WorkerClients;
import io.tidemark.coordinator.retention.EndedJob;
import io.tidemark.coordinator.retention.Forgetting;
import io.tidemark.coordinator.rpc.EndedJobs;
import io.tidemark.coordinator.rpc.JobWaits;
import io.tidemark.coordinator.store.FencedException;
import io.tidemark.coordinator.store.JobStore;
import io.tidemark.network.proto.ExplainRequest;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.rpc.NetworkSetupException;
import io.tidemark.network.rpc.RpcChannels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disk and network for the cluster master. Its methods are called on the loop and return at once; what they begin ends on
 * other threads, and its outcome comes back to the loop.
 */
final class RealOutside implements Outside {
    private static final Logger LOG = LoggerFactory.getLogger(RealOutside.class);

    private final CoordinatorLoop loop;
    private final WorkerClients workers;
    private final JobStore store;
    private final Function<String, CheckpointStorage> storages;
    private final Configuration storageOptions;
    private final EndedJobs ended;
    private final JobWaits waits;
    private final Forgetting forgetting;
    private final Lanes storeLanes;
    private final Lanes storageLanes;
    private final Lanes savepointLanes;
    private final Consumer<Throwable> fatal;
    private final Map<String, CheckpointFiles> checkpoints = new HashMap<>();

    /**
     * @param storages opens the checkpoint storage of a job by its id
     * @param storageOptions how a storage for savepoints is reached
     * @param waits told of jobs whose end may be told
     * @param forgetting told of jobs of which nothing is written any more
     * @param storeThreads for the job store, which so waits for no checkpoint storage
     * @param storageThreads for checkpoints, which so wait for no copying of savepoints
     */
    RealOutside(
            CoordinatorLoop loop,
            WorkerClients workers,
            JobStore store,
            Function<String, CheckpointStorage> storages,
            Configuration storageOptions,
            EndedJobs ended,
            JobWaits waits,
            Forgetting forgetting,
            Executor storeThreads,
            Executor storageThreads,
            Executor savepointThreads,
            Consumer<Throwable> fatal) {
        this.loop = loop;
        this.workers = workers;
        this.store = store;
        this.storages = storages;
        this.storageOptions = storageOptions;
        this.ended = ended;
        this.waits = waits;
        this.forgetting = forgetting;
        this.storeLanes = new Lanes(storeThreads);
        this.storageLanes = new Lanes(storageThreads);
        this.savepointLanes = new Lanes(savepointThreads);
        this.fatal = fatal;
    }

    // ----------------------------------------------------------------------------------------- calls

    @Override
    public void call(Worker worker, long callId, WorkerCall call) {
        CompletableFuture<?> answer;
        try {
            answer = workers.call(worker, call);
        } catch (NetworkSetupException e) {
            loop.tell((master, nowMs) -> master.callRefused(worker.workerId(), callId, e.getMessage(), nowMs));
            return;
        }
        answer.whenComplete((reply, failure) -> loop.tell((master, nowMs) -> {
            if (failure == null) {
                master.callDone(worker.workerId(), callId, nowMs);
            } else if (isNobodyThere(failure)) {
                master.nobodyThere(worker, callId, nowMs);
            } else if (mayNotHaveArrived(failure)) {
                LOG.debug("{} of job {} to worker {}: {}", call.kind(), call.jobId(), worker.workerId(), failure);
                master.callLost(worker.workerId(), callId, nowMs);
            } else {
                master.callRefused(worker.workerId(), callId, describe(failure), nowMs);
            }
        }));
    }

    private static boolean isNobodyThere(Throwable failure) {
        return failure instanceof StatusRuntimeException status && RpcChannels.isNobodyThere(status.getStatus());
    }

    private static boolean mayNotHaveArrived(Throwable failure) {
        return failure instanceof StatusRuntimeException status && RpcChannels.isUnanswered(status.getStatus());
    }

    private static String describe(Throwable failure) {
        if (failure instanceof StatusRuntimeException status
                && status.getStatus().getDescription() != null) {
            return status.getStatus().getDescription();
        }
        return failure.toString();
    }

    @Override
    public void workersKnown(List<String> workerIds) {
        storeLanes.run("workers", () -> {
            try {
                store.writeWorkers(workerIds);
            } catch (FencedException e) {
                fatal.accept(e);
            } catch (IOException e) {
                // A coordinator that starts later waits for the wrong workers, and not for long.
                LOG.warn("the names of the workers were not written", e);
            }
        });
    }

    @Override
    public void workerGone(Worker worker) {
        LOG.info("worker {} is gone", worker.workerId());
        workers.forget(worker);
    }

    @Override
    public void note(String jobId, String line) {
        LOG.info("job {}: {}", jobId, line);
    }

    // ------------------------------------------------------------------------------------------ disk

    @Override
    public void perform(String jobId, Effect effect) {
        switch (effect.kind()) {
            case PERSIST -> storeLanes.run("store " + jobId, () -> persist(jobId, (Effect.Persist) effect));
            case READ_MANIFEST -> onStorage(jobId, files -> files.read(((Effect.ReadManifest) effect).checkpointId()));
            case WRITE_MANIFEST -> onStorage(jobId, files -> files.write(((Effect.WriteManifest) effect).manifest()));
            case READ_SAVEPOINT -> {
                String location = ((Effect.ReadSavepoint) effect).location();
                storageLanes.run(
                        "start " + jobId, () -> tell(jobId, CheckpointFiles.readSavepoint(location, storageOptions)));
            }
            case WRITE_SAVEPOINT -> writeSavepoint(jobId, (Effect.WriteSavepoint) effect);
            case CLEAN_UP -> onStorage(jobId, files -> files.cleanUp(((Effect.CleanUp) effect).retained()));
            case KEEP_LATE -> keepLate(jobId, (Effect.KeepLate) effect);
            default -> throw new IllegalArgumentException("not for the outside: " + effect);
        }
    }

    private void persist(String jobId, Effect.Persist effect) {
        Event outcome;
        try {
            store.write(jobId, effect.facts());
            outcome = new Event.Persisted(effect.version());
        } catch (FencedException e) {
            fatal.accept(e);
            return;
        } catch (IOException | RuntimeException e) {
            LOG.error("the facts of job {} were not written", jobId, e);
            outcome = new Event.PersistFailed(effect.version(), String.valueOf(e.getMessage()));
        }
        tell(jobId, outcome);
    }

    private interface StorageWork {
        Event run(CheckpointFiles files);
    }

    /** Copying takes its time, and checkpoints go on meanwhile. */
    private void writeSavepoint(String jobId, Effect.WriteSavepoint effect) {
        CheckpointFiles files = files(jobId);
        savepointLanes.run(
                "savepoint " + jobId,
                () -> tell(jobId, files.writeSavepoint(effect.checkpointId(), effect.directory())));
    }

    private CheckpointFiles files(String jobId) {
        return checkpoints.computeIfAbsent(jobId, id -> new CheckpointFiles(storages.apply(id), storageOptions));
    }

    private void onStorage(String jobId, StorageWork work) {
        CheckpointFiles files = files(jobId);
        storageLanes.run("storage " + jobId, () -> tell(jobId, work.run(files)));
    }

    private void tell(String jobId, Event event) {
        loop.tell((master, nowMs) -> master.jobEvent(jobId, event, nowMs));
    }

    // ------------------------------------------------------------------------------------------- end

    private void keepLate(String jobId, Effect.KeepLate effect) {
        // On the loop later, since the master is in the middle of something now.
        loop.tell((master, nowMs) -> askLate(master, jobId, effect));
    }

    private void askLate(ClusterMaster master, String jobId, Effect.KeepLate effect) {
        ExplainRequest request = ExplainRequest.newBuilder()
                .setEpoch(master.epoch())
                .setJobId(jobId)
                .setAttempt(effect.attempt())
                .build();
        List<CompletableFuture<LateRecordsReply>> answers = new ArrayList<>();
        for (String workerId : effect.workerIds()) {
            master.workers().find(workerId).ifPresent(worker -> answers.add(workers.late(worker, request)));
        }
        CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0])).whenComplete((nothing, failure) -> {
            List<OperatorLate> operators = new ArrayList<>();
            for (CompletableFuture<LateRecordsReply> answer : answers) {
                if (answer.isCompletedExceptionally()) {
                    LOG.warn("the late records of job {} are not complete: {}", jobId, String.valueOf(failure));
                } else {
                    operators.addAll(answer.join().getOperatorsList());
                }
            }
            loop.tell((later, nowMs) -> {
                later.keepLate(jobId, operators);
                later.jobEvent(jobId, new Event.LateKept(effect.attempt()), nowMs);
            });
        });
    }

    @Override
    public void tellEnd(String jobId) {
        waits.onEnd(jobId);
    }

    @Override
    public void ended(String jobId, StoredReport report) {
        ended.add(jobId, report);
        CheckpointFiles files = files(jobId);
        checkpoints.remove(jobId);
        AtomicInteger writesLeft = new AtomicInteger(2);
        storageLanes.run("storage " + jobId, () -> {
            sweep(jobId, files);
            mayForget(jobId, report, writesLeft);
        });
        storeLanes.run("store " + jobId, () -> {
            writeReport(jobId, report);
            mayForget(jobId, report, writesLeft);
        });
    }

    /** Once the last that was to be written of the job is. */
    private void mayForget(String jobId, StoredReport report, AtomicInteger writesLeft) {
        if (writesLeft.decrementAndGet() == 0) {
            forgetting.mayForget(endedJob(jobId, report));
        }
    }

    static EndedJob endedJob(String jobId, StoredReport report) {
        JobSummary summary = report.getDetail().getSummary();
        return new EndedJob(jobId, summary.getEndedAtMs(), summary.getState().equals(JobStatus.FINISHED.name()));
    }

    private static void sweep(String jobId, CheckpointFiles files) {
        String problem = files.sweep();
        if (!problem.isEmpty()) {
            LOG.warn("files that no checkpoint of job {} needs were not removed: {}", jobId, problem);
        }
    }

    /**
     * Does what an earlier coordinator left undone when a job had ended.
     *
     * @param retained its checkpoints that stay
     */
    void tidy(String jobId, List<Long> retained) {
        CheckpointFiles files = new CheckpointFiles(storages.apply(jobId), storageOptions);
        storageLanes.run("storage " + jobId, () -> {
            files.cleanUp(retained);
            sweep(jobId, files);
            ended.find(jobId).ifPresent(report -> {
                writeReport(jobId, report);
                forgetting.mayForget(endedJob(jobId, report));
            });
        });
    }

    private void writeReport(String jobId, StoredReport report) {
        try {
            store.writeReport(jobId, report);
        } catch (FencedException e) {
            fatal.accept(e);
        } catch (IOException e) {
            LOG.error("the report of job {} was not written", jobId, e);
        }
    }
}
