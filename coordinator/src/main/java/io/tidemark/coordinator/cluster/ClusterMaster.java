package io.tidemark.coordinator.cluster;

import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.Failure;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobMaster;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.JobState;
import io.tidemark.coordinator.job.JobViews;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.job.TaskState;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.DeclineCheckpointRequest;
import io.tidemark.network.proto.HeartbeatReply;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.RegisterWorkerReply;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.RunningJob;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskMetrics;
import io.tidemark.network.proto.TaskReport;
import io.tidemark.network.proto.WorkerInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that one coordinator decides. Each call handles all that follows from it before it returns. */
public final class ClusterMaster {
    private record JobEvent(String jobId, Event event) {}

    /** What has come of an attempt to borrow a checkpoint. */
    public enum Loan {
        /** It stays until the borrower has a checkpoint of its own, or has ended, or gives it back. */
        GIVEN,
        /** Its job has newer ones and does not keep it. */
        GONE,
        /** No such job lives here, so nobody here removes it. */
        OF_NOBODY
    }

    private final long epoch;
    private final ClusterTiming timing;
    private final Outside outside;
    private final WorkerRegistry registry;
    private final SourceGroups sourceGroups;
    private final Scheduler scheduler = new Scheduler();
    private final Map<String, Outbox> outboxes = new HashMap<>();
    private final Map<String, JobMaster> jobs = new LinkedHashMap<>();
    private final Map<String, List<OperatorLate>> late = new HashMap<>();
    /** Checkpoints that jobs are about to start from which are not taken on yet, by the new job's id. */
    private final Map<String, Origin> lent = new HashMap<>();

    private final Deque<JobEvent> events = new ArrayDeque<>();
    /** Workers that there may be something to send to now, since looking at all of them after each message would be too much. */
    private final SortedSet<String> toSend = new TreeSet<>();
    /** Workers to which something is to be sent later; looked at with every tick. */
    private final SortedSet<String> toSendLater = new TreeSet<>();
    /** Workers of an earlier coordinator that are waited for until then. */
    private final Set<String> missedWorkers = new HashSet<>();

    private long noSlotsBeforeMs;
    private long nowMs;
    private long lastTickMs = -1;

    /** @param epoch of this coordinator, durable already */
    public ClusterMaster(long epoch, ClusterTiming timing, Outside outside) {
        this.epoch = epoch;
        this.timing = timing;
        this.outside = outside;
        this.sourceGroups = new SourceGroups();
        this.registry = new WorkerRegistry(timing.heartbeatTimeoutMs());
    }

    // ------------------------------------------------------------------------------------------ jobs

    /**
     * Takes jobs of an earlier coordinator over, and gives its workers a moment to come back, so that the first to come
     * does not get everything.
     */
    public void recover(Map<JobSpec, JobFacts> unfinished, Collection<String> formerWorkers, long timeMs) {
        nowMs = timeMs;
        if (!unfinished.isEmpty() && !formerWorkers.isEmpty()) {
            missedWorkers.addAll(formerWorkers);
            noSlotsBeforeMs = timeMs + timing.settleMs();
        }
        unfinished.forEach(this::begin);
        settle();
    }

    /** Takes a new job on; it is durable already. */
    public void add(JobSpec spec, JobFacts facts, long timeMs) {
        nowMs = timeMs;
        begin(spec, facts);
        lent.remove(spec.jobId());
        settle();
    }

    /**
     * A job that is about to be taken on starts from a checkpoint of another. Its files stay from now on; once the job is
     * taken on, that follows from its own facts.
     */
    public Loan borrow(String jobId, Origin origin) {
        JobMaster owner = jobs.get(origin.jobId());
        if (owner == null) {
            return Loan.OF_NOBODY;
        }
        if (!owner.retains(origin.checkpointId())) {
            return Loan.GONE;
        }
        lent.put(jobId, origin);
        return Loan.GIVEN;
    }

    /** The job is not taken on after all. */
    public void giveBack(String jobId) {
        lent.remove(jobId);
    }

