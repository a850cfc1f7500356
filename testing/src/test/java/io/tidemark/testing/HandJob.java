package io.tidemark.testing;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.operator.CustomPartitioner;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanEdge;
import io.tidemark.api.plan.PlanInput;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.plan.PlanOutput;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.GateSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.channel.LocalChannel;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.worker.chain.ChainSetup;
import io.tidemark.worker.chain.OperatorChain;
import io.tidemark.worker.chain.OperatorSetup;
import io.tidemark.worker.chain.OutputEdge;
import io.tidemark.worker.chain.RestoredOperator;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.operator.BuiltInOperators;
import io.tidemark.worker.task.GateSnapshots;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskListener;
import io.tidemark.worker.task.TaskState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All tasks of a plan, stepped by hand in one thread. */
final class HandJob implements AutoCloseable {
    private static final int CREDIT_BATCHES = 4;
    private static final int MAX_ROUNDS = 1_000_000;

    /** What operators are joined by. */
    enum Edges {
        /** Calls, where they can share a task. */
        CHAINED,
        /** Queues of batches, each operator in a task of its own. */
        LOCAL,
        /** Bytes, each operator in a task of its own. */
        WIRE
    }

    /** Of all jobs of this process, since one may start from the checkpoint of another. Files are named by what they hold. */
    private static final Path CHECKPOINTS = checkpoints();

