package io.tidemark.worker.task;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.ChannelSnapshot;
import io.tidemark.checkpoint.proto.GateSnapshot;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.InputSnapshot;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.LocalChannel;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.GateState;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.worker.chain.ChainSetup;
import io.tidemark.worker.chain.OperatorChain;
import io.tidemark.worker.chain.OperatorSetup;
import io.tidemark.worker.chain.OutputEdge;
import io.tidemark.worker.chain.RestoredOperator;
import io.tidemark.worker.chain.TaskClock;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.inflight.RestoredInFlight;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * One life of a small job of tasks stepped by hand: two source vertices read splits of numbered records, a vertex in the
 * middle counts them by key and says each count, sinks note what comes. It begins anew or from a checkpoint of an earlier
 * life, at any parallelism.
 */
final class SteppedJob {
    static final int KEY_GROUPS = 128;
    private static final long SPLIT = 1_000_000;
    private static final TypeSerializer<Long> LONGS = Types.LONG.createSerializer();

    private static final int FIRST_SOURCES = 0;
    private static final int SECOND_SOURCES = 1;
    private static final int COUNTERS = 2;
    private static final int SINKS = 3;
    private static final int VERTICES = 4;

    /**
     * What does not change from one life to the next.
     *
     * @param joins whether the second sources have an input of their own, or share that of the first
     * @param fan how many records some counts expand into, so that outputs overflow
     * @param bursts whether counts are said when event time has passed them, and not at once
     */
    record Shape(
            int splits,
            int recordsPerSplit,
            int keysPerSplit,
            boolean joins,
            int fan,
            Partitioning toSinks,
            int credit,
            long flushIntervalNs,
            long alignedTimeoutMs,
            long maxReadAheadBytes,
            boolean deterministic,
            boolean bursts) {

        /** One whose tasks take from their channels in turn, and say counts at once. */
        Shape(
                int splits,
                int recordsPerSplit,
                int keysPerSplit,
                boolean joins,
                int fan,
                Partitioning toSinks,
                int credit,
                long flushIntervalNs,
                long alignedTimeoutMs,
                long maxReadAheadBytes) {
            this(
                    splits,
                    recordsPerSplit,
                    keysPerSplit,
                    joins,
                    fan,
                    toSinks,
                    credit,
                    flushIntervalNs,
                    alignedTimeoutMs,
                    maxReadAheadBytes,
                    false,
                    false);
        }

        /** What the sinks must have noted in the end, whatever happened: a plain loop. */
        List<Long> expected() {
            List<Long> expected = new ArrayList<>();
            for (int split = 0; split < splits; split++) {
                for (int number = 0; number < recordsPerSplit; number++) {
                    long record = split * SPLIT + number;
                    for (int copy = 0; copy < copies(record); copy++) {
                        expected.add(counted(key(record), number / keysPerSplit + 1, copy));
                    }
                }
            }
            expected.sort(Comparator.naturalOrder());
            return expected;
        }

        long key(long record) {
            return record / SPLIT * SPLIT + record % SPLIT % keysPerSplit;
        }

        int copies(long record) {
            return record % 7 == 0 ? 1 + fan : 1;
        }
    }

    private static long counted(long key, long count, int copy) {
        return (key * 10_000 + count) * 100_000 + copy;
    }

    static long keyOfCounted(long value) {
        return value / 100_000 / 10_000;
    }

    /** The parts of a checkpoint by vertex, in order of subtasks. */
    record Checkpoint(List<List<TaskSnapshot>> byVertex) {
        boolean isUnaligned() {
            return byVertex.stream().flatMap(List::stream).anyMatch(TaskSnapshot::getUnaligned);
        }

        long inFlightParts() {
            return byVertex.stream()
                    .flatMap(List::stream)
                    .mapToLong(TaskSnapshot::getInFlightCount)
                    .sum();
        }
    }

    private final Shape shape;
    private final int[] parallelism;
    private final Random random;
    private final CheckpointStorage storage;
    private final Map<ChannelId, LocalChannel> channels = new HashMap<>();
    private final List<Task> tasks = new ArrayList<>();
    private final List<Runnable> starts = new ArrayList<>();
    private final List<Sink> sinks = new ArrayList<>();
    private final Map<Long, Map<Integer, Map<Integer, TaskSnapshot>>> acked = new HashMap<>();
    private final List<Long> declined = new ArrayList<>();
    private TaskFailure failure;

