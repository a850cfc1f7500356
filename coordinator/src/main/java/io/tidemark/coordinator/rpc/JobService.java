package io.tidemark.coordinator.rpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.cluster.WorkerRegistry.Worker;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.JobMaster;
import io.tidemark.coordinator.job.JobViews;
import io.tidemark.coordinator.job.Order;
import io.tidemark.coordinator.loop.CoordinatorLoop;
import io.tidemark.coordinator.loop.Refusal;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.coordinator.remote.WorkerClients;
import io.tidemark.coordinator.submission.Submissions;
import io.tidemark.network.proto.AdviseDelayReply;
import io.tidemark.network.proto.AdviseDelayRequest;
import io.tidemark.network.proto.CancelJobReply;
import io.tidemark.network.proto.CancelJobRequest;
import io.tidemark.network.proto.ClusterStatusReply;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.ExplainRequest;
import io.tidemark.network.proto.GetClusterStatusRequest;
import io.tidemark.network.proto.GetJobRequest;
import io.tidemark.network.proto.GetLateRecordsRequest;
import io.tidemark.network.proto.GetStateRequest;
import io.tidemark.network.proto.GetWatermarksRequest;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequest;
import io.tidemark.network.proto.JobRequestReply;
import io.tidemark.network.proto.JobServiceGrpc;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.ListCheckpointsReply;
import io.tidemark.network.proto.ListCheckpointsRequest;
import io.tidemark.network.proto.ListJobsReply;
import io.tidemark.network.proto.ListJobsRequest;
import io.tidemark.network.proto.LiveState;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.ProfileDelaysRequest;
import io.tidemark.network.proto.ReadStateRequest;
import io.tidemark.network.proto.RescaleJobRequest;
import io.tidemark.network.proto.SavepointJobRequest;
import io.tidemark.network.proto.SourceDelays;
import io.tidemark.network.proto.StopJobRequest;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.proto.SubmitJobRequest;
import io.tidemark.network.proto.SubmitPlanRequest;
import io.tidemark.network.proto.WatermarksReply;
import io.tidemark.network.rpc.ErrorDetails;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** What clients call. */
public final class JobService extends JobServiceGrpc.JobServiceImplBase {
    /** Shorter than a caller waits for an answer. */
    private static final long MAX_WAIT_MS = 20_000;

    private final CoordinatorLoop loop;
    private final EndedJobs ended;
    private final JobWaits waits;
    private final Submissions submissions;
    private final WorkerClients workers;
    private final Path uploads;
    private final long maxJarBytes;
    private final String savepointLocation;
    private final String version;

    /**
     * @param waits of those who wait for the end of a job
     * @param uploads directory for jars that are coming in
     * @param savepointLocation where savepoints go when nobody says where
     * @param version of Tidemark, for people
     */
    public JobService(
            CoordinatorLoop loop,
            EndedJobs ended,
            JobWaits waits,
            Submissions submissions,
            WorkerClients workers,
            Path uploads,
            long maxJarBytes,
            String savepointLocation,
            String version) {
        this.loop = loop;
        this.ended = ended;
        this.waits = waits;
        this.submissions = submissions;
        this.workers = workers;
        this.uploads = uploads;
        this.maxJarBytes = maxJarBytes;
        this.savepointLocation = savepointLocation;
        this.version = version;
    }

    @Override
    public StreamObserver<SubmitJobRequest> submitJob(StreamObserver<SubmitJobReply> observer) {
        return new JarUpload(uploads, maxJarBytes, submissions, observer);
    }

