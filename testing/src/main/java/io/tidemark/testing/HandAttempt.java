package io.tidemark.testing;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.operator.CustomPartitioner;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.InputEdgeDescriptor;
import io.tidemark.network.proto.OutputEdgeDescriptor;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.worker.chain.ChainSetup;
import io.tidemark.worker.chain.OperatorChain;
import io.tidemark.worker.chain.OperatorFacts;
import io.tidemark.worker.chain.OperatorSetup;
import io.tidemark.worker.chain.OutputEdge;
import io.tidemark.worker.chain.RestoredOperator;
import io.tidemark.worker.operator.BuiltInOperators;
import io.tidemark.worker.task.GateSnapshots;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskFacts;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * One life of a harness's tasks: made as a worker makes them from what the coordinator asks for, each operator a task of its
 * own, and stepped in turn.
 */
final class HandAttempt {
    private static final int MAX_ROUNDS = 10_000_000;

    /** Outputs are asked for room after every record and timer. */
    private static final int CHECK_EVERY = 1;

    /**
     * What outlives an attempt.
     *
     * @param storage where snapshots go
     * @param directory of the attempts
     * @param feeds of the inputs, by input and subtask
     * @param outputs by output
     */
    record Surroundings(
            HandClock clock,
            CheckpointStorage storage,
            Path directory,
            NativeMemory nativeMemory,
            CacheBudget budget,
            Map<Integer, List<Feed>> feeds,
            Map<Integer, OutputLog> outputs,
            boolean refusesEveryOtherTime) {}

    private final Surroundings surroundings;
    private final DeployRequest request;
    private final CheckpointStorage restoreFiles;
    private final List<WatermarkDeclaration> watermarks;
    private final Configuration configuration;
    private final Placements placements;
    private final ClassLoader loader;
    private final HandListener listener = new HandListener();
    /** By edge, producer and consumer. */
    private final Map<List<Integer>, HandChannel> channels = new HashMap<>();

    private final List<Task> tasks = new ArrayList<>();