    /** How long a sink takes for a record. */
    private long sinkNsPerRecord;

    /** Goes on by itself whenever it is asked, at random, so that slices and chunks end anywhere. */
    private final class RandomClock implements TaskClock {
        private long nowNs;

        @Override
        public long nowMs() {
            return nowNs / 1_000_000;
        }

        @Override
        public long nanoTime() {
            nowNs += random.nextInt(4) == 0 ? random.nextInt(6_000_000) : 1_000;
            return nowNs;
        }
    }

    private final RandomClock clock = new RandomClock();

    /**
     * @param parallelism of the sources of each vertex, the counters and the sinks
     * @param from null for a fresh start
     */
    SteppedJob(Shape shape, int[] parallelism, Checkpoint from, Random random, CheckpointStorage storage)
            throws IOException {
        this.shape = shape;
        this.parallelism = new int[] {parallelism[0], parallelism[0], parallelism[1], parallelism[2]};
        this.random = random;
        this.storage = storage;
        for (int vertex = VERTICES - 1; vertex >= 0; vertex--) {
            for (int subtask = 0; subtask < this.parallelism[vertex]; subtask++) {
                build(vertex, subtask, from == null ? null : restored(vertex, subtask, from));
            }
        }
        starts.forEach(Runnable::run);
    }

    // ------------------------------------------------------------------------------------ operators

    private final class Splits implements Operator {
        private final int vertex;
        private final int subtask;
        private final List<Long> next = new ArrayList<>();
        private OperatorOutput output;
        private int turn;

        Splits(int vertex, int subtask) {
            this.vertex = vertex;
            this.subtask = subtask;
        }

        @Override
        public boolean isSource() {
            return true;
        }

        @Override
        public void open(OperatorContext context) {
            output = context.output();
            if (context.isRestored()) {
                next.addAll(context.restoredState("next", LONGS));
                return;
            }
            for (int split = vertex; split < shape.splits(); split += 2) {
                if (split / 2 % parallelism[vertex] == subtask) {
                    next.add(split * SPLIT);
                }
            }
        }

        @Override
        public boolean step() {
            for (int i = 0; i < 8 && !isFinished(); i++) {
                int at = shape.deterministic() ? leastFar() : turn++ % next.size();
                long record = next.get(at);
                if (record % SPLIT == shape.recordsPerSplit()) {
                    continue;
                }
                output.collect(0, record, record % SPLIT);
                next.set(at, record + 1);
                output.emitWatermark(
                        next.stream().mapToLong(one -> one % SPLIT).min().getAsLong() - 1);
                if (!output.hasRoom()) {
                    break;
                }
            }
            return true;
        }

        /** Follows from what is in the snapshot alone. */
        private int leastFar() {
            int least = 0;
            for (int i = 1; i < next.size(); i++) {
                least = next.get(i) % SPLIT < next.get(least) % SPLIT ? i : least;
            }
            return least;
        }

        @Override
        public boolean isFinished() {
            return next.stream().allMatch(record -> record % SPLIT == shape.recordsPerSplit());
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            throw new AssertionError();
        }

        @Override
        public void snapshot(OperatorStateWriter writer, long checkpointId) {
            writer.put("next", LONGS, next);
        }
    }

    private final class Counter implements Operator {
        private final int subtask;
        private final Map<Long, Long> counts = new TreeMap<>();

        /** What is said in the next advance. */
        private final ArrayDeque<Long> unsaid = new ArrayDeque<>();

        private OperatorContext context;

        Counter(int subtask) {
            this.subtask = subtask;
        }

        @Override
        public void open(OperatorContext opened) {
            context = opened;
            for (long count : opened.restoredState("counts", LONGS)) {
                if (ownerOf(count / 10_000) == subtask) {
                    counts.put(count / 10_000, count % 10_000);
                }
            }
            for (long counted : opened.restoredState("unsaid", LONGS)) {
                if (ownerOf(keyOfCounted(counted)) == subtask) {
                    unsaid.add(counted);
                }
            }
        }

