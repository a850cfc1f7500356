package io.tidemark.coordinator.simulation;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.cluster.ClusterTiming;
import io.tidemark.coordinator.cluster.Outside;
import io.tidemark.coordinator.cluster.WorkerRegistry.Worker;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One life of a coordinator process: the real cluster master on a disk and a network that fail. */
final class SimCoordinator implements Outside {
    static final String NAME = "coordinator";
    private static final long CALL_TIMEOUT_MS = 1_000;
    private static final long TICK_MS = 100;

    private final Simulation simulation;
    private final Agenda agenda;
    private final Random random;
    private final World world;
    private final ClusterMaster master;
    private final long epoch;
    private boolean alive = true;

    /** Writes under way by lane: of a lane only the first is being done, the others wait. */
    private final Map<String, Deque<Write>> lanes = new HashMap<>();

    private record Write(Runnable onDisk, Runnable then) {}

    SimCoordinator(Simulation simulation, Map<String, JobSpec> jobs) {
        this.simulation = simulation;
        this.agenda = simulation.agenda();
        this.random = simulation.random();
        this.world = simulation.world();
        this.epoch = world.raiseEpoch();
        this.master = new ClusterMaster(epoch, new ClusterTiming(500, 2_000, 200, 1_000), this);
        Map<JobSpec, JobFacts> unfinished = new LinkedHashMap<>();
        jobs.forEach((jobId, spec) -> {
            JobFacts facts = world.facts().get(jobId);
            if (facts != null && !facts.status().isTerminal()) {
                unfinished.put(spec, facts);
            } else if (facts != null && !world.reports().containsKey(jobId)) {
                // It ended, and its coordinator did not live to tidy up.
                world.manifests(jobId).keySet().retainAll(facts.completed());
            }
        });
        world.trace("coordinator of epoch %s starts", epoch);
        master.recover(unfinished, world.workersKnown(), agenda.nowMs());
        agenda.in(TICK_MS, this::tick);
    }

    ClusterMaster master() {
        return master;
    }

    long epoch() {
        return epoch;
    }

    boolean isAlive() {
        return alive;
    }

    private void tick() {
        if (alive) {
            master.tick(agenda.nowMs());
            agenda.in(TICK_MS, this::tick);
        }
    }

    void submit(JobSpec spec) {
        boolean[] created = new boolean[1];
        write("store " + spec.jobId(), () -> created[0] = world.create(spec.jobId()), () -> {
            if (created[0]) {
                master.add(spec, JobFacts.fresh(), agenda.nowMs());
            }
        });
    }

    /** kill -9: of the writes under way, those at the front may or may not have reached the disk. */
    void crash() {
        alive = false;
        world.trace("coordinator of epoch %s is killed", epoch);
        for (Deque<Write> lane : lanes.values()) {
            int reached = random.nextInt(2);
            for (Write write : lane) {
                if (reached-- > 0) {
                    write.onDisk.run();
                }
            }
            lane.clear();
        }
    }

    // ----------------------------------------------------------------------------------------- calls

    @Override
    public void call(Worker worker, long callId, WorkerCall call) {
        world.trace("coordinator calls %s %s attempt %s", worker.workerId(), call.kind(), call.attempt());
        if (call.kind() == WorkerCall.Kind.DEPLOY) {
            DeployRequest request = (DeployRequest) call.request();
            world.deploying(call.jobId(), epoch, call.attempt(), request.getRestoredCheckpointId());
        }
        if (call.kind() == WorkerCall.Kind.NOTIFY_CHECKPOINT) {
            NotifyCheckpointRequest request = (NotifyCheckpointRequest) call.request();
            if (request.getCompleted()) {
                world.completing(call.jobId(), request.getCheckpointId());
            }
        }
        String workerId = worker.workerId();
        simulation
                .network()
                .send(
                        NAME,
                        workerId,
                        () -> simulation
                                .worker(workerId)
                                .receive(
                                        Long.parseLong(worker.grpcAddress()),
                                        call,
                                        refusal -> simulation.network().send(workerId, NAME, () -> {
                                            if (!alive) {
                                                return;
                                            }
                                            if (refusal.isEmpty()) {
                                                master.callDone(workerId, callId, agenda.nowMs());
                                            } else {
                                                master.callRefused(workerId, callId, refusal, agenda.nowMs());
                                            }
                                        })));
        agenda.in(CALL_TIMEOUT_MS, () -> {
            if (alive) {
                master.callLost(workerId, callId, agenda.nowMs());
            }
        });
    }

    @Override
    public void workersKnown(List<String> workerIds) {
        world.workersKnown(workerIds);
    }

