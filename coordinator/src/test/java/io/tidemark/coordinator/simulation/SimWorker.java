package io.tidemark.coordinator.simulation;

import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.DeclineCheckpointRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.FinishRequest;
import io.tidemark.network.proto.HeartbeatReply;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.RegisterWorkerReply;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.RunningJob;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskReport;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** A worker: processes that come and go under one name. It keeps to the worker's side of the contract. */
final class SimWorker {
    private static final int OK = 1;
    private static final int STALE = 2;
    private static final long RETRY_MS = 300;

    private final Simulation simulation;
    private final Agenda agenda;
    private final World world;
    private final String workerId;
    private final int slots;

    /** Number of the process that lives; messages to an earlier one go nowhere. */
    private long process;

    private boolean up;
    private boolean paused;
    private final Deque<Runnable> whilePaused = new ArrayDeque<>();

    private boolean registered;
    private long registration;
    private long epoch;
    private final Map<String, Job> jobs = new HashMap<>();

    /** What this process knows of a job. */
    private static final class Job {
        private int attempt;
        private int cancelledUpTo;
        private final Map<Long, SimTask> tasks = new TreeMap<>();
    }

    SimWorker(Simulation simulation, String workerId, int slots) {
        this.simulation = simulation;
        this.agenda = simulation.agenda();
        this.world = simulation.world();
        this.workerId = workerId;
        this.slots = slots;
    }

    String workerId() {
        return workerId;
    }

    boolean isUp() {
        return up;
    }

    boolean isPaused() {
        return paused;
    }

    void start() {
        process++;
        up = true;
        registered = false;
        epoch = 0;
        world.trace("%s starts as process %s", workerId, process);
        long mine = process;
        register(mine);
        agenda.in(100, () -> beat(mine));
    }

    /** kill -9. */
    void crash() {
        up = false;
        paused = false;
        whilePaused.clear();
        world.trace("%s is killed", workerId);
        for (Job job : jobs.values()) {
            job.tasks.values().forEach(SimTask::vanish);
        }
        jobs.clear();
    }

    /** SIGSTOP. */
    void pause() {
        paused = true;
        world.trace("%s is stopped", workerId);
    }

    /** SIGCONT. */
    void resume() {
        paused = false;
        world.trace("%s goes on", workerId);
        while (!paused && !whilePaused.isEmpty()) {
            whilePaused.removeFirst().run();
        }
    }

    /** Does something as this process, later if it is stopped, never if it is gone. */
    void as(long ofProcess, Runnable action) {
        if (!up || ofProcess != process) {
            return;
        }
        if (paused) {
            whilePaused.addLast(() -> as(ofProcess, action));
        } else {
            action.run();
        }
    }

    void later(long delayMs, Runnable action) {
        long mine = process;
        agenda.in(delayMs, () -> as(mine, action));
    }

    // ------------------------------------------------------------------------- towards the coordinator

    private void register(long ofProcess) {
        as(ofProcess, () -> {
            if (registered) {
                return;
            }
            RegisterWorkerRequest request = RegisterWorkerRequest.newBuilder()
                    .setWorkerId(workerId)
                    .setGrpcAddress(Long.toString(process))
                    .setDataAddress(workerId)
                    .setSlots(slots)
                    .build();
            simulation.network().send(workerId, SimCoordinator.NAME, () -> {
                SimCoordinator coordinator = simulation.coordinator();
                if (coordinator == null || !coordinator.isAlive()) {
                    return;
                }
                RegisterWorkerReply reply = coordinator.master().register(request, agenda.nowMs());
                simulation
                        .network()
                        .send(
                                SimCoordinator.NAME,
                                workerId,
                                () -> as(ofProcess, () -> {
                                    if (reply.getEpoch() > epoch
                                            || (reply.getEpoch() == epoch && reply.getRegistration() > registration)) {
                                        registered = true;
                                        epoch = reply.getEpoch();
                                        registration = reply.getRegistration();
                                    }
                                }));
            });
            agenda.in(RETRY_MS, () -> register(ofProcess));
        });
    }