    /** Checkpoints of a job that others are to start from, and have none of their own yet. */
    private List<Long> lentBy(String jobId) {
        return Stream.concat(lent.values().stream(), jobs.values().stream().flatMap(job -> job.borrowed().stream()))
                .filter(origin -> origin.isOf(jobId))
                .map(Origin::checkpointId)
                .distinct()
                .sorted()
                .toList();
    }

    private void begin(JobSpec spec, JobFacts facts) {
        if (jobs.putIfAbsent(spec.jobId(), new JobMaster(spec, epoch, facts)) != null) {
            throw new IllegalStateException("job " + spec.jobId() + " is there already");
        }
        post(spec.jobId(), new Event.Begin());
    }

    /** @return whether there is such a job that has not ended */
    public boolean cancel(String jobId, long timeMs) {
        return jobEvent(jobId, new Event.CancelRequested(), timeMs);
    }

    /** Something that a job waits for has happened. @return whether there is such a job that has not ended */
    public boolean jobEvent(String jobId, Event event, long timeMs) {
        nowMs = timeMs;
        if (!jobs.containsKey(jobId)) {
            return false;
        }
        post(jobId, event);
        settle();
        return true;
    }

    /** Keeps what is known of the late records of a job, for when its tasks are gone. */
    public void keepLate(String jobId, List<OperatorLate> operators) {
        if (jobs.containsKey(jobId) && !operators.isEmpty()) {
            late.put(jobId, List.copyOf(operators));
        }
    }

    public Optional<JobMaster> job(String jobId) {
        return Optional.ofNullable(jobs.get(jobId));
    }

    /** Jobs whose end is not told yet, in the order they were taken on. */
    public Collection<JobMaster> jobs() {
        return Collections.unmodifiableCollection(jobs.values());
    }

    /**
     * What is known of a job's late records without asking its tasks: what they said at the end of its input, else the
     * counts of its newest complete checkpoint, with the samples that were seen.
     */
    public List<OperatorLate> knownLate(JobMaster job) {
        List<OperatorLate> kept = late.getOrDefault(job.spec().jobId(), List.of());
        if (job.state() == JobState.FINISHING || job.state() == JobState.FINISHED) {
            return kept.isEmpty() ? job.lateAtCheckpoint() : kept;
        }
        return job.lateAtCheckpoint().stream()
                .map(counted -> kept.stream()
                        .filter(seen ->
                                seen.getNode() == counted.getNode() && seen.getSubtask() == counted.getSubtask())
                        .findFirst()
                        .map(seen -> counted.toBuilder()
                                .addAllSamples(seen.getSamplesList())
                                .build())
                        .orElse(counted))
                .toList();
    }

    // --------------------------------------------------------------------------------------- workers

    /** A worker comes. One of the same name that was there is lost: another process has taken its place. */
    public RegisterWorkerReply register(RegisterWorkerRequest request, long timeMs) {
        nowMs = timeMs;
        registry.find(request.getWorkerId()).ifPresent(old -> lose(old, "it has registered anew"));
        WorkerRegistry.Worker worker = registry.register(request, timeMs);
        scheduler.addWorker(worker.workerId(), worker.dataAddress(), worker.slots());
        outboxes.put(worker.workerId(), new Outbox(timing.callRetryMs(), worker.registration() << 32));
        outside.workersKnown(registry.ids());
        if (missedWorkers.remove(worker.workerId()) && missedWorkers.isEmpty()) {
            noSlotsBeforeMs = timeMs;
        }
        settle();
        return RegisterWorkerReply.newBuilder()
                .setEpoch(epoch)
                .setHeartbeatIntervalMs(timing.heartbeatIntervalMs())
                .setHeartbeatTimeoutMs(timing.heartbeatTimeoutMs())
                .setRegistration(worker.registration())
                .build();
    }