        private int ownerOf(long key) {
            return KeyGroups.subtask(
                    KeyGroups.keyGroup(LONGS.hash(key), KEY_GROUPS), parallelism[COUNTERS], KEY_GROUPS);
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            long record = (Long) value;
            long key = shape.key(record);
            if (ownerOf(key) != subtask) {
                throw new AssertionError(record + " came to " + subtask + ", which does not own its key");
            }
            if (timestamp <= context.currentWatermark()) {
                throw new AssertionError(record + " is late: the watermark is " + context.currentWatermark());
            }
            long count = counts.merge(key, 1L, Long::sum);
            for (int copy = 0; copy < shape.copies(record); copy++) {
                if (shape.bursts()) {
                    unsaid.add(counted(key, count, copy));
                } else {
                    context.output().collect(0, counted(key, count, copy), timestamp);
                }
            }
        }

        @Override
        public boolean advance(long watermark) {
            while (!unsaid.isEmpty()) {
                context.output().collect(0, unsaid.poll(), watermark);
                if (!context.output().hasRoom()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void snapshot(OperatorStateWriter writer, long checkpointId) {
            List<Long> elements = new ArrayList<>();
            counts.forEach((key, count) -> elements.add(key * 10_000 + count));
            writer.put("counts", LONGS, elements);
            writer.put("unsaid", LONGS, List.copyOf(unsaid));
        }
    }

    private final class Sink implements Operator {
        private final List<Long> noted = new ArrayList<>();
        private long watermark = Long.MIN_VALUE;

        @Override
        public void open(OperatorContext context) {
            noted.addAll(context.restoredState("noted", LONGS));
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            clock.nowNs += sinkNsPerRecord;
            noted.add((Long) value);
        }

        @Override
        public boolean advance(long to) {
            watermark = to;
            return true;
        }

        @Override
        public void snapshot(OperatorStateWriter writer, long checkpointId) {
            writer.put("noted", LONGS, noted);
        }
    }

    private Operator operator(int vertex, int subtask) {
        if (vertex == COUNTERS) {
            return new Counter(subtask);
        }
        if (vertex == SINKS) {
            Sink sink = new Sink();
            sinks.add(sink);
            return sink;
        }
        return new Splits(vertex, subtask);
    }

    // ------------------------------------------------------------------------------------ building

    private record Edge(int id, int from, int to, int input, Partitioning partitioning) {}

    private List<Edge> edges() {
        return List.of(
                new Edge(0, FIRST_SOURCES, COUNTERS, 0, Partitioning.HASH),
                new Edge(1, SECOND_SOURCES, COUNTERS, shape.joins() ? 1 : 0, Partitioning.HASH),
                new Edge(2, COUNTERS, SINKS, 0, shape.toSinks()));
    }

    private KeySpec<Long, Long> key(Edge edge) {
        Shape with = shape;
        return new KeySpec<>(edge.to() == SINKS ? SteppedJob::keyOfCounted : with::key, LONGS);
    }

    @SuppressWarnings("unchecked")
    static TypeSerializer<Object> serializer() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();
    }

    private void build(int vertex, int subtask, TaskSnapshot restore) throws IOException {
        List<TaskSnapshot> restores = restore == null ? List.of() : List.of(restore);
        TaskInput input = input(vertex, subtask, restores);
        List<ChainSetup.Exit> exits = new ArrayList<>();
        for (Edge edge : edges()) {
            if (edge.from() == vertex) {
                Object partitioner = edge.partitioning() == Partitioning.HASH ? key(edge) : null;
                OutputEdge made = OutputEdge.create(edge.id(), edge.partitioning(), partitioner, subtask, KEY_GROUPS);
                List<OutputChannel> outputs = new ArrayList<>();
                for (int consumer = 0; consumer < parallelism[edge.to()]; consumer++) {
                    outputs.add(channels.get(new ChannelId("job", 0, edge.id(), subtask, consumer))
                            .output());
                }
                made.open(outputs);
                exits.add(new ChainSetup.Exit(0, 0, made, null));
            }
        }
        OperatorSetup setup = new OperatorSetup(
                vertex,
                "uid" + vertex,
                "op" + vertex,
                operator(vertex, subtask),
                List.of(),
                Map.of(),
                1,
                null,
                restore == null ? RestoredOperator.NOTHING : RestoredOperator.of(restore.getOperatorsList()));
        ChainSetup chainSetup = new ChainSetup(
                new ChainSetup.Where("job", "job", 0, subtask, parallelism[vertex], KEY_GROUPS),
                vertex == COUNTERS && shape.joins() ? 2 : input == null ? 0 : 1,
                List.of(setup),
                List.of(),
                exits,
                Configuration.empty(),
                getClass().getClassLoader());
        OperatorChain chain = new OperatorChain(chainSetup, clock, 2_000_000);
        if (restore != null) {
            chain.restore(restore);
            if (input != null) {
                input.restore(restore.getGatesList().stream()
                        .map(SteppedJob::gateState)
                        .toList());
            }
        }
        Task task = new Task(
                new TaskIdentity("job", 0, vertex, subtask, "v" + vertex, parallelism[vertex], KEY_GROUPS),
                chain,
                input,
                clock,
                storage,
                Runnable::run,
                new Ears(),
                getClass().getClassLoader());
        tasks.add(task);
        starts.add(task::start);
    }

    private TaskInput input(int vertex, int subtask, List<TaskSnapshot> restore) throws IOException {
        RestoredInFlight inFlight = new RestoredInFlight(
                restore, storage, KeyGroups.range(subtask, parallelism[vertex], KEY_GROUPS), KEY_GROUPS);
        TreeMap<Integer, List<GateChannel>> gates = new TreeMap<>();
        for (Edge edge : edges()) {
            if (edge.to() != vertex) {
                continue;
            }
            List<GateChannel> gate = gates.computeIfAbsent(edge.input(), missing -> new ArrayList<>());
            for (int producer = 0; producer < parallelism[edge.from()]; producer++) {
                ChannelId id = new ChannelId("job", 0, edge.id(), producer, subtask);
                LocalChannel channel = LocalChannel.create(id, shape.credit(), shape.flushIntervalNs());
                channels.put(id, channel);
                gate.add(GateChannel.logged(
                        channel.input(),
                        edge.id(),
                        edge.from(),
                        "v" + edge.from(),
                        producer,
                        inFlight.logOf(edge.id(), producer, serializer())));
            }
        }
        if (gates.isEmpty()) {
            return null;
        }
        List<InputGate> made = new ArrayList<>();
        for (Map.Entry<Integer, List<GateChannel>> gate : gates.entrySet()) {
            boolean hasKeys = vertex == COUNTERS || shape.toSinks() == Partitioning.HASH;
            List<GateChannel> all = new ArrayList<>(gate.getValue());
            all.addAll(inFlight.replays(gate.getKey(), hasKeys, 0, "earlier", serializer()));
            made.add(new InputGate(gate.getKey(), all));
        }
        Map<Integer, Integer> producers = new HashMap<>();
        edges().stream()
                .filter(edge -> edge.to() == vertex)
                .forEach(edge -> producers.put(edge.id(), parallelism[edge.from()]));
        return shape.deterministic()
                ? TaskInput.inOrder(made, List.of(), shape.maxReadAheadBytes(), inFlight.canTakeTurns(producers))
                : new TaskInput(made, shape.alignedTimeoutMs(), shape.maxReadAheadBytes());
    }

    private static GateState gateState(GateSnapshot gate) {
        return new GateState(
                gate.getInput(),
                gate.getWatermark(),
                gate.getIdle(),
                gate.getChannelsList().stream()
                        .map(channel -> new GateState.ChannelState(
                                channel.getEdge(),
                                channel.getProducer(),
                                channel.getWatermark(),
                                channel.getIdle(),
                                channel.getEnded()))
                        .toList());
    }

    // ------------------------------------------------------------------------------------ who starts from what

    private TaskSnapshot restored(int vertex, int subtask, Checkpoint from) {
        List<TaskSnapshot> before = from.byVertex().get(vertex);
        if (before.size() == parallelism[vertex]) {
            TaskSnapshot.Builder own = before.get(subtask).toBuilder();
            List<InFlightData> data = new ArrayList<>();
            for (boolean replays : new boolean[] {true, false}) {
                for (InFlightData one : own.getInFlightList()) {
                    if (one.getReplay() == replays) {
                        data.add(one.toBuilder()
                                .setReplay(one.getReplay() || !isThere(one.getEdge(), from))
                                .setOlder(one.getReplay())
                                .build());
                    }
                }
            }
            for (GateSnapshot.Builder gate : own.getGatesBuilderList()) {
                List<ChannelSnapshot> there = gate.getChannelsList().stream()
                        .filter(channel -> isThere(channel.getEdge(), from))
                        .toList();
                gate.clearChannels().addAllChannels(there);
            }
            return own.clearInFlight().addAllInFlight(data).build();
        }
        TaskSnapshot.Builder dealt = TaskSnapshot.newBuilder()
                .setSubtask(subtask)
                .setParallelism(parallelism[vertex])
                .setEnded(before.stream().allMatch(TaskSnapshot::getEnded));
        dealt.addOperators(operatorOf(vertex, subtask, before));
        dealGates(before, dealt);
        for (boolean replays : new boolean[] {true, false}) {
            for (TaskSnapshot task : before) {
                for (InFlightData one : task.getInFlightList()) {
                    boolean hasKeys = vertex == COUNTERS || shape.toSinks() == Partitioning.HASH;
                    boolean isMine =
                            hasKeys || (one.getProducer() + one.getConsumer()) % parallelism[vertex] == subtask;
                    if (one.getReplay() == replays && isMine) {
                        dealt.addInFlight(one.toBuilder().setReplay(true).setOlder(one.getReplay()));
                    }
                }
            }
        }
        return dealt.build();
    }

    private boolean isThere(int edgeId, Checkpoint from) {
        int producers = edges().get(edgeId).from();
        return from.byVertex().get(producers).size() == parallelism[producers];
    }

    private OperatorSnapshot operatorOf(int vertex, int subtask, List<TaskSnapshot> before) {
        List<OperatorSnapshot> all =
                before.stream().map(task -> task.getOperators(0)).toList();
        OperatorSnapshot.Builder operator = OperatorSnapshot.newBuilder()
                .setUid("uid" + vertex)
                .setWatermark(all.stream()
                        .mapToLong(OperatorSnapshot::getWatermark)
                        .min()
                        .getAsLong())
                .setAdvancingTo(all.stream()
                        .mapToLong(OperatorSnapshot::getAdvancingTo)
                        .min()
                        .getAsLong());
        for (NamedState first : all.get(0).getOwnList()) {
            operator.addOwn(own(vertex, subtask, first.getName(), all));
        }
        return operator.build();
    }

    private NamedState.Builder own(int vertex, int subtask, String name, List<OperatorSnapshot> all) {
        List<com.google.protobuf.ByteString> elements = new ArrayList<>();
        all.stream()
                .flatMap(one -> one.getOwnList().stream())
                .filter(state -> state.getName().equals(name))
                .forEach(state -> elements.addAll(state.getElementsList()));
        NamedState.Builder state = NamedState.newBuilder().setName(name);
        for (int i = 0; i < elements.size(); i++) {
            // Counters take their own keys of all counts; splits are dealt out; the first sink knows what all have
            // noted.
            boolean isMine = switch (vertex) {
                case COUNTERS -> true;
                case SINKS -> subtask == 0;
                default -> i % parallelism[vertex] == subtask;
            };
            if (isMine) {
                state.addElements(elements.get(i));
            }
        }
        return state;
    }

    private static void dealGates(List<TaskSnapshot> before, TaskSnapshot.Builder dealt) {
        TaskSnapshot first = before.get(0);
        for (int input : first.getEndedInputsList()) {
            if (before.stream().allMatch(task -> task.getEndedInputsList().contains(input))) {
                dealt.addEndedInputs(input);
            }
        }
        for (int i = 0; i < first.getInputsCount(); i++) {
            int at = i;
            dealt.addInputs(InputSnapshot.newBuilder()
                    .setInput(first.getInputs(i).getInput())
                    .setWatermark(before.stream()
                            .mapToLong(task -> task.getInputs(at).getWatermark())
                            .min()
                            .getAsLong())
                    .setEnded(
                            before.stream().allMatch(task -> task.getInputs(at).getEnded())));
        }
        for (int i = 0; i < first.getGatesCount(); i++) {
            int at = i;
            dealt.addGates(GateSnapshot.newBuilder()
                    .setInput(first.getGates(i).getInput())
                    .setWatermark(before.stream()
                            .mapToLong(task -> task.getGates(at).getWatermark())
                            .min()
                            .getAsLong()));
        }
    }

    // ------------------------------------------------------------------------------------ what happens

    private final class Ears implements TaskListener {
        @Override
        public void onState(Task task, TaskState state) {}

        @Override
        public void onFailed(Task task, TaskFailure cause) {
            failure = cause;
        }

        @Override
        public void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
            acked.computeIfAbsent(checkpointId, missing -> new TreeMap<>())
                    .computeIfAbsent(task.identity().vertex(), missing -> new TreeMap<>())
                    .put(task.identity().subtask(), snapshot);
        }

        @Override
        public void onDeclined(Task task, long checkpointId, TaskFailure cause) {
            declined.add(checkpointId);
        }

        @Override
        public void onBusy(Task task, long checkpointId) {
            declined.add(checkpointId);
        }

        @Override
        public void onFatal(Task task, Throwable error) {
            throw new AssertionError(error);
        }
    }

