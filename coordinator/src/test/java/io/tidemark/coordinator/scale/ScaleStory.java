package io.tidemark.coordinator.scale;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.cluster.ClusterTiming;
import io.tidemark.coordinator.cluster.Outside;
import io.tidemark.coordinator.cluster.WorkerRegistry;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobPolicy;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.JobState;
import io.tidemark.coordinator.job.JobViews;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.RunningJob;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskMetrics;
import io.tidemark.network.proto.TaskReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * One job on many workers, driven by hand through {@link ClusterMaster} and the job master in it: deployed, checkpointed, a worker
 * lost, deployed again. Four vertices, each connected all to all with the next, five slots a worker: twenty tasks a worker.
 *
 * <p>A function of the number of workers to what each chapter took: steps, messages, bytes, nanoseconds. Of JDK types only, as it is
 * also loaded by {@link CountingLoader}.
 */
public final class ScaleStory implements IntFunction<Map<String, long[]>> {
    static final int SLOTS_PER_WORKER = 5;
    static final int VERTICES = 4;

    private static final long EPOCH = 1;
    private static final String JOB = "job";

    private final Map<String, long[]> chapters = new LinkedHashMap<>();
    private final Hands hands = new Hands();
    private final ClusterMaster master = new ClusterMaster(EPOCH, new ClusterTiming(1_000, 1_000_000, 200, 0), hands);
    private final Map<String, Long> registrations = new HashMap<>();
    /** By worker the tasks that it was told to run. */
    private final Map<String, List<TaskId>> tasks = new TreeMap<>();

    private CheckpointManifest newest;
    private long nowMs = 1_000;
    private int attempt;

    @Override
    public Map<String, long[]> apply(int workers) {
        return new ScaleStory().tell(workers);
    }

    private Map<String, long[]> tell(int workers) {
        chapter("workers register", () -> {
            for (int worker = 0; worker < workers; worker++) {
                register(name(worker));
            }
        });
        chapter("deployment", () -> {
            master.add(spec(workers * SLOTS_PER_WORKER), JobFacts.fresh(), nowMs);
            runAll();
        });
        chapter("heartbeats of all", this::beatAll);
        chapter("a tick", () -> master.tick(++nowMs));
        chapter("a checkpoint", this::checkpoint);
        chapter("a look at the job", () -> {
            hands.messages++;
            hands.bytes += JobViews.detail(master.job(JOB).orElseThrow()).getSerializedSize();
        });
        chapter("a worker is lost", () -> {
            // Its process is started again, so that there are enough slots.
            tasks.remove(name(workers / 2));
            register(name(workers / 2));
            answerAll();
            reportAll("CANCELLED");
            master.tick(nowMs += 1_000);
            runAll();
        });
        chapter("the job is cancelled", () -> {
            master.cancel(JOB, nowMs);
            answerAll();
            reportAll("CANCELLED");
            answerAll();
            require(master.job(JOB).isEmpty(), "it has ended");
        });
        return chapters;
    }