    /** A worker lives; it is told what of what it runs must end. */
    public HeartbeatReply heartbeat(HeartbeatRequest request, long timeMs) {
        nowMs = timeMs;
        String workerId = request.getWorkerId();
        HeartbeatReply.Builder reply = HeartbeatReply.newBuilder().setEpoch(epoch);
        if (request.getEpoch() != epoch || !registry.heard(workerId, request.getRegistration(), timeMs)) {
            return reply.setKnown(false).build();
        }
        reply.setKnown(true);
        registry.noteMemory(workerId, request.getStateMemory());
        reply.addAllGroups(sourceGroups.hear(request.getSourceProgressList(), timeMs));
        for (RunningJob running : request.getRunningList()) {
            JobMaster job = jobs.get(running.getJobId());
            if (job == null || !job.wants(workerId, running.getAttempt())) {
                reply.addCancel(running);
            }
        }
        Set<String> runs =
                request.getRunningList().stream().map(RunningJob::getJobId).collect(Collectors.toSet());
        for (JobMaster job : jobs.values()) {
            if (job.isDraining(workerId) && !runs.contains(job.spec().jobId())) {
                post(job.spec().jobId(), new Event.WorkerIdle(workerId));
            }
        }
        for (TaskMetrics metrics : request.getMetricsList()) {
            if (jobs.containsKey(metrics.getJobId())) {
                post(metrics.getJobId(), new Event.Metrics(workerId, metrics));
            }
        }
        settle();
        return reply.build();
    }

    /** @return false when all of it is stale and the worker should forget it */
    public boolean reportTasks(ReportTasksRequest request, long timeMs) {
        nowMs = timeMs;
        boolean any = false;
        for (TaskReport report : request.getTasksList()) {
            TaskId id = report.getTask();
            if (isCurrent(request.getWorkerId(), request.getEpoch(), id)) {
                any = true;
                if (report.getRecordsIn() > 0 || report.getRecordsOut() > 0) {
                    // The end of a task is told sooner than the next heartbeat would tell what it did.
                    post(id.getJobId(), new Event.Metrics(request.getWorkerId(), metrics(report)));
                }
                post(id.getJobId(), taskReported(request, report));
            }
        }
        settle();
        return any;
    }

    private static TaskMetrics metrics(TaskReport report) {
        TaskId id = report.getTask();
        return TaskMetrics.newBuilder()
                .setJobId(id.getJobId())
                .setAttempt(id.getAttempt())
                .setVertex(id.getVertex())
                .setSubtask(id.getSubtask())
                .setRecordsIn(report.getRecordsIn())
                .setRecordsOut(report.getRecordsOut())
                .build();
    }

    private static Event.TaskReported taskReported(ReportTasksRequest request, TaskReport report) {
        TaskId id = report.getTask();
        Failure.Kind kind = !report.getRestartable()
                ? Failure.Kind.FATAL
                : report.getCausedElsewhere() ? Failure.Kind.ENVIRONMENT : Failure.Kind.OWN;
        return new Event.TaskReported(
                request.getWorkerId(),
                request.getEpoch(),
                id.getAttempt(),
                new TaskKey(id.getVertex(), id.getSubtask()),
                TaskState.valueOf(report.getState()),
                report.getFailure(),
                kind);
    }

    /**
     * @param snapshot what the request carries, read already
     * @return false when it is stale
     */
    public boolean ackCheckpoint(AckCheckpointRequest request, TaskSnapshot snapshot, long timeMs) {
        nowMs = timeMs;
        TaskId id = request.getTask();
        if (!isCurrent(request.getWorkerId(), request.getEpoch(), id)) {
            return false;
        }
        post(
                id.getJobId(),
                new Event.CheckpointAcked(
                        request.getWorkerId(),
                        request.getEpoch(),
                        id.getAttempt(),
                        new TaskKey(id.getVertex(), id.getSubtask()),
                        request.getCheckpointId(),
                        snapshot));
        settle();
        return true;
    }

    /** @return false when it is stale */
    public boolean declineCheckpoint(DeclineCheckpointRequest request, long timeMs) {
        nowMs = timeMs;
        TaskId id = request.getTask();
        if (!isCurrent(request.getWorkerId(), request.getEpoch(), id)) {
            return false;
        }
        post(
                id.getJobId(),
                new Event.CheckpointDeclined(
                        request.getWorkerId(),
                        request.getEpoch(),
                        id.getAttempt(),
                        new TaskKey(id.getVertex(), id.getSubtask()),
                        request.getCheckpointId(),
                        request.getFailure().getCause(),
                        Event.CheckpointDeclined.Reason.of(request)));
        settle();
        return true;
    }