    @Override
    public void note(String jobId, String line) {
        world.trace("%s: %s", jobId, line);
    }

    @Override
    public void workerGone(Worker worker) {
        world.trace("coordinator gives up %s of registration %s", worker.workerId(), worker.registration());
    }

    // ------------------------------------------------------------------------------------------ disk

    @Override
    public void perform(String jobId, Effect effect) {
        switch (effect.kind()) {
            case PERSIST -> persist(jobId, (Effect.Persist) effect);
            case READ_MANIFEST -> readManifest(jobId, ((Effect.ReadManifest) effect).checkpointId());
            case WRITE_MANIFEST -> writeManifest(jobId, ((Effect.WriteManifest) effect).manifest());
            case WRITE_SAVEPOINT -> writeSavepoint(jobId, (Effect.WriteSavepoint) effect);
            case CLEAN_UP ->
                write(
                        "storage " + jobId,
                        () -> world.manifests(jobId).keySet().retainAll(((Effect.CleanUp) effect).retained()),
                        () -> tell(jobId, new Event.CleanedUp("")));
            case KEEP_LATE -> {
                if (!simulation.chance(0.1)) {
                    agenda.in(
                            random.nextInt(50),
                            () -> tell(jobId, new Event.LateKept(((Effect.KeepLate) effect).attempt())));
                }
            }
            default -> throw new AssertionError(effect);
        }
    }

    private void persist(String jobId, Effect.Persist effect) {
        if (simulation.diskFails()) {
            write(
                    "store " + jobId,
                    () -> {},
                    () -> tell(jobId, new Event.PersistFailed(effect.version(), "no space left on device")));
            return;
        }
        write(
                "store " + jobId,
                () -> world.persist(jobId, effect.facts()),
                () -> tell(jobId, new Event.Persisted(effect.version())));
    }

    private void readManifest(String jobId, long checkpointId) {
        write("storage " + jobId, () -> {}, () -> {
            CheckpointManifest manifest = world.manifests(jobId).get(checkpointId);
            World.check(manifest != null, "checkpoint %s, to start from, is gone", checkpointId);
            tell(
                    jobId,
                    simulation.diskFails()
                            ? new Event.ManifestUnreadable(checkpointId, false, "stale file handle")
                            : new Event.ManifestRead(manifest, ""));
        });
    }

    private void writeManifest(String jobId, CheckpointManifest manifest) {
        long id = manifest.getCheckpointId();
        if (simulation.diskFails()) {
            write("storage " + jobId, () -> {}, () -> tell(jobId, new Event.ManifestFailed(id, "disk quota exceeded")));
            return;
        }
        write(
                "storage " + jobId,
                () -> world.manifestWritten(manifest),
                () -> tell(jobId, new Event.ManifestWritten(id, "chk-" + id)));
    }

    private void writeSavepoint(String jobId, Effect.WriteSavepoint effect) {
        long id = effect.checkpointId();
        if (simulation.diskFails()) {
            write("savepoint " + jobId, () -> {}, () -> tell(jobId, new Event.SavepointFailed(id, "disk full")));
            return;
        }
        String location = effect.directory() + "/" + jobId + "-" + id;
        write(
                "savepoint " + jobId,
                () -> world.savepoint(jobId, id, location),
                () -> tell(jobId, new Event.SavepointWritten(id, location)));
    }

    private void tell(String jobId, Event event) {
        if (alive) {
            master.jobEvent(jobId, event, agenda.nowMs());
        }
    }

    private void write(String lane, Runnable onDisk, Runnable then) {
        Deque<Write> writes = lanes.computeIfAbsent(lane, name -> new ArrayDeque<>());
        writes.addLast(new Write(onDisk, then));
        if (writes.size() == 1) {
            agenda.in(simulation.diskDelayMs(), () -> doFirst(writes));
        }
    }

    private void doFirst(Deque<Write> writes) {
        if (!alive) {
            return;
        }
        Write write = writes.removeFirst();
        write.onDisk.run();
        if (!writes.isEmpty()) {
            agenda.in(simulation.diskDelayMs(), () -> doFirst(writes));
        }
        write.then.run();
    }

    @Override
    public void tellEnd(String jobId) {
        World.check(
                world.facts().get(jobId).status().isTerminal(),
                "the end of job %s is told before it is recorded",
                jobId);
    }

    @Override
    public void ended(String jobId, StoredReport report) {
        String state = report.getDetail().getSummary().getState();
        world.trace("job %s is told to be %s", jobId, state);
        World.check(
                world.facts().get(jobId).status().name().equals(state),
                "job is %s, recorded is %s",
                state,
                world.facts().get(jobId).status());
        world.reports().put(jobId, report);
    }
}
