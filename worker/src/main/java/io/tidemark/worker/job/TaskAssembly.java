package io.tidemark.worker.job;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.operator.CustomPartitioner;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.channel.LocalChannel;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.GateState;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.proto.InputEdgeDescriptor;
import io.tidemark.network.proto.OperatorDescriptor;
import io.tidemark.network.proto.OutputEdgeDescriptor;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.worker.chain.ChainSetup;
import io.tidemark.worker.chain.OperatorChain;
import io.tidemark.worker.chain.OperatorSetup;
import io.tidemark.worker.chain.OutputEdge;
import io.tidemark.worker.chain.RestoredOperator;
import io.tidemark.worker.inflight.RestoredInFlight;
import io.tidemark.worker.operator.BuiltInOperators;
import io.tidemark.worker.task.GateSnapshots;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes one task from its descriptor: operators read in the job's class loader, keyed state restored, input channels open.
 * Runs on the deployment pool. What it opened is closed again when it fails.
 */
final class TaskAssembly {
    private static final long SLICE_NS = 2_000_000;
    private static final int LOCAL_CREDIT_BATCHES = 4;
    private static final int REMOTE_CREDIT_BUFFERS = 8;
    static final long FLUSH_INTERVAL_NS = 5_000_000;

    private final WorkerParts worker;
    private final TaskDescriptor descriptor;
    private final String jobName;
    private final Configuration configuration;
    private final List<WatermarkDeclaration> watermarks;
    private final ClassLoader loader;
    private final CheckpointStorage storage;
    private final CheckpointStorage restoreFiles;
    private final Path directory;
    private final LocalChannels localChannels;
    private final Placements placements;
    private final TaskIdentity identity;
    private final RecordHandover handover;
    private final List<TaskSnapshot> restore = new ArrayList<>();
    private final List<KeyedStateStore> stores = new ArrayList<>();
    private final List<InputChannel> inputs = new ArrayList<>();
    private final List<OutputEdge> edges = new ArrayList<>();

    /**
     * @param watermarks all that the job declares
     * @param storage takes the task's part of checkpoints
     * @param restoreFiles holds the files of the checkpoint that the task starts from
     */
    TaskAssembly(
            WorkerParts worker,
            TaskDescriptor descriptor,
            String jobName,
            Configuration configuration,
            List<WatermarkDeclaration> watermarks,
            ClassLoader loader,
            CheckpointStorage storage,
            CheckpointStorage restoreFiles,
            Path directory,
            LocalChannels localChannels,
            Placements placements) {
        this.worker = worker;
        this.descriptor = descriptor;
        this.jobName = jobName;
        this.configuration = configuration;
        this.watermarks = watermarks;
        this.loader = loader;
        this.storage = storage;
        this.restoreFiles = restoreFiles;
        this.directory = directory;
        this.localChannels = localChannels;
        this.placements = placements;
        this.identity = identity(descriptor);
        this.handover = configuration.get(JobOptions.RECORD_HANDOVER);
    }

    static TaskIdentity identity(TaskDescriptor descriptor) {
        return new TaskIdentity(
                descriptor.getTask().getJobId(),
                descriptor.getTask().getAttempt(),
                descriptor.getTask().getVertex(),
                descriptor.getTask().getSubtask(),
                descriptor.getName(),
                descriptor.getParallelism(),
                descriptor.getMaxParallelism());
    }

    /** Where a task keeps its state, inside the directory of its attempt. */
    static Path directoryOf(Path attempt, TaskIdentity identity) {
        return attempt.resolve(identity.vertex() + "-" + identity.subtask());
    }

