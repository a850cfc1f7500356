package io.tidemark.testing;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.LateRecord;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.key.NumberKind;
import io.tidemark.checkpoint.proto.ChannelSnapshot;
import io.tidemark.checkpoint.proto.GateSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.GateState;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.worker.chain.ChainSetup;
import io.tidemark.worker.chain.GroupMember;
import io.tidemark.worker.chain.OperatorChain;
import io.tidemark.worker.chain.OperatorFacts;
import io.tidemark.worker.chain.OperatorSetup;
import io.tidemark.worker.chain.OutputEdge;
import io.tidemark.worker.chain.RestoredOperator;
import io.tidemark.worker.chain.Standstill;
import io.tidemark.worker.operator.BuiltInOperators;
import io.tidemark.worker.task.GateSnapshots;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskFacts;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One operator subtask, run by hand.
 *
 * <pre>{@code
 * try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(function))
 *         .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
 *         .open()) {
 *     harness.record("a1", 5);
 *     harness.watermark(10);
 *     assertThat(harness.take()).containsExactly("…@10", "WM(10)");
 * }
 * }</pre>
 *
 * <p>Every action is carried through to its end before it returns, but for {@link #enqueue} and what an output without room
 * holds up. As with {@link StreamHarness} the operator is snapshotted and restored after each action, and nothing may come of
 * that, unless a test says why it goes without ({@link Builder#withoutRestarts}). Here are the tests for which the public kit is
 * no place: those of the worker's own operators, of barriers, channels and steps, and of many subtasks.
 */
public final class OperatorHarness implements AutoCloseable {
    private static final int MAX_STEPS = 10_000_000;
    private static final String UID = "operator-under-test";

    /** How the operator under test is set up. */
    public static final class Builder {
        private final Supplier<Operator> operators;
        private final List<KeySpec<Object, Object>> keys = new ArrayList<>();
        private int unkeyedInputs;
        private int[] channels = {1};
        private final Map<String, Integer> sideOutputs = new LinkedHashMap<>();
        private Configuration configuration = Configuration.empty();
        private List<WatermarkDeclaration> watermarks = List.of();
        private long startMs;
        private boolean oneAtATime;
        private boolean restartsAtEveryStep = true;
        private long cacheBytes = 64L << 20;
        private int maxParallelism = 128;
        private int subtask;
        private int parallelism = 1;
        private Path checkpoints;

        private Builder(Supplier<Operator> operators) {
            this.operators = operators;
        }

        /** Keys the inputs by this, all of them alike. */
        @SuppressWarnings({"unchecked", "rawtypes"})
        public <T, K> Builder keyedBy(KeySelector<T, K> selector, TypeInformation<K> type) {
            TypeSerializer<K> serializer = type.createSerializer();
            keys.clear();
            keys.add((KeySpec) new KeySpec<>(selector, serializer));
            return this;
        }

        /** Leaves so many inputs, the last ones, without keys. */
        public Builder unkeyedInputs(int count) {
            unkeyedInputs = count;
            return this;
        }

        /** How many channels each input has; the number of arguments is that of inputs. None for an operator without. */
        public Builder channels(int... channelsByInput) {
            channels = channelsByInput.clone();
            return this;
        }

        /** Reads these side outputs. */
        public Builder sideOutputs(OutputTag<?>... tags) {
            for (OutputTag<?> tag : tags) {
                sideOutputs.put(tag.getId(), sideOutputs.size() + 1);
            }
            return this;
        }

        public Builder configuration(Configuration options) {
            configuration = options;
            return this;
        }

        /** By hand watermarks come at the ticks of the interval, so that a story reads the same wherever records stand in it. */
        private Configuration stepped() {
            return configuration.contains(JobOptions.AUTO_WATERMARK_WHEN_CAUGHT_UP)
                    ? configuration
                    : configuration.with(JobOptions.AUTO_WATERMARK_WHEN_CAUGHT_UP, false);
        }

        /** The watermarks that the job declares. */
        public Builder watermarks(WatermarkDeclaration... declarations) {
            watermarks = List.of(declarations);
            return this;
        }

        /** Where the wall clock stands at first. */
        public Builder startingAtMs(long nowMs) {
            startMs = nowMs;
            return this;
        }

        /** Lets the outputs take one record at a time, so that all long work is cut into slices of one. */
        public Builder takingOneAtATime() {
            oneAtATime = true;
            return this;
        }

        /**
         * Restores nothing after each action.
         *
         * @param why for those who read the test
         */
        public Builder withoutRestarts(String why) {
            if (why.isBlank()) {
                throw new IllegalArgumentException("say why this test goes without restarts");
            }
            restartsAtEveryStep = false;
            return this;
        }

        /** How many bytes of keyed state are kept as objects. */
        public Builder cacheBytes(long bytes) {
            cacheBytes = bytes;
            return this;
        }

        /** Which of several subtasks the operator is. */
        public Builder subtask(int ofSubtask, int ofParallelism) {
            subtask = ofSubtask;
            parallelism = ofParallelism;
            return this;
        }

        /** Where the files of snapshots go, so that another harness finds them there. */
        public Builder checkpointsIn(Path directory) {
            checkpoints = directory;
            return this;
        }

        /** Makes the operator and opens it. */
        public OperatorHarness open() {
            OperatorHarness harness = new OperatorHarness(this);
            harness.begin(null);
            return harness;
        }

        /** Makes the operator and opens it with its share of what all subtasks of another number had. */
        public OperatorHarness openRescaled(List<HarnessSnapshot> ofAllSubtasks) {
            OperatorHarness harness = new OperatorHarness(this);
            harness.begin(HarnessSnapshot.shareOf(ofAllSubtasks, subtask, parallelism));
            return harness;
        }
    }

    private final Builder setup;
    private final HandClock clock;
    private final Path directory;
    private final CheckpointStorage storage;
    private final NativeMemory nativeMemory;
    private final CacheBudget budget;
    private final List<List<Emitted>> emitted = new ArrayList<>();

    private final Set<List<Integer>> endedChannels = new HashSet<>();
    private HarnessSnapshot.Ears ears = new HarnessSnapshot.Ears();
    private List<List<HandInput>> inputs = List.of();
    private List<HandOutput> outputs = List.of();
    private Task task;
    private long lastCheckpointId;
    private int lives;
    /** How many records came whose key is a number. */
    private int numberKeys;

    private OperatorHarness(Builder setup) {
        this.setup = setup;
        this.clock = new HandClock(setup.startMs);
        try {
            this.directory = Files.createTempDirectory("operator-harness");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.storage = CheckpointStorage.directory(
                setup.checkpoints == null ? directory.resolve("checkpoints") : setup.checkpoints, "job");
        this.nativeMemory = NativeMemory.create(64L << 20);
        this.budget = new CacheBudget(setup.cacheBytes);
        for (int i = 0; i <= setup.sideOutputs.size(); i++) {
            emitted.add(new ArrayList<>());
        }
    }

    /** For an operator that the runtime makes from its description; written and read back, as in a job. */
    public static Builder of(OperatorSpec spec) {
        byte[] bytes = PlanObjects.write(spec, "the operator under test");
        Builder[] self = new Builder[1];
        self[0] = new Builder(() -> BuiltInOperators.create(
                PlanObjects.read(bytes, OperatorSpec.class, OperatorHarness.class.getClassLoader()), self[0].keys));
        return self[0];
    }

    /** For any operator; the supplier is asked again for each restart. */
    public static Builder of(Supplier<Operator> operators) {
        return new Builder(operators);
    }

    // ------------------------------------------------------------------------------------ its life

    private void begin(HarnessSnapshot from) {
        lives++;
        ears = new HarnessSnapshot.Ears();
        RestoredOperator restored = from == null
                ? RestoredOperator.NOTHING
                : RestoredOperator.of(from.task().getOperatorsList());
        Operator operator = setup.operators.get();
        List<ChainSetup.Exit> exits = new ArrayList<>();
        outputs = new ArrayList<>();
        for (int ordinal = 0; ordinal < emitted.size(); ordinal++) {
            HandOutput output = new HandOutput(emitted.get(ordinal), setup.oneAtATime);
            OutputEdge edge = OutputEdge.create(ordinal, Partitioning.FORWARD, null, 0, setup.maxParallelism);
            edge.open(List.of(output));
            outputs.add(output);
            exits.add(new ChainSetup.Exit(0, ordinal, edge, null));
        }
        KeySpec<Object, Object> key = setup.keys.isEmpty() ? null : setup.keys.get(0);
        List<KeySpec<Object, Object>> keys = new ArrayList<>();
        for (int i = 0; i < setup.channels.length; i++) {
            keys.add(isKeyed(i) ? key : null);
        }
        ChainSetup chainSetup = new ChainSetup(
                new ChainSetup.Where("job", "job", lives, setup.subtask, setup.parallelism, setup.maxParallelism),
                setup.channels.length,
                List.of(new OperatorSetup(
                        0,
                        UID,
                        "operator",
                        operator,
                        keys,
                        setup.sideOutputs,
                        emitted.size(),
                        key == null ? null : store(key, restored),
                        restored)),
                List.of(),
                exits,
                setup.stepped(),
                setup.watermarks,
                OperatorHarness.class.getClassLoader());
        OperatorChain chain = new OperatorChain(chainSetup, clock, Long.MAX_VALUE / 2, 1);
        TaskInput input = input();
        if (from != null) {
            restore(chain, input, from.task());
            repeatEnds(from.task());
        }
        task = new Task(
                new TaskIdentity("job", lives, 0, setup.subtask, "operator", setup.parallelism, setup.maxParallelism),
                chain,
                input,
                clock,
                storage,
                Runnable::run,
                ears,
                OperatorHarness.class.getClassLoader());
        task.start();
        run();
    }

    private KeyedStateStore store(KeySpec<Object, Object> key, RestoredOperator restored) {
        try {
            return KeyedStateStore.open(
                    new StoreConfig(
                            directory.resolve("life-" + lives),
                            UID,
                            KeyGroups.range(setup.subtask, setup.parallelism, setup.maxParallelism),
                            setup.maxParallelism,
                            key.serializer(),
                            budget,
                            nativeMemory),
                    restored.keyed(),
                    storage);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TaskInput input() {
        inputs = new ArrayList<>();
        List<InputGate> gates = new ArrayList<>();
        for (int input = 0; input < setup.channels.length; input++) {
            List<HandInput> hands = new ArrayList<>();
            List<GateChannel> channels = new ArrayList<>();
            for (int channel = 0; channel < setup.channels[input]; channel++) {
                HandInput hand = new HandInput();
                hands.add(hand);
                channels.add(new GateChannel(hand, input, input + 100, "upstream-" + input, channel));
            }
            inputs.add(hands);
            gates.add(new InputGate(input, channels));
        }
        return gates.isEmpty() ? null : new TaskInput(gates, setup.watermarks, BarrierAligner.NEVER, Long.MAX_VALUE);
    }

    private static void restore(OperatorChain chain, TaskInput input, TaskSnapshot snapshot) {
        chain.restore(snapshot);
        List<GateState> gates = new ArrayList<>();
        snapshot.getGatesList().forEach(gate -> gates.add(GateSnapshots.read(gate)));
        if (input != null) {
            input.restore(gates);
        }
    }

    /** Steps until nothing moves. */
    public void run() {
        for (int steps = 0; steps < MAX_STEPS; steps++) {
            boolean progress = task.step();
            if (ears.failure != null) {
                throw new TaskFailedException(ears.failure);
            }
            if (!progress) {
                return;
            }
        }
        throw new AssertionError("the operator still makes progress after " + MAX_STEPS + " steps");
    }

    /** One step; returns whether it made progress. */
    public boolean step() {
        boolean progress = task.step();
        if (ears.failure != null) {
            throw new TaskFailedException(ears.failure);
        }
        return progress;
    }

    private void act() {
        run();
        if (setup.restartsAtEveryStep && outputs.stream().noneMatch(HandOutput::isBlocked)) {
            restartIfItCan();
        }
    }

    /** Whether records of this key come to this subtask. */
    public boolean owns(Object value) {
        int keyGroup = KeyGroups.keyGroup(keyHash(value), setup.maxParallelism);
        return KeyGroups.subtask(keyGroup, setup.parallelism, setup.maxParallelism) == setup.subtask;
    }

    // ------------------------------------------------------------------------------------ what goes in

    /** A record without timestamp on the first channel of input 0. */
    public void record(Object value) {
        record(value, Long.MIN_VALUE);
    }

    /** A record on the first channel of input 0. */
    public void record(Object value, long timestamp) {
        record(0, 0, value, timestamp);
    }

    public void record(int input, int channel, Object value, long timestamp) {
        enqueue(input, channel, value, timestamp);
        act();
    }

    /** Puts a record into a channel without running anything. */
    public void enqueue(int input, int channel, Object value, long timestamp) {
        RecordBatch batch = new RecordBatch(1);
        NumberKind number = isKeyed(input) ? keyNumber() : null;
        // Every other record comes as from another worker, without its key.
        if (number == null || ++numberKeys % 2 == 0) {
            batch.add(value, timestamp, isKeyed(input) ? keyHash(value) : 0);
        } else {
            batch.add(value, timestamp, keyHash(value), number.unbox(key(value)));
        }
        inputs.get(input).get(channel).add(batch);
    }

    /** Puts a control element into a channel without running anything. */
    public void enqueue(int input, int channel, ControlElement element) {
        inputs.get(input).get(channel).add(element);
    }

    private boolean isKeyed(int input) {
        return input < setup.channels.length - setup.unkeyedInputs;
    }

    private int keyHash(Object value) {
        if (setup.keys.isEmpty()) {
            return 0;
        }
        return setup.keys.get(0).serializer().hash(key(value));
    }

    private Object key(Object value) {
        try {
            return setup.keys.get(0).selector().getKey(value);
        } catch (Exception e) {
            throw new AssertionError("the key selector failed", e);
        }
    }

    /** Null when keys are no numbers. */
    private NumberKind keyNumber() {
        return setup.keys.isEmpty() ? null : NumberKind.ofKeys(setup.keys.get(0).serializer());
    }

    /** A watermark on the first channel of input 0. */
    public void watermark(long timestamp) {
        watermark(0, 0, timestamp);
    }

    public void watermark(int input, int channel, long timestamp) {
        element(input, channel, new ControlElement.Watermark(timestamp));
    }

    /** A value of a declared watermark on a channel. */
    public void declared(int input, int channel, Watermark watermark) {
        WatermarkDeclaration declaration = setup.watermarks.stream()
                .filter(one -> one.getIdentifier().equals(watermark.getIdentifier()))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("the harness was given no declaration of " + watermark));
        element(input, channel, new ControlElement.Declared(watermark.getIdentifier(), declaration.toLong(watermark)));
    }

    /** A channel becomes idle. */
    public void idle(int input, int channel) {
        element(input, channel, new ControlElement.Idle());
    }

    /** A channel becomes active. */
    public void active(int input, int channel) {
        element(input, channel, new ControlElement.Active());
    }

    /** The final watermark and the end of every channel of every input. */
    public void end() {
        for (int input = 0; input < inputs.size(); input++) {
            for (int channel = 0; channel < inputs.get(input).size(); channel++) {
                end(input, channel);
            }
        }
    }

    /** The final watermark and the end of one channel. */
    public void end(int input, int channel) {
        endedChannels.add(List.of(input, channel));
        sayEnd(input, channel);
        act();
    }

    private void sayEnd(int input, int channel) {
        inputs.get(input).get(channel).add(new ControlElement.Watermark(Long.MAX_VALUE));
        inputs.get(input).get(channel).add(new ControlElement.End());
    }

    /** Producers that had ended say so again when they are restored. */
    private void repeatEnds(TaskSnapshot snapshot) {
        for (GateSnapshot gate : snapshot.getGatesList()) {
            for (ChannelSnapshot channel : gate.getChannelsList()) {
                if (channel.getEnded() && endedChannels.contains(List.of(gate.getInput(), channel.getProducer()))) {
                    sayEnd(gate.getInput(), channel.getProducer());
                }
            }
        }
    }

    private void element(int input, int channel, ControlElement element) {
        inputs.get(input).get(channel).add(element);
        act();
    }

    /** Sets the wall clock, and lets happen what is due by then. */
    public void processingTime(long nowMs) {
        clock.set(nowMs);
        act();
    }

    /** Sets the wall clock without running anything. */
    public void setClock(long nowMs) {
        clock.set(nowMs);
    }

    /** Takes the outputs' room, or gives it back. */
    public void setOutputsBlocked(boolean blocked) {
        outputs.forEach(output -> output.setBlocked(blocked));
    }

    // ------------------------------------------------------------------------------------ snapshots

    /** Has a barrier come on every channel, and returns the operator's part of the checkpoint. */
    public HarnessSnapshot snapshot() {
        enqueueBarrier();
        run();
        return takenSnapshot();
    }

    /** Puts the next barrier into every channel without running anything. */
    public void enqueueBarrier() {
        lastCheckpointId++;
        if (inputs.isEmpty()) {
            task.triggerBarrier(lastCheckpointId, clock.nowMs());
        }
        ControlElement barrier = new ControlElement.Barrier(lastCheckpointId, clock.nowMs());
        inputs.forEach(channels -> channels.forEach(channel -> channel.add(barrier)));
    }

    /** Asks an operator without inputs for this barrier, as a coordinator does, maybe not for the first time. */
    public void callForBarrier(long checkpointId) {
        task.triggerBarrier(checkpointId, clock.nowMs());
        run();
    }

    /** The snapshot of the latest barrier; null while the barrier has not been served. */
    public HarnessSnapshot snapshotIfTaken() {
        TaskSnapshot snapshot = ears.snapshots.get(lastCheckpointId);
        return snapshot == null ? null : new HarnessSnapshot(lastCheckpointId, snapshot);
    }

    private HarnessSnapshot takenSnapshot() {
        HarnessSnapshot snapshot = snapshotIfTaken();
        if (snapshot == null) {
            throw new AssertionError("no snapshot came of checkpoint " + lastCheckpointId + "; declined: "
                    + ears.declined.get(lastCheckpointId));
        }
        return snapshot;
    }

    /** The checkpoint is complete. */
    public void complete(HarnessSnapshot snapshot) {
        task.checkpointComplete(snapshot.checkpointId());
        run();
    }

    /** The checkpoint was given up. */
    public void abort(HarnessSnapshot snapshot) {
        task.checkpointAborted(snapshot.checkpointId());
        run();
    }

    /**
     * Ends the operator as a crash would, and starts a new one from a snapshot. What was put in and not read is lost, and so
     * is what came out after the snapshot's barrier and was not taken: those who got it start from that checkpoint too.
     */
    public void restore(HarnessSnapshot snapshot) {
        stop();
        for (List<Emitted> list : emitted) {
            int barrier = list.indexOf(new Emitted(Emitted.Kind.BARRIER, null, snapshot.checkpointId()));
            if (barrier >= 0) {
                list.subList(barrier, list.size()).clear();
            }
        }
        begin(snapshot);
    }

    /** Snapshots, completes the checkpoint, ends the operator and starts a new one from the snapshot. */
    public void restart() {
        if (!restartIfItCan()) {
            throw new AssertionError("no snapshot came of checkpoint " + lastCheckpointId + "; declined: "
                    + ears.declined.get(lastCheckpointId));
        }
    }

    /** As {@link #restart}; not where the barrier stands behind records that wait for answers: then it is given up. */
    private boolean restartIfItCan() {
        List<List<Emitted>> before = new ArrayList<>();
        emitted.forEach(list -> before.add(List.copyOf(list)));
        enqueueBarrier();
        run();
        HarnessSnapshot snapshot = snapshotIfTaken();
        if (snapshot == null) {
            task.checkpointAborted(lastCheckpointId);
            run();
            return false;
        }
        complete(snapshot);
        restore(snapshot);
        // What came before the barrier stays. A restored operator says again where it stands; consumers that know take
        // no notice, so it is not kept here.
        for (int i = 0; i < emitted.size(); i++) {
            List<Emitted> list = emitted.get(i);
            List<Emitted> added = new ArrayList<>(list.subList(before.get(i).size(), list.size()));
            added.removeIf(element -> element.kind() != Emitted.Kind.RECORD);
            list.clear();
            list.addAll(before.get(i));
            list.addAll(added);
        }
        return true;
    }

    // ------------------------------------------------------------------------------------ what comes out

    /** Takes what came out of the main output since the last call, as traces write it; barriers are left out. */
    public List<String> take() {
        return takeFrom(0).stream().map(Emitted::toString).toList();
    }

    /** Takes the records that came out of a side output since the last call. */
    public List<String> take(OutputTag<?> tag) {
        return takeFrom(setup.sideOutputs.get(tag.getId())).stream()
                .filter(element -> element.kind() == Emitted.Kind.RECORD)
                .map(Emitted::toString)
                .toList();
    }

    /** Takes what came out of an output since the last call; barriers are left out. */
    public List<Emitted> takeFrom(int output) {
        List<Emitted> list = emitted.get(output);
        List<Emitted> taken = list.stream()
                .filter(element -> element.kind() != Emitted.Kind.BARRIER)
                .toList();
        list.clear();
        return taken;
    }

    /** The barriers that came out of the main output since anything was taken from it. */
    public List<Long> barriersOut() {
        return emitted.get(0).stream()
                .filter(element -> element.kind() == Emitted.Kind.BARRIER)
                .map(Emitted::timestamp)
                .toList();
    }

    /** What came out of the main output before the barrier of a snapshot. Nothing is taken. */
    public List<Emitted> emittedBefore(HarnessSnapshot snapshot) {
        List<Emitted> list = emitted.get(0);
        int barrier = list.indexOf(new Emitted(Emitted.Kind.BARRIER, null, snapshot.checkpointId()));
        return List.copyOf(list.subList(0, barrier));
    }

    /** Takes the values of the records that came out of the main output since the last call. */
    public List<Object> takeValues() {
        return takeFrom(0).stream()
                .filter(element -> element.kind() == Emitted.Kind.RECORD)
                .map(Emitted::value)
                .toList();
    }

    public TaskState state() {
        return task.state();
    }

    /** What the operator can say about itself now. */
    public OperatorFacts facts() {
        return taskFacts().operators().get(0);
    }

    /** Its places in groups of source readers; the test takes the part of the coordinator there. */
    public List<GroupMember> groupMembers() {
        return task.groupMembers();
    }

    /** What the task can say about itself now. */
    public TaskFacts taskFacts() {
        CompletableFuture<TaskFacts> facts = task.facts();
        task.step();
        return facts.join();
    }

    /** The operator, if its event time stands still while windows or timers wait for it. */
    public List<Standstill> standstills() {
        CompletableFuture<List<Standstill>> standing = task.standstills();
        task.step();
        return standing.join();
    }

    /** Late records kept as samples. */
    public List<LateRecord> lateSamples() {
        return facts().lateSamples();
    }

    // ------------------------------------------------------------------------------------ the end

    /** The job is done with this final checkpoint: the operator closes normally. */
    public void finish(HarnessSnapshot last) {
        task.finish(last.checkpointId());
        run();
    }

    private void stop() {
        task.cancel();
        while (!task.isDone()) {
            task.step();
        }
    }

    @Override
    public void close() {
        if (!task.isDone()) {
            stop();
        }
        nativeMemory.close();
        try {
            FileTree.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