    private void beat(long ofProcess) {
        as(ofProcess, () -> {
            HeartbeatRequest.Builder request = HeartbeatRequest.newBuilder()
                    .setWorkerId(workerId)
                    .setEpoch(epoch)
                    .setRegistration(registration);
            jobs.forEach((jobId, job) -> {
                if (!job.tasks.isEmpty()) {
                    request.addRunning(RunningJob.newBuilder().setJobId(jobId).setAttempt(job.attempt));
                }
            });
            if (registered) {
                simulation.network().send(workerId, SimCoordinator.NAME, () -> {
                    SimCoordinator coordinator = simulation.coordinator();
                    if (coordinator == null || !coordinator.isAlive()) {
                        return;
                    }
                    HeartbeatReply reply = coordinator.master().heartbeat(request.build(), agenda.nowMs());
                    simulation
                            .network()
                            .send(SimCoordinator.NAME, workerId, () -> as(ofProcess, () -> answered(request, reply)));
                });
            }
            agenda.in(500, () -> beat(ofProcess));
        });
    }

    private void answered(HeartbeatRequest.Builder request, HeartbeatReply reply) {
        boolean current = request.getEpoch() == epoch && request.getRegistration() == registration;
        if (!reply.getKnown()) {
            if (current && registered) {
                registered = false;
                register(process);
            }
            return;
        }
        for (RunningJob cancel : reply.getCancelList()) {
            cancel(cancel.getJobId(), cancel.getAttempt());
        }
    }

    /** Sends until there is an answer. */
    private void send(ToIntFunction<ClusterMaster> message) {
        boolean[] answered = new boolean[1];
        sendUntil(process, answered, message);
    }

    private void sendUntil(long ofProcess, boolean[] answered, ToIntFunction<ClusterMaster> message) {
        as(ofProcess, () -> {
            if (answered[0]) {
                return;
            }
            simulation.network().send(workerId, SimCoordinator.NAME, () -> {
                SimCoordinator coordinator = simulation.coordinator();
                if (coordinator == null || !coordinator.isAlive()) {
                    return;
                }
                int outcome = message.applyAsInt(coordinator.master());
                World.check(outcome == OK || outcome == STALE, "outcome %s", outcome);
                simulation.network().send(SimCoordinator.NAME, workerId, () -> answered[0] = true);
            });
            agenda.in(RETRY_MS, () -> sendUntil(ofProcess, answered, message));
        });
    }

    void report(SimTask task, String state, ErrorDetail failure, boolean restartable, boolean elsewhere) {
        world.trace("%s reports %s of %s", workerId, state, task);
        ReportTasksRequest request = ReportTasksRequest.newBuilder()
                .setWorkerId(workerId)
                .setEpoch(task.epoch())
                .addTasks(TaskReport.newBuilder()
                        .setTask(task.id())
                        .setState(state)
                        .setFailure(failure)
                        .setRestartable(restartable)
                        .setCausedElsewhere(elsewhere))
                .build();
        send(master -> master.reportTasks(request, agenda.nowMs()) ? OK : STALE);
    }

    void ack(SimTask task, long checkpointId, World.Snapshot snapshot) {
        TaskSnapshot sent = TaskSnapshot.newBuilder()
                .setVertex(task.id().getVertex())
                .setSubtask(task.id().getSubtask())
                .setParallelism(snapshot.parallelism())
                .setMaxParallelism(Simulation.KEY_GROUPS)
                .addOperators(OperatorSnapshot.newBuilder()
                        .setUid("uid-" + task.id().getVertex())
                        .addOwn(world.keep(snapshot)))
                .build();
        AckCheckpointRequest request = AckCheckpointRequest.newBuilder()
                .setWorkerId(workerId)
                .setEpoch(task.epoch())
                .setTask(task.id())
                .setCheckpointId(checkpointId)
                .build();
        send(master -> master.ackCheckpoint(request, sent, agenda.nowMs()) ? OK : STALE);
    }

    void decline(SimTask task, long checkpointId) {
        DeclineCheckpointRequest request = DeclineCheckpointRequest.newBuilder()
                .setWorkerId(workerId)
                .setEpoch(task.epoch())
                .setTask(task.id())
                .setCheckpointId(checkpointId)
                .setFailure(ErrorDetail.newBuilder().setCause("upload failed"))
                .build();
        send(master -> master.declineCheckpoint(request, agenda.nowMs()) ? OK : STALE);
    }

