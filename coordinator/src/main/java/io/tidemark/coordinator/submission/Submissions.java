package io.tidemark.coordinator.submission;

import io.tidemark.api.config.ConfigOption;
import io.tidemark.api.config.ConfigOptions;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.graph.PlanCheck;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.loop.CoordinatorLoop;
import io.tidemark.coordinator.planning.PlanningFailure;
import io.tidemark.coordinator.planning.PlanningProcess;
import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.retention.Beginnings;
import io.tidemark.coordinator.store.JobStore;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.proto.SubmitPlanRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;

/** Takes jobs on. */
public final class Submissions {
    private final JobStore store;
    private final PlanningProcess planning;
    private final JobSpecs specs;
    private final ConfigOptions jobOptions;
    private final Configuration storageOptions;
    private final Beginnings beginnings;
    private final CoordinatorLoop loop;
    private final ExecutorService threads;
    private final JobIds ids = new JobIds(() -> UUID.randomUUID().toString());
    /** Submissions under way by job id, so that the same one twice at once is planned once. */
    private final Map<String, CompletableFuture<SubmitJobReply>> underWay = new ConcurrentHashMap<>();

    /**
     * @param storageOptions how a storage with a savepoint is reached
     * @param beginnings keeps what a job starts from until the job is stored
     * @param threads on which mains are waited for and jobs stored
     */
    public Submissions(
            JobStore store,
            PlanningProcess planning,
            JobSpecs specs,
            ConfigOptions jobOptions,
            Configuration storageOptions,
            Beginnings beginnings,
            CoordinatorLoop loop,
            ExecutorService threads) {
        this.store = store;
        this.planning = planning;
        this.specs = specs;
        this.jobOptions = jobOptions;
        this.storageOptions = storageOptions;
        this.beginnings = beginnings;
        this.loop = loop;
        this.threads = threads;
    }

    /**
     * Plans the job in an uploaded jar and takes it on. Fails with a {@link PlanningFailure} that says what is wrong with
     * it. The upload is consumed.
     *
     * @param jarBytes size of the upload, checked like its checksum by whoever took it
     */
    public CompletableFuture<SubmitJobReply> submit(SubmitHeader header, Path upload, long jarBytes) {
        return once(header.getSubmissionId(), jobId -> {
            try {
                JobPlanProto plan = planning.plan(PlanningRequest.newBuilder()
                        .setJar(upload.toString())
                        .setJarName(header.getJarName())
                        .setMainClass(header.getMainClass())
                        .addAllArguments(header.getArgumentsList())
                        .setParallelism(header.getParallelism())
                        .setJobName(header.getJobName())
                        .putAllConfiguration(header.getConfigurationMap())
                        .build());
                check(plan);
                StoredJob.Builder job = StoredJob.newBuilder()
                        .setJobId(jobId)
                        .setSubmissionId(header.getSubmissionId())
                        .setPlan(plan)
                        .setJarName(header.getJarName())
                        .setJarSha256(header.getJarSha256())
                        .setJarBytes(jarBytes);
                return beginnings.begin(() -> {
                    Start start = Start.of(
                            plan,
                            header.getRestore(),
                            storageOptions,
                            origin -> borrow(jobId, origin),
                            (ofJob, manifest, from) ->
                                    planning.stateNotes(ofJob, manifest, from, upload, header.getJarName()));
                    store.keepJar(upload, header.getJarSha256());
                    return takeOn(job, start);
                });
            } finally {
                Files.deleteIfExists(upload);
            }
        });
    }

    /** Takes a job on whose plan was made elsewhere and whose classes the workers have. */
    public CompletableFuture<SubmitJobReply> submit(SubmitPlanRequest request) {
        return once(request.getSubmissionId(), jobId -> {
            check(request.getPlan());
            StoredJob.Builder job = StoredJob.newBuilder()
                    .setJobId(jobId)
                    .setSubmissionId(request.getSubmissionId())
                    .setPlan(request.getPlan());
            return beginnings.begin(() -> takeOn(
                    job,
                    Start.of(
                            request.getPlan(),
                            request.getRestore(),
                            storageOptions,
                            origin -> borrow(jobId, origin),
                            StateFitCheck.BY_THE_TASKS)));
        });
    }

    private interface Work {
        SubmitJobReply run(String jobId) throws Exception;
    }

    private CompletableFuture<SubmitJobReply> once(String submissionId, Work work) {
        String jobId = ids.of(submissionId);
        CompletableFuture<SubmitJobReply> fresh = new CompletableFuture<>();
        CompletableFuture<SubmitJobReply> first = underWay.putIfAbsent(jobId, fresh);
        if (first != null) {
            return first;
        }
        fresh.whenComplete((reply, failure) -> underWay.remove(jobId, fresh));
        threads.execute(() -> complete(fresh, () -> {
            try {
                return work.run(jobId);
            } finally {
                // Once the job is taken on, its own facts say what it borrows.
                loop.tell((master, nowMs) -> master.giveBack(jobId));
            }
        }));
        return fresh;
    }

    private ClusterMaster.Loan borrow(String jobId, Origin origin) {
        return loop.ask((master, nowMs) -> master.borrow(jobId, origin)).join();
    }

    private static void complete(CompletableFuture<SubmitJobReply> future, Callable<SubmitJobReply> work) {
        try {
            future.complete(work.call());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            future.completeExceptionally(e);
        } catch (Throwable e) {
            future.completeExceptionally(e);
        }
    }

    private void check(JobPlanProto plan) throws PlanningFailure {
        Optional<ErrorDetail> problem = PlanCheck.problem(plan);
        if (problem.isPresent()) {
            throw new PlanningFailure(problem.get());
        }
        try {
            jobOptions.check(Configuration.of(plan.getConfigurationMap()));
        } catch (InvalidConfigurationException e) {
            throw new PlanningFailure(
                    e.getMessage(),
                    "What a job may set, in its code or with -D: "
                            + jobOptions.all().stream().map(ConfigOption::key).collect(Collectors.joining(", ")));
        }
        try {
            // What does not fit must be seen before anything is stored: the loop has nobody to tell.
            specs.of(StoredJob.newBuilder().setPlan(plan).build());
        } catch (InvalidConfigurationException e) {
            throw new PlanningFailure(e.getMessage(), "Set another value, in the job's code or with -D.");
        }
    }

    private SubmitJobReply takeOn(StoredJob.Builder withoutTime, Start start) throws IOException {
        StoredJob job = withoutTime
                .setFormatVersion(1)
                .setSubmittedAtMs(loop.clock().nowMs())
                .build();
        if (store.create(job, start.facts())) {
            try {
                loop.ask((master, nowMs) -> {
                            master.add(specs.of(job), start.facts(), nowMs);
                            return true;
                        })
                        .join();
            } catch (CompletionException e) {
                throw new IOException("the coordinator is closing; it will run the job once it is back", e.getCause());
            }
        }
        return SubmitJobReply.newBuilder()
                .setJobId(job.getJobId())
                .setJobName(job.getPlan().getName())
                .addAllNotes(job.getPlan().getNotesList())
                .addAllNotes(start.notes())
                .build();
    }
}