    private void chapter(String name, Runnable doing) {
        hands.messages = 0;
        hands.bytes = 0;
        long steps = Steps.taken;
        long startNs = System.nanoTime();
        doing.run();
        long tookNs = System.nanoTime() - startNs;
        chapters.put(name, new long[] {Steps.taken - steps, hands.messages, hands.bytes, tookNs});
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("not so: " + what);
        }
    }

    private static String name(int worker) {
        return String.format("worker-%05d", worker);
    }

    private static JobSpec spec(int parallelism) {
        Plans plan = new Plans();
        for (int vertex = 1; vertex <= VERTICES; vertex++) {
            plan.node(vertex, "vertex " + vertex, parallelism);
            if (vertex > 1) {
                plan.edge(vertex - 1, vertex, Partitioning.HASH);
            }
        }
        JobPolicy policy =
                new JobPolicy(new CheckpointTiming(10_000, 0, 600_000, 0), 3, 2, -1, 3, 100, 10_000, 3_000, 600_000);
        ExecutionGraph graph = ExecutionGraph.of(
                plan.build().toBuilder().setMaxParallelism(32_768).build());
        return new JobSpec(JOB, 1_000, graph, "", 0, "/checkpoints", policy);
    }

    private void register(String worker) {
        hands.messages++;
        registrations.put(
                worker,
                master.register(
                                RegisterWorkerRequest.newBuilder()
                                        .setWorkerId(worker)
                                        .setGrpcAddress(worker + ".cluster.local:7412")
                                        .setDataAddress(worker + ".cluster.local:7413")
                                        .setSlots(SLOTS_PER_WORKER)
                                        .build(),
                                nowMs)
                        .getRegistration());
    }

    // ---------------------------------------------------------------------------------------- what workers do

    /** From the deployment that is due to running tasks. */
    private void runAll() {
        tasks.clear();
        answerAll();
        require(
                tasks.size() == registrations.size(),
                "every worker has tasks, and the job is no longer "
                        + master.job(JOB).orElseThrow().state());
        attempt = tasks.values().iterator().next().get(0).getAttempt();
        reportAll("DEPLOYED");
        answerAll();
        reportAll("RUNNING");
        answerAll();
        require(master.job(JOB).orElseThrow().state() == JobState.RUNNING, "the job runs");
    }

    /** Takes calls and does writes until there are none. */
    private void answerAll() {
        while (!hands.todo.isEmpty()) {
            hands.todo.removeFirst().run();
        }
    }

    /** Task by task, as workers do. */
    private void reportAll(String state) {
        tasks.forEach((worker, ids) -> ids.forEach(id -> {
            hands.messages++;
            master.reportTasks(
                    ReportTasksRequest.newBuilder()
                            .setWorkerId(worker)
                            .setEpoch(EPOCH)
                            .addTasks(TaskReport.newBuilder().setTask(id).setState(state))
                            .build(),
                    nowMs);
        }));
    }

    private void beatAll() {
        tasks.forEach((worker, ids) -> {
            HeartbeatRequest.Builder beat = HeartbeatRequest.newBuilder()
                    .setWorkerId(worker)
                    .setEpoch(EPOCH)
                    .setRegistration(registrations.get(worker))
                    .addRunning(RunningJob.newBuilder().setJobId(JOB).setAttempt(attempt));
            ids.forEach(id -> beat.addMetrics(TaskMetrics.newBuilder()
                    .setJobId(JOB)
                    .setAttempt(attempt)
                    .setVertex(id.getVertex())
                    .setSubtask(id.getSubtask())
                    .setRecordsIn(1_000)));
            hands.messages++;
            hands.bytes += beat.build().getSerializedSize();
            require(master.heartbeat(beat.build(), nowMs).getCancelCount() == 0, "nothing is to end");
        });
    }

    private void checkpoint() {
        nowMs += 10_000;
        master.tick(nowMs);
        answerAll();
        tasks.forEach((worker, ids) -> ids.forEach(id -> {
            TaskSnapshot snapshot = snapshot(id);
            AckCheckpointRequest ack = AckCheckpointRequest.newBuilder()
                    .setWorkerId(worker)
                    .setEpoch(EPOCH)
                    .setTask(id)
                    .setCheckpointId(1)
                    .setTaskSnapshot(snapshot.toByteString())
                    .build();
            hands.messages++;
            hands.bytes += ack.getSerializedSize();
            master.ackCheckpoint(ack, snapshot, nowMs);
        }));
        answerAll();
        require(newest != null, "there is a checkpoint");
        hands.bytes += newest.getSerializedSize();
    }

    private TaskSnapshot snapshot(TaskId id) {
        return TaskSnapshot.newBuilder()
                .setParallelism(registrations.size() * SLOTS_PER_WORKER)
                .setVertex(id.getVertex())
                .setSubtask(id.getSubtask())
                .addOperators(OperatorSnapshot.newBuilder()
                        .setUid("uid-" + id.getVertex())
                        .setKeyed(KeyedStateHandle.newBuilder()
                                .addFiles(StoreFile.newBuilder()
                                        .setFile(FileRef.newBuilder()
                                                .setSha256(String.format(
                                                        "%064x", id.getVertex() * 1_000_000L + id.getSubtask()))
                                                .setBytes(1 << 20)))))
                .build();
    }

    /** Answers everything, once it is asked to. */
    private final class Hands implements Outside {
        private final Deque<Runnable> todo = new ArrayDeque<>();
        private long messages;
        private long bytes;

        @Override
        public void call(WorkerRegistry.Worker worker, long callId, WorkerCall call) {
            messages++;
            bytes += call.request().getSerializedSize();
            if (call.kind() == WorkerCall.Kind.DEPLOY) {
                List<TaskId> ids = new ArrayList<>();
                for (TaskDescriptor task : ((DeployRequest) call.request()).getTasksList()) {
                    ids.add(task.getTask());
                }
                tasks.put(worker.workerId(), ids);
            }
            todo.addLast(() -> master.callDone(worker.workerId(), callId, nowMs));
        }

        @Override
        public void perform(String jobId, Effect effect) {
            switch (effect.kind()) {
                case PERSIST -> todo.addLast(() -> answer(new Event.Persisted(((Effect.Persist) effect).version())));
                case WRITE_MANIFEST ->
                    todo.addLast(() -> {
                        newest = ((Effect.WriteManifest) effect).manifest();
                        answer(new Event.ManifestWritten(newest.getCheckpointId(), "chk"));
                    });
                case READ_MANIFEST -> todo.addLast(() -> answer(new Event.ManifestRead(newest, "chk")));
                case CLEAN_UP -> todo.addLast(() -> answer(new Event.CleanedUp("")));
                default -> throw new IllegalStateException("not in this story: " + effect);
            }
        }

        private void answer(Event event) {
            master.jobEvent(JOB, event, nowMs);
        }

        @Override
        public void workersKnown(List<String> workerIds) {}

        @Override
        public void workerGone(WorkerRegistry.Worker worker) {}

        @Override
        public void note(String jobId, String line) {}

        @Override
        public void tellEnd(String jobId) {}

        @Override
        public void ended(String jobId, StoredReport report) {}
    }
}