    List<Task> tasks() {
        return tasks;
    }

    void slowSinksTo(long nsPerRecord) {
        sinkNsPerRecord = nsPerRecord;
    }

    /** Steps every task once. */
    void sweep() {
        tasks.forEach(this::step);
    }

    List<Task> sources() {
        return tasks.stream()
                .filter(task -> task.identity().vertex() <= SECOND_SOURCES)
                .toList();
    }

    void step(Task task) {
        task.step();
        if (failure != null) {
            throw new AssertionError(failure.cause() + "\n" + failure.stackTrace());
        }
    }

    void trigger(long checkpointId) {
        trigger(checkpointId, BarrierPurpose.CHECKPOINT);
    }

    void trigger(long checkpointId, BarrierPurpose purpose) {
        sources().forEach(task -> task.triggerBarrier(checkpointId, 0, purpose));
    }

    void unalign(long checkpointId) {
        tasks.forEach(task -> task.unalign(checkpointId));
    }

    /** How far the clock of all tasks is. */
    long nowNs() {
        return clock.nowNs;
    }

    void unalignInBursts(long checkpointId) {
        tasks.forEach(task -> task.unalignInBurst(checkpointId));
    }

    void abort(long checkpointId) {
        tasks.forEach(task -> task.checkpointAborted(checkpointId));
    }