    private boolean isCurrent(String workerId, long ofEpoch, TaskId task) {
        JobMaster job = jobs.get(task.getJobId());
        return job != null && registry.find(workerId).isPresent() && job.isCurrent(ofEpoch, task.getAttempt());
    }

    private void lose(WorkerRegistry.Worker worker, String reason) {
        registry.remove(worker.workerId());
        scheduler.removeWorker(worker.workerId());
        outboxes.remove(worker.workerId());
        outside.workerGone(worker);
        outside.workersKnown(registry.ids());
        for (String jobId : jobs.keySet()) {
            post(jobId, new Event.WorkerLost(worker.workerId(), reason));
        }
        handleEvents();
    }

    // ----------------------------------------------------------------------------------------- calls

    /** A worker has taken a call. */
    public void callDone(String workerId, long callId, long timeMs) {
        nowMs = timeMs;
        answered(workerId, callId)
                .ifPresent(call -> post(call.jobId(), new Event.CallDone(workerId, call.kind(), call.attempt())));
        settle();
    }

    /** A worker has answered a call with an error that no repetition helps. */
    public void callRefused(String workerId, long callId, String cause, long timeMs) {
        nowMs = timeMs;
        answered(workerId, callId)
                .ifPresent(call ->
                        post(call.jobId(), new Event.CallRefused(workerId, call.kind(), call.attempt(), cause)));
        settle();
    }

    /** Nobody knows whether a call has arrived; it is made again. */
    public void callLost(String workerId, long callId, long timeMs) {
        nowMs = timeMs;
        Outbox outbox = outboxes.get(workerId);
        if (outbox != null) {
            outbox.lost(callId, timeMs);
            toSendLater.add(workerId);
        }
    }

    /**
     * Nothing listens at the address of a worker any more. Its process has ended, and is not waited for; were it not so, it
     * would register again, and what it still runs is of an attempt that is over.
     */
    public void nobodyThere(WorkerRegistry.Worker worker, long callId, long timeMs) {
        nowMs = timeMs;
        if (registry.find(worker.workerId()).filter(worker::equals).isPresent()) {
            lose(worker, "nothing listens at " + worker.grpcAddress() + " any more");
            settle();
        } else {
            callLost(worker.workerId(), callId, timeMs);
        }
    }

    private Optional<WorkerCall> answered(String workerId, long callId) {
        Optional<WorkerCall> answered =
                Optional.ofNullable(outboxes.get(workerId)).flatMap(outbox -> outbox.answered(callId));
        answered.ifPresent(call -> toSend.add(workerId));
        return answered;
    }

    // ------------------------------------------------------------------------------------------ time

    /** Some time has passed. */
    public void tick(long timeMs) {
        nowMs = timeMs;
        long pausedMs = lastTickMs < 0 ? 0 : timeMs - lastTickMs;
        lastTickMs = timeMs;
        if (pausedMs >= timing.heartbeatIntervalMs()) {
            // This process stood still itself, and heard nobody meanwhile; what they said is still to be handled.
            registry.excuse(pausedMs);
        }
        for (WorkerRegistry.Worker worker : registry.silent(timeMs)) {
            lose(worker, "no heartbeat for " + timing.heartbeatTimeoutMs() + " ms");
        }
        for (WorkerRegistry.Worker worker : registry.all()) {
            long failingForMs = outboxes.get(worker.workerId()).failingForMs(timeMs);
            if (failingForMs >= 2 * timing.heartbeatTimeoutMs()) {
                lose(
                        worker,
                        "it sends heartbeats, but was not reached at " + worker.grpcAddress() + " for " + failingForMs
                                + " ms");
            }
        }
        jobs.keySet().forEach(jobId -> post(jobId, new Event.Tick()));
        toSend.addAll(toSendLater);
        toSendLater.clear();
        settle();
    }

    // --------------------------------------------------------------------------------- what follows