    @Override
    public void submitPlan(SubmitPlanRequest request, StreamObserver<SubmitJobReply> observer) {
        Replies.send(submissions.submit(request), observer);
    }

    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<ListJobsReply> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> {
                    Stream<JobSummary> living = master.jobs().stream().map(JobViews::summary);
                    Stream<JobSummary> over = ended.all().stream()
                            .map(report -> report.getDetail().getSummary());
                    return ListJobsReply.newBuilder()
                            .addAllJobs(Stream.concat(living, over)
                                    .sorted(Comparator.comparingLong(JobSummary::getSubmittedAtMs)
                                            .thenComparing(JobSummary::getJobId))
                                    .toList())
                            .build();
                }),
                observer);
    }

    @Override
    public void getJob(GetJobRequest request, StreamObserver<JobDetail> observer) {
        CompletableFuture<JobDetail> reply = request.getWaitMs() <= 0
                ? detail(request.getJobId())
                : untilEnd(request).thenCompose(nothing -> detail(request.getJobId()));
        Replies.send(reply, observer);
    }

    private CompletableFuture<JobDetail> detail(String prefix) {
        return about(prefix, (job, nowMs) -> JobViews.detail(job), StoredReport::getDetail);
    }

    /** Done when the job has ended, or has been waited for long enough. */
    private CompletableFuture<Void> untilEnd(GetJobRequest request) {
        return loop.ask((master, nowMs) -> {
                    String jobId = resolve(master, request.getJobId());
                    boolean goesOn = master.job(jobId)
                            .filter(job -> !job.state().isTerminal())
                            .isPresent();
                    return goesOn
                            ? waits.untilEnd(jobId, Math.min(request.getWaitMs(), MAX_WAIT_MS))
                            : CompletableFuture.<Void>completedFuture(null);
                })
                .thenCompose(Function.identity());
    }

    @Override
    public void savepointJob(SavepointJobRequest request, StreamObserver<JobRequestReply> observer) {
        ask(request.getJobId(), Order.savepoint(request.getToken(), directory(request.getDirectory())), observer);
    }

    @Override
    public void stopJob(StopJobRequest request, StreamObserver<JobRequestReply> observer) {
        ask(
                request.getJobId(),
                Order.stop(request.getToken(), directory(request.getDirectory()), request.getDrain()),
                observer);
    }

    @Override
    public void rescaleJob(RescaleJobRequest request, StreamObserver<JobRequestReply> observer) {
        ask(
                request.getJobId(),
                Order.rescale(request.getToken(), request.getParallelism(), request.getWait()),
                observer);
    }

    private String directory(String given) {
        return given.isEmpty() ? savepointLocation : given;
    }

    /** Asks something of a job; what is impossible is refused at once, and what was asked before is answered as far as it is. */
    private void ask(String prefix, Order order, StreamObserver<JobRequestReply> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> {
                    String jobId = resolve(master, prefix);
                    master.jobEvent(jobId, new Event.Asked(order, master.slotsThere(jobId)), nowMs);
                    JobRequest request = master.job(jobId)
                            .flatMap(job -> job.request(order.token()))
                            .map(JobViews::request)
                            .or(() -> askedBefore(jobId, order.token()))
                            .orElseThrow(() -> new Refusal(Replies.refusal(
                                    Status.Code.FAILED_PRECONDITION,
                                    "job " + jobId + " has ended",
                                    "Its last checkpoints are still there: tidemark checkpoints " + jobId)));
                    if (request.getState().equals(Order.State.FAILED.name())) {
                        throw new Refusal(ErrorDetails.toStatus(Status.Code.FAILED_PRECONDITION, request.getFailure()));
                    }
                    return JobRequestReply.newBuilder()
                            .setJobId(jobId)
                            .setRequest(request)
                            .build();
                }),
                observer);
    }

    /** Of a job that has ended since. */
    private Optional<JobRequest> askedBefore(String jobId, String token) {
        return ended.find(jobId).stream()
                .flatMap(report -> report.getDetail().getRequestsList().stream())
                .filter(request -> request.getToken().equals(token))
                .findFirst();
    }

    @Override
    public void cancelJob(CancelJobRequest request, StreamObserver<CancelJobReply> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> {
                    String jobId = resolve(master, request.getJobId());
                    master.cancel(jobId, nowMs);
                    String state = master.job(jobId)
                            .map(job -> job.state().name())
                            .or(() -> ended.find(jobId)
                                    .map(report ->
                                            report.getDetail().getSummary().getState()))
                            .orElse("");
                    return CancelJobReply.newBuilder()
                            .setJobId(jobId)
                            .setState(state)
                            .build();
                }),
                observer);
    }

    @Override
    public void listCheckpoints(ListCheckpointsRequest request, StreamObserver<ListCheckpointsReply> observer) {
        Replies.send(
                about(request.getJobId(), JobMaster::checkpointInfos, StoredReport::getCheckpointsList)
                        .thenApply(infos -> ListCheckpointsReply.newBuilder()
                                .addAllCheckpoints(infos)
                                .build()),
                observer);
    }

    @Override
    public void getWatermarks(GetWatermarksRequest request, StreamObserver<WatermarksReply> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> audience(master, request.getJobId()))
                        .thenCompose(audience -> {
                            if (audience.workers().isEmpty()) {
                                return CompletableFuture.completedFuture(WatermarksReply.newBuilder()
                                        .setJobId(audience.jobId())
                                        .addExplanations("No task of the job runs: it is " + audience.state() + ".")
                                        .build());
                            }
                            return ask(audience, workers::watermarks)
                                    .thenApply(replies -> WatermarkReplies.join(
                                            audience.jobId(),
                                            replies,
                                            loop.clock().nowMs()));
                        }),
                observer);
    }

    @Override
    public void getLateRecords(GetLateRecordsRequest request, StreamObserver<LateRecordsReply> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> audience(master, request.getJobId()))
                        .thenCompose(audience -> {
                            if (audience.workers().isEmpty()) {
                                return CompletableFuture.completedFuture(late(audience.jobId(), audience.knownLate()));
                            }
                            return ask(audience, workers::late).thenApply(replies -> {
                                List<OperatorLate> operators = replies.stream()
                                        .flatMap(reply -> reply.getOperatorsList().stream())
                                        .toList();
                                loop.tell((master, nowMs) -> master.keepLate(audience.jobId(), operators));
                                return late(audience.jobId(), operators);
                            });
                        }),
                observer);
    }

    private static LateRecordsReply late(String jobId, List<OperatorLate> operators) {
        return LateRecordsReply.newBuilder()
                .setJobId(jobId)
                .addAllOperators(operators.stream()
                        .sorted(Comparator.comparingInt(OperatorLate::getNode)
                                .thenComparingInt(OperatorLate::getSubtask))
                        .toList())
                .build();
    }

    @Override
    public void adviseDelay(AdviseDelayRequest request, StreamObserver<AdviseDelayReply> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> audience(master, request.getJobId()))
                        .thenCompose(audience -> adviseDelay(request, audience)),
                observer);
    }

    private CompletableFuture<AdviseDelayReply> adviseDelay(AdviseDelayRequest request, Audience audience) {
        if (audience.workers().isEmpty()) {
            throw Replies.refusal(
                    Status.Code.FAILED_PRECONDITION,
                    "no task of job " + audience.jobId() + " runs: it is " + audience.state(),
                    "Give the file that it reads instead: tidemark advise-delay FILE --time COLUMN");
        }
        ProfileDelaysRequest question = ProfileDelaysRequest.newBuilder()
                .setEpoch(audience.request().getEpoch())
                .setJobId(audience.jobId())
                .setAttempt(audience.request().getAttempt())
                .setQuestion(request)
                .build();
        return ask(audience, (worker, ignored) -> workers.profileDelays(worker, question))
                .thenApply(replies -> AdviseDelayReply.newBuilder()
                        .setJobId(audience.jobId())
                        .addAllSources(replies.stream()
                                .flatMap(reply -> reply.getSourcesList().stream())
                                .sorted(Comparator.comparingInt(SourceDelays::getNode)
                                        .thenComparingInt(SourceDelays::getSubtask))
                                .toList())
                        .build());
    }

    @Override
    public void getState(GetStateRequest request, StreamObserver<LiveState> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> {
                            Audience audience = audience(master, request.getJobId());
                            JobMaster job = master.job(audience.jobId()).orElse(null);
                            if (job == null || audience.workers().isEmpty()) {
                                throw new Refusal(Replies.refusal(
                                        Status.Code.FAILED_PRECONDITION,
                                        "no task of job " + audience.jobId() + " runs: it is " + audience.state(),
                                        "Look into its newest checkpoint instead: tidemark checkpoints "
                                                + audience.jobId()));
                            }
                            String uid = OperatorNames.uidOf(
                                    job.spec().graph().plan().getNodesList(), request.getOperator());
                            return Map.entry(audience, uid);
                        })
                        .thenCompose(found -> readState(request, found.getKey(), found.getValue())),
                observer);
    }

    /** Only the workers can tell whose a key is, since its class is the job's: all are asked, and one has it. */
    private CompletableFuture<LiveState> readState(GetStateRequest request, Audience audience, String uid) {
        ReadStateRequest question = ReadStateRequest.newBuilder()
                .setEpoch(audience.request().getEpoch())
                .setJobId(audience.jobId())
                .setAttempt(audience.request().getAttempt())
                .setUid(uid)
                .setState(request.getState())
                .setKey(request.getKey())
                .build();
        return ask(audience, (worker, ignored) -> workers.readState(worker, question))
                .thenApply(replies -> {
                    for (LiveState reply : replies) {
                        if (reply.getHere()) {
                            return reply;
                        }
                    }
                    ErrorDetail error = replies.stream()
                            .filter(LiveState::hasError)
                            .map(LiveState::getError)
                            .findFirst()
                            .orElse(ErrorDetail.newBuilder()
                                    .setCause("the task that has the key did not answer")
                                    .setHint("It may be restarting; try again.")
                                    .build());
                    throw Replies.refusal(Status.Code.NOT_FOUND, error.getCause(), error.getHint());
                });
    }

    @Override
    public void getClusterStatus(GetClusterStatusRequest request, StreamObserver<ClusterStatusReply> observer) {
        Replies.send(
                loop.ask((master, nowMs) -> ClusterStatusReply.newBuilder()
                        .setEpoch(master.epoch())
                        .setVersion(version)
                        .addAllWorkers(master.workerInfos(nowMs))
                        .setJobsRunning(master.jobs().size())
                        .build()),
                observer);
    }

    // -------------------------------------------------------------------------------- finding the job

    private <T> CompletableFuture<T> about(
            String prefix, BiFunction<JobMaster, Long, T> living, Function<StoredReport, T> over) {
        return loop.ask((master, nowMs) -> {
            String jobId = resolve(master, prefix);
            return master.job(jobId)
                    .map(job -> living.apply(job, nowMs))
                    .or(() -> ended.find(jobId).map(over))
                    .orElseThrow();
        });
    }

    /** The one job whose id starts like this. */
    private String resolve(ClusterMaster master, String prefix) {
        List<String> matches = Stream.concat(
                        master.jobs().stream().map(job -> job.spec().jobId()), ended.ids().stream())
                .filter(jobId -> !prefix.isEmpty() && jobId.startsWith(prefix))
                .distinct()
                .sorted()
                .toList();
        if (matches.isEmpty()) {
            throw new Refusal(Replies.refusal(
                    Status.Code.NOT_FOUND,
                    "there is no job " + prefix,
                    "List those that there are with: tidemark jobs"));
        }
        if (matches.size() > 1 && !matches.contains(prefix)) {
            throw new Refusal(Replies.refusal(
                    Status.Code.INVALID_ARGUMENT,
                    matches.size() + " jobs start with " + prefix + ": " + String.join(", ", matches),
                    "Give more of the id."));
        }
        return matches.contains(prefix) ? prefix : matches.get(0);
    }

    // ----------------------------------------------------------------------------- asking the workers

    /** Whom to ask about a job; nobody when none of its tasks run. */
    private record Audience(
            String jobId, String state, ExplainRequest request, List<Worker> workers, List<OperatorLate> knownLate) {}

    private Audience audience(ClusterMaster master, String prefix) {
        String jobId = resolve(master, prefix);
        Optional<JobMaster> job = master.job(jobId);
        if (job.isEmpty()) {
            StoredReport report = ended.find(jobId).orElseThrow();
            return new Audience(
                    jobId,
                    report.getDetail().getSummary().getState(),
                    ExplainRequest.getDefaultInstance(),
                    List.of(),
                    report.getLateList());
        }
        Optional<Map.Entry<Integer, Set<String>>> attempt = job.get().liveAttempt();
        ExplainRequest request = ExplainRequest.newBuilder()
                .setEpoch(master.epoch())
                .setJobId(jobId)
                .setAttempt(attempt.map(Map.Entry::getKey).orElse(0))
                .build();
        List<Worker> asked = new ArrayList<>();
        attempt.ifPresent(live -> live.getValue()
                .forEach(workerId -> master.workers().find(workerId).ifPresent(asked::add)));
        JobSummary summary = JobViews.summary(job.get());
        String state = summary.getState() + (summary.getDetail().isEmpty() ? "" : " (" + summary.getDetail() + ")");
        return new Audience(jobId, state, request, asked, master.knownLate(job.get()));
    }

    /** The replies of those that answer; one that does not is just going, and what the others say is worth having. */
    private static <R> CompletableFuture<List<R>> ask(
            Audience audience, BiFunction<Worker, ExplainRequest, CompletableFuture<R>> question) {
        List<CompletableFuture<R>> answers = audience.workers().stream()
                .map(worker -> question.apply(worker, audience.request()))
                .toList();
        return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                .handle((nothing, failure) -> answers.stream()
                        .filter(answer -> !answer.isCompletedExceptionally())
                        .map(CompletableFuture::join)
                        .toList());
    }
}