    // ----------------------------------------------------------------------- calls of the coordinator

    /** @param answer gets the refusal, empty for an ack */
    void receive(long toProcess, WorkerCall call, Consumer<String> answer) {
        as(toProcess, () -> answer.accept(handle(call)));
    }

    private String handle(WorkerCall call) {
        Job job = jobs.computeIfAbsent(call.jobId(), jobId -> new Job());
        if (call.kind() == WorkerCall.Kind.CANCEL) {
            cancel(call.jobId(), call.attempt());
            return "";
        }
        if (call.kind() == WorkerCall.Kind.DEPLOY) {
            return deploy(job, (DeployRequest) call.request());
        }
        if (call.attempt() != job.attempt || job.tasks.isEmpty()) {
            return "attempt " + call.attempt() + " is not here";
        }
        List<SimTask> tasks = new ArrayList<>(job.tasks.values());
        switch (call.kind()) {
            case START -> tasks.forEach(SimTask::start);
            case TRIGGER_CHECKPOINT -> {
                TriggerCheckpointRequest request = (TriggerCheckpointRequest) call.request();
                for (TaskId id : request.getTasksList()) {
                    SimTask task = job.tasks.get(key(id));
                    if (task == null) {
                        return "task is not here";
                    }
                    task.trigger(request.getCheckpointId(), request.getPurpose().equals("STOP"));
                }
            }
            case NOTIFY_CHECKPOINT -> {
                NotifyCheckpointRequest request = (NotifyCheckpointRequest) call.request();
                if (request.getCompleted()) {
                    tasks.forEach(task -> task.commitUpTo(request.getCheckpointId()));
                }
                if (!request.getCompleted() || request.getGoOn()) {
                    tasks.forEach(task -> task.goOn(request.getCheckpointId()));
                }
            }
            case UNALIGN -> {}
            case DRAIN -> tasks.forEach(SimTask::drain);
            case FINISH -> tasks.forEach(task -> task.finish(((FinishRequest) call.request()).getCheckpointId()));
            default -> throw new AssertionError(call);
        }
        return "";
    }

    private String deploy(Job job, DeployRequest request) {
        if (request.getAttempt() < job.attempt || request.getAttempt() <= job.cancelledUpTo) {
            return "attempt " + request.getAttempt() + " is over";
        }
        if (request.getAttempt() == job.attempt) {
            return job.tasks.isEmpty() ? "attempt " + request.getAttempt() + " is over" : "";
        }
        job.tasks.values().forEach(SimTask::vanish);
        job.tasks.clear();
        job.attempt = request.getAttempt();
        World.check(request.getTasksCount() > 0, "a deployment without tasks");
        request.getTasksList().forEach(descriptor -> {
            SimTask task = new SimTask(simulation, this, request, descriptor);
            job.tasks.put(key(descriptor.getTask()), task);
        });
        job.tasks.values().forEach(task -> later(simulation.random().nextInt(100), task::deployed));
        return "";
    }

    private void cancel(String jobId, int attempt) {
        Job job = jobs.computeIfAbsent(jobId, id -> new Job());
        job.cancelledUpTo = Math.max(job.cancelledUpTo, attempt);
        if (job.attempt <= attempt) {
            new ArrayList<>(job.tasks.values()).forEach(SimTask::cancel);
        }
    }

    void gone(SimTask task) {
        Job job = jobs.get(task.id().getJobId());
        if (job != null && job.tasks.get(key(task.id())) == task) {
            job.tasks.remove(key(task.id()));
        }
    }

    /** The task of this attempt, if this worker has it. */
    SimTask find(TaskId id) {
        Job job = jobs.get(id.getJobId());
        return job == null || job.attempt != id.getAttempt() ? null : job.tasks.get(key(id));
    }

    Collection<SimTask> tasks() {
        return jobs.values().stream()
                .flatMap(job -> job.tasks.values().stream())
                .toList();
    }

    private static long key(TaskId id) {
        return ((long) id.getVertex() << 32) | id.getSubtask();
    }
}