    /**
     * @param restoreFiles where the files of the restored snapshot are
     * @param before the attempt that is restored right where it was; null for none
     */
    HandAttempt(
            Surroundings surroundings,
            DeployRequest request,
            List<WatermarkDeclaration> watermarks,
            CheckpointStorage restoreFiles,
            HandAttempt before) {
        this.surroundings = surroundings;
        this.request = request;
        this.watermarks = watermarks;
        this.restoreFiles = restoreFiles;
        this.configuration = Configuration.of(request.getConfigurationMap());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        this.loader = context == null ? HandAttempt.class.getClassLoader() : context;
        try {
            this.placements = Placements.of(request);
            request.getTasksList().forEach(this::makeChannels);
            if (before != null) {
                channels.forEach((place, channel) -> channel.goOnFrom(before.channels.get(place)));
            }
            for (TaskDescriptor task : request.getTasksList()) {
                tasks.add(task(task));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        tasks.forEach(Task::start);
    }

    // ------------------------------------------------------------------------------------ assembly

    private void makeChannels(TaskDescriptor task) {
        OutputLog log = outputLog(task);
        for (InputEdgeDescriptor input : task.getInputsList()) {
            for (int producer : producers(task, input)) {
                List<Integer> place =
                        channel(input.getEdge(), producer, task.getTask().getSubtask());
                channels.put(
                        place,
                        new HandChannel(
                                "channel " + place,
                                read(input.getSerializer().toByteArray(), TypeSerializer.class),
                                surroundings.refusesEveryOtherTime(),
                                log == null ? HandChannel.Room.UNLIMITED : log));
            }
        }
    }

    private OutputLog outputLog(TaskDescriptor task) {
        OperatorSpec spec = spec(task.getOperators(0).getNode());
        return spec instanceof OperatorSpec.CustomSpec custom && custom.factory() instanceof TestOutput.Place place
                ? surroundings.outputs().get(place.output())
                : null;
    }

    private static List<Integer> channel(PlanEdgeProto edge, int producer, int consumer) {
        return List.of(edge.getId(), producer, consumer);
    }

    private List<Integer> producers(TaskDescriptor task, InputEdgeDescriptor input) {
        return placements
                .peers(
                        input.getEdge(),
                        task.getTask().getSubtask(),
                        input.getProducerVertex(),
                        input.getProducerParallelism())
                .stream()
                .map(Placements.Peer::subtask)
                .toList();
    }

    private OperatorSpec spec(PlanNodeProto node) {
        return PlanObjects.read(node.getOperator().toByteArray(), OperatorSpec.class, loader);
    }

    @SuppressWarnings("unchecked")
    private <T> T read(byte[] bytes, Class<?> type) {
        return (T) PlanObjects.read(bytes, type, loader);
    }

    private Task task(TaskDescriptor descriptor) throws IOException {
        PlanNodeProto node = descriptor.getOperators(0).getNode();
        int subtask = descriptor.getTask().getSubtask();
        TaskSnapshot restore =
                descriptor.getRestoreCount() == 0 ? null : TaskSnapshot.parseFrom(descriptor.getRestore(0));
        ChainSetup setup = new ChainSetup(
                new ChainSetup.Where(
                        request.getJobId(),
                        request.getJobName(),
                        request.getAttempt(),
                        subtask,
                        descriptor.getParallelism(),
                        descriptor.getMaxParallelism()),
                node.getInputsCount(),
                List.of(operator(descriptor, node, restore)),
                List.of(),
                exits(descriptor),
                configuration,
                watermarks,
                loader);
        OperatorChain chain = new OperatorChain(setup, surroundings.clock(), Long.MAX_VALUE / 2, CHECK_EVERY);
        TaskInput input = input(descriptor);
        if (restore != null) {
            chain.restore(restore);
            if (input != null) {
                input.restore(
                        restore.getGatesList().stream().map(GateSnapshots::read).toList());
            }
        }
        return new Task(
                new TaskIdentity(
                        request.getJobId(),
                        request.getAttempt(),
                        descriptor.getTask().getVertex(),
                        subtask,
                        descriptor.getName(),
                        descriptor.getParallelism(),
                        descriptor.getMaxParallelism()),
                chain,
                input,
                surroundings.clock(),
                surroundings.storage(),
                Runnable::run,
                listener,
                loader);
    }

    private OperatorSetup operator(TaskDescriptor task, PlanNodeProto node, TaskSnapshot restore) throws IOException {
        List<KeySpec<Object, Object>> keys = new ArrayList<>();
        KeySpec<Object, Object> key = null;
        for (PlanInputProto input : node.getInputsList()) {
            KeySpec<Object, Object> one = input.getKeySpec().isEmpty()
                    ? null
                    : this.<KeySpec<Object, Object>>read(input.getKeySpec().toByteArray(), KeySpec.class);
            keys.add(one);
            key = key == null ? one : key;
        }
        RestoredOperator restored =
                restore == null ? RestoredOperator.NOTHING : RestoredOperator.of(restore.getOperatorsList());
        Map<String, Integer> sideOutputs = new HashMap<>();
        int outputCount = 1;
        for (PlanOutputProto output : node.getOutputsList()) {
            outputCount = Math.max(outputCount, output.getOrdinal() + 1);
            if (!output.getTagId().isEmpty()) {
                sideOutputs.put(output.getTagId(), output.getOrdinal());
            }
        }
        return new OperatorSetup(
                node.getId(),
                node.getUid(),
                node.getName(),
                operator(task, node, keys),
                keys,
                sideOutputs,
                outputCount,
                key == null ? null : store(task, node, key, restored),
                restored);
    }

    private Operator operator(TaskDescriptor task, PlanNodeProto node, List<KeySpec<Object, Object>> keys) {
        OperatorSpec spec = spec(node);
        if (spec instanceof OperatorSpec.SourceReaderSpec reader
                && reader.source() instanceof TestInput.Place<?> place) {
            return new InputOperator(surroundings.feeds().get(place.input()));
        }
        if (spec instanceof OperatorSpec.CustomSpec custom && custom.factory() instanceof TestOutput.Place place) {
            return new OutputOperator(surroundings.outputs().get(place.output()));
        }
        if (spec instanceof OperatorSpec.SourceEnumeratorSpec enumerator) {
            // The number of readers may have been changed since the plan was made.
            spec = new OperatorSpec.SourceEnumeratorSpec(
                    enumerator.source(), task.getOutputs(0).getConsumerParallelism());
        }
        return BuiltInOperators.create(spec, keys);
    }

    private KeyedStateStore store(
            TaskDescriptor task, PlanNodeProto node, KeySpec<Object, Object> key, RestoredOperator restored)
            throws IOException {
        int subtask = task.getTask().getSubtask();
        return KeyedStateStore.open(
                new StoreConfig(
                        surroundings.directory().resolve(request.getAttempt() + "-" + node.getId() + "-" + subtask),
                        node.getUid(),
                        KeyGroups.range(subtask, task.getParallelism(), task.getMaxParallelism()),
                        task.getMaxParallelism(),
                        key.serializer(),
                        surroundings.budget(),
                        surroundings.nativeMemory()),
                restored.keyed(),
                restoreFiles);
    }

    private List<ChainSetup.Exit> exits(TaskDescriptor task) {
        List<ChainSetup.Exit> exits = new ArrayList<>();
        int subtask = task.getTask().getSubtask();
        for (OutputEdgeDescriptor output : task.getOutputsList()) {
            PlanEdgeProto edge = output.getEdge();
            Partitioning partitioning = Partitioning.valueOf(edge.getPartitioning());
            Object partitioner = switch (partitioning) {
                case HASH -> this.<KeySpec<?, ?>>read(edge.getPartitioner().toByteArray(), KeySpec.class);
                case CUSTOM ->
                    this.<CustomPartitioner<?, ?>>read(edge.getPartitioner().toByteArray(), CustomPartitioner.class);
                case FORWARD, REBALANCE, BROADCAST, DIRECT -> null;
            };
            OutputEdge made = OutputEdge.create(
                    edge.getId(), partitioning, partitioner, subtask, output.getConsumerMaxParallelism());
            List<OutputChannel> ends = new ArrayList<>();
            placements
                    .peers(edge, subtask, output.getConsumerVertex(), output.getConsumerParallelism())
                    .forEach(peer -> ends.add(channels.get(channel(edge, subtask, peer.subtask()))));
            made.open(ends);
            TypeSerializer<Object> checked =
                    isHandoverChecked(task) ? read(output.getSerializer().toByteArray(), TypeSerializer.class) : null;
            exits.add(new ChainSetup.Exit(0, edge.getOutput(), made, checked));
        }
        return exits;
    }

    /**
     * Here each operator gets records of its own. In a job it may get the very objects that another one emitted, so nobody may
     * change those, unless the job has them copied. What a test puts in stays the test's.
     */
    private boolean isHandoverChecked(TaskDescriptor producer) {
        OperatorSpec spec = spec(producer.getOperators(0).getNode());
        boolean isOfTheTest =
                spec instanceof OperatorSpec.SourceReaderSpec reader && reader.source() instanceof TestInput.Place<?>;
        boolean sendsRecords = !(spec instanceof OperatorSpec.SourceEnumeratorSpec);
        return sendsRecords && !isOfTheTest && configuration.get(JobOptions.RECORD_HANDOVER) != RecordHandover.COPY;
    }

    private TaskInput input(TaskDescriptor task) {
        TreeMap<Integer, List<GateChannel>> byInput = new TreeMap<>();
        for (InputEdgeDescriptor input : task.getInputsList()) {
            for (int producer : producers(task, input)) {
                byInput.computeIfAbsent(input.getEdge().getInput(), missing -> new ArrayList<>())
                        .add(new GateChannel(
                                channels.get(channel(
                                        input.getEdge(),
                                        producer,
                                        task.getTask().getSubtask())),
                                input.getEdge().getId(),
                                input.getProducerVertex(),
                                input.getProducerName(),
                                producer));
            }
        }
        if (byInput.isEmpty()) {
            return null;
        }
        List<InputGate> gates = new ArrayList<>();
        byInput.forEach((ordinal, ends) -> gates.add(new InputGate(ordinal, ends)));
        return configuration.get(JobOptions.DETERMINISTIC)
                ? TaskInput.inOrder(gates, watermarks, Long.MAX_VALUE, false)
                : new TaskInput(gates, watermarks, BarrierAligner.NEVER, Long.MAX_VALUE);
    }

    // ------------------------------------------------------------------------------------ running

    int taskCount() {
        return tasks.size();
    }

    /** Steps all tasks in turn until none makes progress. */
    void run() {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            boolean progress = false;
            for (Task task : tasks) {
                progress |= task.step();
                listener.throwFailure();
            }
            if (!progress) {
                return;
            }
        }
        throw new AssertionError("the streams still make progress after " + MAX_ROUNDS
                + " rounds. A source that never pauses cannot be run to its end; give the test one that does.");
    }

    /** Has the barriers of a checkpoint flow, and gives the tasks' parts as far as they were taken. */
    List<TaskSnapshot> snapshot(long checkpointId) {
        for (int i = 0; i < tasks.size(); i++) {
            if (request.getTasks(i).getInputsCount() == 0) {
                tasks.get(i).triggerBarrier(checkpointId, surroundings.clock().nowMs());
            }
        }
        run();
        return listener.snapshots(checkpointId);
    }

    /** A checkpoint is given up, wherever its barriers are. */
    void abort(long checkpointId) {
        tasks.forEach(task -> task.checkpointAborted(checkpointId));
        run();
        listener.snapshots(checkpointId);
    }

    void complete(long checkpointId) {
        tasks.forEach(task -> task.checkpointComplete(checkpointId));
        run();
    }

    /** @throws IllegalStateException when a task has not come to its end, naming it */
    void requireEnded() {
        List<String> waiting = tasks.stream()
                .filter(task -> task.state() != TaskState.ENDED)
                .map(task -> task.identity().title())
                .toList();
        if (!waiting.isEmpty()) {
            throw new IllegalStateException("the job has not ended: " + String.join(", ", waiting)
                    + " still waits, for answers, for timers or for room.\nGive it that, then finish.");
        }
    }

    /** The job is done with this checkpoint. */
    void finish(long checkpointId) {
        tasks.forEach(task -> task.finish(checkpointId));
        run();
    }

    /** What can be said of an operator's subtasks now. */
    List<OperatorFacts> facts(String uid) {
        List<OperatorFacts> found = new ArrayList<>();
        for (Task task : tasks) {
            CompletableFuture<TaskFacts> facts = task.facts();
            task.step();
            facts.join().operators().stream()
                    .filter(operator -> operator.uid().equals(uid))
                    .forEach(found::add);
        }
        return found;
    }

    /** Ends all tasks as a crash would. */
    void stop() {
        for (Task task : tasks) {
            task.cancel();
            while (!task.isDone()) {
                task.step();
            }
        }
    }
}