    private static Path checkpoints() {
        try {
            Path made = Files.createTempDirectory("hand-job-checkpoints");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    FileTree.delete(made);
                } catch (IOException e) {
                    // It is in the directory for temporary files.
                }
            }));
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final JobPlan plan;
    private final Edges joinedBy;
    private final HandClock clock = new HandClock(1_000);
    private final Path directory;
    private final NativeMemory nativeMemory = NativeMemory.create(64L << 20);
    private final CacheBudget budget = new CacheBudget(64L << 20);
    private final CheckpointStorage storage;
    private final Map<String, TaskSnapshot> from;
    private final Map<Integer, List<PlanNode>> vertices = new TreeMap<>();
    private final Map<ChannelId, InputChannel> inputs = new HashMap<>();
    private final Map<ChannelId, OutputChannel> outputs = new HashMap<>();
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Ears ears = new Ears();
    private final Map<String, TaskSnapshot> taken = new TreeMap<>();
    private long lastCheckpointId;

    HandJob(JobPlan plan, Edges joinedBy) throws IOException {
        this(plan, joinedBy, Map.of());
    }

    /** @param from what {@link #checkpoint} of an earlier one of the same plan gave; nothing for a fresh start */
    HandJob(JobPlan plan, Edges joinedBy, Map<String, TaskSnapshot> from) throws IOException {
        this.plan = plan;
        this.joinedBy = joinedBy;
        this.from = from;
        this.directory = Files.createTempDirectory("hand-job");
        this.storage = CheckpointStorage.directory(CHECKPOINTS, "job");
        cut();
        for (PlanEdge edge : plan.edges()) {
            if (!isChained(edge)) {
                makeChannels(edge);
            }
        }
        for (int vertex : vertices.keySet()) {
            for (int subtask = 0; subtask < parallelism(vertex); subtask++) {
                tasks.put(vertex + "-" + subtask, task(vertex, subtask));
            }
        }
        tasks.values().forEach(Task::start);
    }

    /** Hears what becomes of the tasks. */
    private final class Ears implements TaskListener {
        private TaskFailure failure;

        @Override
        public void onState(Task task, TaskState state) {}

        @Override
        public void onFailed(Task task, TaskFailure taskFailure) {
            failure = failure == null ? taskFailure : failure;
        }

        @Override
        public void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
            taken.put(task.identity().vertex() + "-" + task.identity().subtask(), snapshot);
        }

        @Override
        public void onDeclined(Task task, long checkpointId, TaskFailure cause) {
            throw new AssertionError("checkpoint " + checkpointId + " was declined: " + cause);
        }

        @Override
        public void onBusy(Task task, long checkpointId) {
            throw new AssertionError("snapshots are written at once here");
        }

        @Override
        public void onFatal(Task task, Throwable error) {
            throw new AssertionError("fatal", error);
        }
    }

    private PlanNode node(int id) {
        return plan.nodes().stream().filter(node -> node.id() == id).findFirst().orElseThrow();
    }

    private boolean isChained(PlanEdge edge) {
        return joinedBy == Edges.CHAINED
                && edge.partitioning() == Partitioning.FORWARD
                && node(edge.source()).chainable()
                && node(edge.target()).chainable()
                && plan.edges().stream()
                                .filter(other -> other.target() == edge.target())
                                .count()
                        == 1;
    }

    private void cut() {
        Map<Integer, Integer> vertexOf = new HashMap<>();
        for (PlanNode node : plan.nodes()) {
            int vertex = plan.edges().stream()
                    .filter(edge -> edge.target() == node.id() && isChained(edge))
                    .map(edge -> vertexOf.get(edge.source()))
                    .findFirst()
                    .orElse(node.id());
            vertexOf.put(node.id(), vertex);
            vertices.computeIfAbsent(vertex, missing -> new ArrayList<>()).add(node);
        }
    }

    private int parallelism(int vertex) {
        return node(vertex).parallelism();
    }

    private int vertexOf(int nodeId) {
        return vertices.entrySet().stream()
                .filter(entry -> entry.getValue().contains(node(nodeId)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private void makeChannels(PlanEdge edge) {
        for (int producer = 0; producer < node(edge.source()).parallelism(); producer++) {
            for (int consumer = 0; consumer < node(edge.target()).parallelism(); consumer++) {
                if (edge.partitioning() == Partitioning.FORWARD && producer != consumer) {
                    continue;
                }
                ChannelId id = new ChannelId("job", 0, edge.id(), producer, consumer);
                if (joinedBy == Edges.WIRE) {
                    WireChannel channel = new WireChannel(serializer(edge));
                    inputs.put(id, channel.input());
                    outputs.put(id, channel.output());
                } else {
                    LocalChannel channel = LocalChannel.create(id, CREDIT_BATCHES, 0);
                    inputs.put(id, channel.input());
                    outputs.put(id, channel.output());
                }
            }
        }
    }

    private TypeSerializer<Object> serializer(PlanEdge edge) {
        PlanOutput output = node(edge.source()).outputs().stream()
                .filter(one -> one.ordinal() == edge.output())
                .findFirst()
                .orElseThrow();
        return read(output.serializer(), TypeSerializer.class);
    }

    @SuppressWarnings("unchecked")
    private static <T> T read(byte[] bytes, Class<?> type) {
        return (T) PlanObjects.read(bytes, type, HandJob.class.getClassLoader());
    }

    private Task task(int vertex, int subtask) throws IOException {
        List<PlanNode> nodes = vertices.get(vertex);
        TaskSnapshot restore = from.get(vertex + "-" + subtask);
        List<OperatorSetup> operators = new ArrayList<>();
        for (PlanNode node : nodes) {
            operators.add(operator(node, subtask, restore));
        }
        List<ChainSetup.Link> links = new ArrayList<>();
        List<ChainSetup.Exit> exits = new ArrayList<>();
        for (PlanEdge edge : plan.edges()) {
            int source = nodes.indexOf(node(edge.source()));
            if (source < 0) {
                continue;
            }
            if (isChained(edge)) {
                links.add(new ChainSetup.Link(
                        source,
                        edge.output(),
                        nodes.indexOf(node(edge.target())),
                        edge.input(),
                        RecordHandover.SHARE,
                        null));
            } else {
                exits.add(new ChainSetup.Exit(source, edge.output(), outputEdge(edge, subtask), null));
            }
        }
        ChainSetup setup = new ChainSetup(
                new ChainSetup.Where("job", "job", 0, subtask, parallelism(vertex), plan.maxParallelism()),
                nodes.get(0).inputs().size(),
                operators,
                links,
                exits,
                Configuration.of(plan.configuration()),
                plan.watermarks(),
                getClass().getClassLoader());
        OperatorChain chain = new OperatorChain(setup, clock, Long.MAX_VALUE / 2);
        TaskInput input = input(nodes.get(0), subtask);
        if (restore != null) {
            chain.restore(restore);
            if (input != null) {
                input.restore(restore.getGatesList().stream()
                        .map((GateSnapshot gate) -> GateSnapshots.read(gate))
                        .toList());
            }
        }
        return new Task(
                new TaskIdentity("job", 0, vertex, subtask, "v" + vertex, parallelism(vertex), plan.maxParallelism()),
                chain,
                input,
                clock,
                storage,
                Runnable::run,
                ears,
                getClass().getClassLoader());
    }

    private OperatorSetup operator(PlanNode node, int subtask, TaskSnapshot restore) throws IOException {
        OperatorSpec spec = read(node.operator(), OperatorSpec.class);
        List<KeySpec<Object, Object>> keys = new ArrayList<>();
        KeySpec<Object, Object> key = null;
        for (PlanInput input : node.inputs()) {
            KeySpec<Object, Object> one = input.isKeyed() ? read(input.keySpec(), KeySpec.class) : null;
            keys.add(one);
            key = key == null ? one : key;
        }
        RestoredOperator restored = restore == null
                ? RestoredOperator.NOTHING
                : RestoredOperator.of(restore.getOperatorsList().stream()
                        .filter(operator -> operator.getUid().equals(node.uid()))
                        .toList());
        Map<String, Integer> sideOutputs = new HashMap<>();
        node.outputs().stream()
                .filter(output -> !output.tagId().isEmpty())
                .forEach(output -> sideOutputs.put(output.tagId(), output.ordinal()));
        return new OperatorSetup(
                node.id(),
                node.uid(),
                node.name(),
                BuiltInOperators.create(spec, keys),
                keys,
                sideOutputs,
                Math.max(1, node.outputs().size()),
                key == null ? null : store(node, subtask, key, restored),
                restored);
    }

    private KeyedStateStore store(PlanNode node, int subtask, KeySpec<Object, Object> key, RestoredOperator restored)
            throws IOException {
        return KeyedStateStore.open(
                new StoreConfig(
                        directory.resolve("store-" + node.id() + "-" + subtask),
                        node.uid(),
                        KeyGroups.range(subtask, node.parallelism(), plan.maxParallelism()),
                        plan.maxParallelism(),
                        key.serializer(),
                        budget,
                        nativeMemory),
                restored.keyed(),
                storage);
    }

    private OutputEdge outputEdge(PlanEdge edge, int subtask) {
        Object partitioner = switch (edge.partitioning()) {
            case HASH -> HandJob.<KeySpec<?, ?>>read(edge.partitioner(), KeySpec.class);
            case CUSTOM -> HandJob.<CustomPartitioner<?, ?>>read(edge.partitioner(), CustomPartitioner.class);
            case FORWARD, REBALANCE, BROADCAST, DIRECT -> null;
        };
        OutputEdge made =
                OutputEdge.create(edge.id(), edge.partitioning(), partitioner, subtask, plan.maxParallelism());
        List<OutputChannel> channels = new ArrayList<>();
        for (int consumer = 0; consumer < node(edge.target()).parallelism(); consumer++) {
            OutputChannel channel = outputs.get(new ChannelId("job", 0, edge.id(), subtask, consumer));
            if (channel != null) {
                channels.add(channel);
            }
        }
        made.open(channels);
        return made;
    }

    private TaskInput input(PlanNode head, int subtask) {
        TreeMap<Integer, List<GateChannel>> gates = new TreeMap<>();
        for (PlanEdge edge : plan.edges()) {
            if (edge.target() != head.id()) {
                continue;
            }
            int vertex = vertexOf(edge.source());
            for (int producer = 0; producer < node(edge.source()).parallelism(); producer++) {
                InputChannel channel = inputs.get(new ChannelId("job", 0, edge.id(), producer, subtask));
                if (channel != null) {
                    gates.computeIfAbsent(edge.input(), missing -> new ArrayList<>())
                            .add(new GateChannel(
                                    channel, edge.id(), vertex, node(vertex).name(), producer));
                }
            }
        }
        List<InputGate> made = new ArrayList<>();
        gates.forEach((input, channels) -> made.add(new InputGate(input, channels)));
        return made.isEmpty() ? null : new TaskInput(made, plan.watermarks(), BarrierAligner.NEVER, Long.MAX_VALUE);
    }

    // ------------------------------------------------------------------------------------ running

    /** Steps all tasks in turn until none makes progress. */
    void run() {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            boolean progress = false;
            for (Task task : tasks.values()) {
                progress |= task.step();
                if (ears.failure != null) {
                    throw new TaskFailedException(ears.failure);
                }
            }
            if (!progress) {
                return;
            }
        }
        throw new AssertionError("the job still makes progress after " + MAX_ROUNDS + " rounds");
    }

    /** Sets the wall clock and lets happen what is due by then. */
    void processingTime(long nowMs) {
        clock.set(nowMs);
        run();
    }

    /** Takes a checkpoint and gives each task's part, by task. */
    Map<String, TaskSnapshot> checkpoint() {
        lastCheckpointId++;
        taken.clear();
        tasks.values().stream()
                .filter(task -> node(task.identity().vertex()).inputs().isEmpty())
                .forEach(task -> task.triggerBarrier(lastCheckpointId, clock.nowMs()));
        run();
        return Map.copyOf(taken);
    }

    @Override
    public void close() throws IOException {
        for (Task task : tasks.values()) {
            task.cancel();
            while (!task.isDone()) {
                task.step();
            }
        }
        nativeMemory.close();
        FileTree.delete(directory);
    }
}