    Task build(TaskListener listener) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader outer = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return assemble(listener);
        } catch (IOException | RuntimeException | LinkageError e) {
            stores.forEach(KeyedStateStore::close);
            inputs.forEach(InputChannel::close);
            throw e;
        } finally {
            thread.setContextClassLoader(outer);
        }
    }

    private Task assemble(TaskListener listener) throws IOException {
        for (var snapshot : descriptor.getRestoreList()) {
            restore.add(TaskSnapshot.parseFrom(snapshot));
        }
        List<OperatorSetup> operators = new ArrayList<>();
        Map<Integer, Integer> indexes = new HashMap<>();
        for (OperatorDescriptor operator : descriptor.getOperatorsList()) {
            indexes.put(operator.getNode().getId(), operators.size());
            operators.add(operator(operator.getNode(), operators.size()));
        }
        ChainSetup setup = new ChainSetup(
                new ChainSetup.Where(
                        identity.jobId(),
                        jobName,
                        identity.attempt(),
                        identity.subtask(),
                        identity.parallelism(),
                        identity.maxParallelism()),
                descriptor.getOperators(0).getNode().getInputsCount(),
                operators,
                links(indexes),
                exits(indexes),
                configuration,
                watermarks,
                loader);
        OperatorChain chain = new OperatorChain(setup, worker.clock(), SLICE_NS);
        TaskInput input = input();
        restore(chain, input);
        return new Task(identity, chain, input, worker.clock(), storage, worker.snapshots(), listener, loader);
    }

    // ------------------------------------------------------------------------------------ operators

    private OperatorSetup operator(PlanNodeProto node, int index) throws IOException {
        OperatorSpec spec = PlanObjects.read(node.getOperator().toByteArray(), OperatorSpec.class, loader);
        if (spec instanceof OperatorSpec.SourceEnumeratorSpec enumerator) {
            // The number of readers may have been changed since the plan was made.
            spec = new OperatorSpec.SourceEnumeratorSpec(
                    enumerator.source(), descriptor.getOutputs(0).getConsumerParallelism());
        }
        List<KeySpec<Object, Object>> keys = new ArrayList<>();
        KeySpec<Object, Object> firstKey = null;
        for (PlanInputProto input : node.getInputsList()) {
            KeySpec<Object, Object> key = input.getKeySpec().isEmpty()
                    ? null
                    : this.<KeySpec<Object, Object>>read(input.getKeySpec().toByteArray(), KeySpec.class);
            keys.add(key);
            firstKey = firstKey == null ? key : firstKey;
        }
        Map<String, Integer> sideOutputs = new HashMap<>();
        int outputCount = 1;
        for (PlanOutputProto output : node.getOutputsList()) {
            outputCount = Math.max(outputCount, output.getOrdinal() + 1);
            if (!output.getTagId().isEmpty()) {
                sideOutputs.put(output.getTagId(), output.getOrdinal());
            }
        }
        RestoredOperator restored = RestoredOperator.of(snapshotsOf(node.getUid()));
        KeyedStateStore store = firstKey == null ? null : store(node, index, firstKey, restored);
        return new OperatorSetup(
                node.getId(),
                node.getUid(),
                node.getName(),
                BuiltInOperators.create(spec, keys),
                keys,
                sideOutputs,
                outputCount,
                store,
                restored);
    }

    private List<OperatorSnapshot> snapshotsOf(String uid) {
        return restore.stream()
                .flatMap(snapshot -> snapshot.getOperatorsList().stream())
                .filter(operator -> operator.getUid().equals(uid))
                .toList();
    }

    private KeyedStateStore store(PlanNodeProto node, int index, KeySpec<Object, Object> key, RestoredOperator restored)
            throws IOException {
        StoreConfig config = new StoreConfig(
                directory.resolve(Integer.toString(index)),
                node.getUid(),
                KeyGroups.range(identity.subtask(), identity.parallelism(), identity.maxParallelism()),
                identity.maxParallelism(),
                key.serializer(),
                worker.cacheBudget(),
                worker.nativeMemory());
        KeyedStateStore store = KeyedStateStore.open(config, restored.keyed(), restoreFiles);
        stores.add(store);
        store.flushWith(worker.stateFlusher());
        return store;
    }

    @SuppressWarnings("unchecked")
    private <T> T read(byte[] bytes, Class<?> type) {
        return (T) PlanObjects.read(bytes, type, loader);
    }

    private TypeSerializer<Object> serializer(com.google.protobuf.ByteString bytes) {
        return read(bytes.toByteArray(), TypeSerializer.class);
    }

    private List<ChainSetup.Link> links(Map<Integer, Integer> indexes) {
        List<ChainSetup.Link> links = new ArrayList<>();
        for (OperatorDescriptor operator : descriptor.getOperatorsList()) {
            for (PlanEdgeProto edge : operator.getChainedInputsList()) {
                int from = indexes.get(edge.getSource());
                links.add(new ChainSetup.Link(
                        from,
                        edge.getOutput(),
                        indexes.get(edge.getTarget()),
                        edge.getInput(),
                        handover,
                        handover == RecordHandover.SHARE ? null : outputSerializer(from, edge.getOutput())));
            }
        }
        return links;
    }

    private TypeSerializer<Object> outputSerializer(int index, int ordinal) {
        return descriptor.getOperators(index).getNode().getOutputsList().stream()
                .filter(output -> output.getOrdinal() == ordinal)
                .findFirst()
                .map(output -> serializer(output.getSerializer()))
                .orElse(null);
    }

    // ------------------------------------------------------------------------------------ outputs

    private List<ChainSetup.Exit> exits(Map<Integer, Integer> indexes) {
        List<ChainSetup.Exit> exits = new ArrayList<>();
        for (OutputEdgeDescriptor output : descriptor.getOutputsList()) {
            PlanEdgeProto edge = output.getEdge();
            Partitioning partitioning = Partitioning.valueOf(edge.getPartitioning());
            OutputEdge made = OutputEdge.create(
                    edge.getId(),
                    partitioning,
                    partitioner(partitioning, edge),
                    identity.subtask(),
                    output.getConsumerMaxParallelism());
            edges.add(made);
            exits.add(new ChainSetup.Exit(
                    indexes.get(edge.getSource()),
                    edge.getOutput(),
                    made,
                    handover == RecordHandover.CHECK ? serializer(output.getSerializer()) : null));
        }
        return exits;
    }

    private Object partitioner(Partitioning partitioning, PlanEdgeProto edge) {
        byte[] bytes = edge.getPartitioner().toByteArray();
        return switch (partitioning) {
            case HASH -> read(bytes, KeySpec.class);
            case CUSTOM -> read(bytes, CustomPartitioner.class);
            case FORWARD, REBALANCE, BROADCAST, DIRECT -> null;
        };
    }

    /** Opens the channels of the edges out of the task; once the tasks at their other ends are deployed. */
    void openOutputs(long epoch) {
        for (int i = 0; i < edges.size(); i++) {
            OutputEdgeDescriptor output = descriptor.getOutputs(i);
            List<OutputChannel> channels = new ArrayList<>();
            for (Placements.Peer peer : placements.peers(
                    output.getEdge(),
                    identity.subtask(),
                    output.getConsumerVertex(),
                    output.getConsumerParallelism())) {
                ChannelId id = new ChannelId(
                        identity.jobId(),
                        identity.attempt(),
                        output.getEdge().getId(),
                        identity.subtask(),
                        peer.subtask());
                channels.add(
                        peer.dataAddress().isEmpty()
                                ? localChannels.output(id)
                                : worker.dataClient()
                                        .open(peer.dataAddress(), epoch, id, serializer(output.getSerializer())));
            }
            edges.get(i).open(channels);
        }
    }

    // ------------------------------------------------------------------------------------ inputs

    private TaskInput input() throws IOException {
        RestoredInFlight inFlight = new RestoredInFlight(
                restore,
                restoreFiles,
                KeyGroups.range(identity.subtask(), identity.parallelism(), identity.maxParallelism()),
                identity.maxParallelism());
        TreeMap<Integer, List<InputEdgeDescriptor>> edgesByInput = new TreeMap<>();
        for (InputEdgeDescriptor edge : descriptor.getInputsList()) {
            edgesByInput
                    .computeIfAbsent(edge.getEdge().getInput(), missing -> new ArrayList<>())
                    .add(edge);
        }
        List<InputGate> made = new ArrayList<>();
        for (Map.Entry<Integer, List<InputEdgeDescriptor>> input : edgesByInput.entrySet()) {
            List<GateChannel> channels = new ArrayList<>();
            for (InputEdgeDescriptor edge : input.getValue()) {
                channels.addAll(channels(edge, inFlight));
            }
            InputEdgeDescriptor first = input.getValue().get(0);
            channels.addAll(inFlight.replays(
                    input.getKey(),
                    hasKeys(input.getKey()),
                    first.getProducerVertex(),
                    first.getProducerName(),
                    serializer(first.getSerializer())));
            made.add(new InputGate(input.getKey(), channels));
        }
        inFlight.requireAllTaken();
        if (made.isEmpty()) {
            return null;
        }
        if (configuration.get(JobOptions.DETERMINISTIC)) {
            Map<Integer, Integer> producers = new HashMap<>();
            descriptor
                    .getInputsList()
                    .forEach(edge -> producers.put(edge.getEdge().getId(), edge.getProducerParallelism()));
            return TaskInput.inOrder(
                    made,
                    watermarks,
                    configuration.get(JobOptions.CHECKPOINT_READ_AHEAD),
                    inFlight.canTakeTurns(producers));
        }
        long alignedTimeoutMs = configuration
                .find(JobOptions.CHECKPOINT_ALIGNED_TIMEOUT)
                .map(Duration::toMillis)
                .orElse(BarrierAligner.NEVER);
        return new TaskInput(made, watermarks, alignedTimeoutMs, configuration.get(JobOptions.CHECKPOINT_READ_AHEAD));
    }

    private boolean hasKeys(int input) {
        return descriptor.getOperators(0).getNode().getInputsList().stream()
                .anyMatch(one -> one.getOrdinal() == input && !one.getKeySpec().isEmpty());
    }

    private List<GateChannel> channels(InputEdgeDescriptor edge, RestoredInFlight inFlight) throws IOException {
        boolean isLogged = mayBeReadAhead(Partitioning.valueOf(edge.getEdge().getPartitioning()));
        TypeSerializer<Object> ofLogs = isLogged ? serializer(edge.getSerializer()) : null;
        List<GateChannel> channels = new ArrayList<>();
        for (Placements.Peer peer : placements.peers(
                edge.getEdge(), identity.subtask(), edge.getProducerVertex(), edge.getProducerParallelism())) {
            int id = edge.getEdge().getId();
            channels.add(new GateChannel(
                    inputChannel(edge, peer),
                    id,
                    edge.getProducerVertex(),
                    edge.getProducerName(),
                    peer.subtask(),
                    isLogged ? inFlight.logOf(id, peer.subtask(), ofLogs) : null,
                    null));
        }
        return channels;
    }

    /** Whether what is on its way may be part of a checkpoint; else the edge is always aligned. */
    static boolean mayBeReadAhead(Partitioning partitioning) {
        return switch (partitioning) {
            case FORWARD, REBALANCE, HASH -> true;
            // What goes to all must have come to all, so that they have the same state; and what goes to a subtask of
            // somebody's choice must not find its way to another one.
            case BROADCAST, CUSTOM, DIRECT -> false;
        };
    }

    private InputChannel inputChannel(InputEdgeDescriptor edge, Placements.Peer peer) {
        ChannelId id = new ChannelId(
                identity.jobId(), identity.attempt(), edge.getEdge().getId(), peer.subtask(), identity.subtask());
        InputChannel input;
        if (peer.dataAddress().isEmpty()) {
            TypeSerializer<Object> copier = handover == RecordHandover.COPY ? serializer(edge.getSerializer()) : null;
            LocalChannel local = LocalChannel.create(id, LOCAL_CREDIT_BATCHES, FLUSH_INTERVAL_NS, copier);
            localChannels.put(id, local);
            input = local.input();
        } else {
            input = worker.dataServer().register(id, serializer(edge.getSerializer()), REMOTE_CREDIT_BUFFERS);
        }
        inputs.add(input);
        return input;
    }

    // ------------------------------------------------------------------------------------ restore

    private void restore(OperatorChain chain, TaskInput input) {
        if (restore.isEmpty()) {
            return;
        }
        List<GateState> gates = new ArrayList<>();
        for (TaskSnapshot snapshot : restore) {
            chain.restore(snapshot);
            snapshot.getGatesList().forEach(gate -> gates.add(GateSnapshots.read(gate)));
        }
        if (input != null) {
            input.restore(gates);
        }
    }
}