    private void post(String jobId, Event event) {
        events.addLast(new JobEvent(jobId, event));
    }

    /** Handles events until there are none left, serves slots, and sends what is to be sent. */
    private void settle() {
        handleEvents();
        if (nowMs >= noSlotsBeforeMs) {
            List<Scheduler.Answer> answers = scheduler.serve();
            while (!answers.isEmpty()) {
                for (Scheduler.Answer answer : answers) {
                    post(
                            answer.jobId(),
                            answer.isGrant()
                                    ? new Event.SlotsGranted(answer.granted())
                                    : new Event.SlotsShort(answer.needed(), answer.have()));
                }
                handleEvents();
                answers = scheduler.serve();
            }
        }
        send();
    }

    private void send() {
        for (String workerId : toSend) {
            WorkerRegistry.Worker worker = registry.find(workerId).orElse(null);
            if (worker == null) {
                continue;
            }
            Outbox outbox = outboxes.get(workerId);
            for (Outbox.Due due : outbox.takeDue(nowMs)) {
                outside.call(worker, due.callId(), due.call());
            }
            if (outbox.hasLater()) {
                toSendLater.add(workerId);
            }
        }
        toSend.clear();
    }

    private void handleEvents() {
        while (!events.isEmpty()) {
            JobEvent next = events.removeFirst();
            JobMaster job = jobs.get(next.jobId());
            if (job != null) {
                for (Effect effect : job.on(next.event(), nowMs)) {
                    apply(job, effect);
                }
            }
        }
    }

    private void apply(JobMaster job, Effect effect) {
        String jobId = job.spec().jobId();
        switch (effect.kind()) {
            case CALL_WORKER -> {
                Effect.CallWorker call = (Effect.CallWorker) effect;
                Outbox outbox = outboxes.get(call.workerId());
                if (outbox != null) {
                    outbox.add(call.call());
                    toSend.add(call.workerId());
                }
            }
            case REQUEST_SLOTS -> scheduler.request(jobId, ((Effect.RequestSlots) effect).count());
            case RELEASE_SLOTS -> scheduler.release(jobId);
            case CLEAN_UP -> outside.perform(jobId, ((Effect.CleanUp) effect).keeping(lentBy(jobId)));
            case PERSIST, READ_MANIFEST, WRITE_MANIFEST, READ_SAVEPOINT, WRITE_SAVEPOINT, KEEP_LATE ->
                outside.perform(jobId, effect);
            case TELL_END -> outside.tellEnd(jobId);
            case NOTE -> outside.note(jobId, ((Effect.Note) effect).line());
            case ENDED -> {
                scheduler.release(jobId);
                jobs.remove(jobId);
                outside.ended(jobId, report(job));
                late.remove(jobId);
            }
        }
    }

    private StoredReport report(JobMaster job) {
        return StoredReport.newBuilder()
                .setDetail(JobViews.detail(job))
                .addAllCheckpoints(job.checkpointInfos(nowMs))
                .addAllLate(knownLate(job))
                .build();
    }

    // ---------------------------------------------------------------------------------------- asking

    public long epoch() {
        return epoch;
    }

    public WorkerRegistry workers() {
        return registry;
    }

    /** Slots that a job could have now: those it holds, and those that nobody does. */
    public int slotsThere(String jobId) {
        return scheduler.slotsThere(jobId);
    }

    /** The workers as people see them. */
    public List<WorkerInfo> workerInfos(long timeMs) {
        List<WorkerInfo> infos = new ArrayList<>();
        for (WorkerRegistry.Worker worker : registry.all()) {
            infos.add(WorkerInfo.newBuilder()
                    .setWorkerId(worker.workerId())
                    .setAddress(worker.grpcAddress())
                    .setSlots(worker.slots())
                    .setFreeSlots(scheduler.freeSlots(worker.workerId()))
                    .setHeartbeatAgeMs(registry.silentForMs(worker.workerId(), timeMs))
                    .setPid(worker.pid())
                    .setStateMemory(registry.memory(worker.workerId()))
                    .build());
        }
        return infos;
    }
}