    boolean isDeclined(long checkpointId) {
        return declined.contains(checkpointId);
    }

    Task firstSink() {
        return tasks.stream()
                .filter(task -> task.identity().vertex() == SINKS)
                .findFirst()
                .orElseThrow();
    }

    /** The first counter. */
    Task counter() {
        return tasks.stream()
                .filter(task -> task.identity().vertex() == COUNTERS)
                .findFirst()
                .orElseThrow();
    }

    /** The first counter's part of a checkpoint, once it has given it; else null. */
    TaskSnapshot counterPart(long checkpointId) {
        return acked.getOrDefault(checkpointId, Map.of())
                .getOrDefault(COUNTERS, Map.of())
                .get(0);
    }

    /** The checkpoint, once every task has given its part; else null. */
    Checkpoint complete(long checkpointId) {
        Map<Integer, Map<Integer, TaskSnapshot>> parts = acked.getOrDefault(checkpointId, Map.of());
        List<List<TaskSnapshot>> byVertex = new ArrayList<>();
        for (int vertex = 0; vertex < VERTICES; vertex++) {
            Map<Integer, TaskSnapshot> ofVertex = parts.getOrDefault(vertex, Map.of());
            if (ofVertex.size() < parallelism[vertex]) {
                return null;
            }
            byVertex.add(List.copyOf(ofVertex.values()));
        }
        return new Checkpoint(byVertex);
    }

    boolean isEnded() {
        return tasks.stream().allMatch(task -> task.state() == TaskState.ENDED);
    }

    /** What every sink has noted, in order. */
    List<List<Long>> noted() {
        return sinks.stream().map(sink -> sink.noted).toList();
    }

    /** How far event time has come at every sink in this life. */
    List<Long> sinkWatermarks() {
        return sinks.stream().map(sink -> sink.watermark).toList();
    }

    /** Whether all sources of the second vertex have come to their end. */
    boolean haveSecondSourcesEnded() {
        return tasks.stream()
                .filter(task -> task.identity().vertex() == SECOND_SOURCES)
                .allMatch(task -> task.state() == TaskState.ENDED);
    }

    void cancel() {
        tasks.forEach(Task::cancel);
        tasks.forEach(Task::step);
    }
}
