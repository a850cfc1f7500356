package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.FlatMapFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.LocalChannel;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.worker.chain.ChainSetup;
import io.tidemark.worker.chain.OperatorChain;
import io.tidemark.worker.chain.OperatorSetup;
import io.tidemark.worker.chain.OutputEdge;
import io.tidemark.worker.chain.RestoredOperator;
import io.tidemark.worker.chain.TaskClock;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.operator.BuiltInOperators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks stepped by hand, joined by local channels: a source, and one or two consumers. */
class TaskPipelineTest {
    @TempDir
    private Path directory;

    private final AtomicInteger edgeNumbers = new AtomicInteger();
    private final List<Task> tasks = new ArrayList<>();
    private Notes notes;
    private Executor snapshotPool = Runnable::run;

    /** Emits the numbers up to a limit as texts, a batch a step, each with its number as timestamp and watermark. */
    private static final class Numbers implements Operator {
        private final int limit;
        private final int perStep;
        private final boolean heedsRoom;
        private OperatorOutput output;
        private int next;

        Numbers(int limit, int perStep) {
            this(limit, perStep, true);
        }

        Numbers(int limit, int perStep, boolean heedsRoom) {
            this.limit = limit;
            this.perStep = perStep;
            this.heedsRoom = heedsRoom;
        }

        @Override
        public boolean isSource() {
            return true;
        }

        @Override
        public void open(OperatorContext context) {
            output = context.output();
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            throw new AssertionError();
        }

        @Override
        public boolean step() {
            for (int i = 0; i < perStep && next < limit; i++) {
                output.collect(0, "n" + next, next);
                output.emitWatermark(next);
                next++;
                if (heedsRoom && !output.hasRoom()) {
                    break;
                }
            }
            return true;
        }

        @Override
        public boolean isFinished() {
            return next == limit;
        }

        @Override
        public void snapshot(OperatorStateWriter writer, long checkpointId) {
            writer.put("next", Types.INT.createSerializer(), List.of(next));
        }
    }

    /** Notes what comes, and says what the current watermark is with each record. */
    private static final class Notebook implements Operator {
        private final List<String> seen = new ArrayList<>();
        private List<String> seenAtBarrier;
        private OperatorContext context;

        @Override
        public void open(OperatorContext operatorContext) {
            context = operatorContext;
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            seen.add(value + "@" + timestamp);
        }

        @Override
        public boolean advance(long watermark) {
            seen.add("WM" + (watermark == Long.MAX_VALUE ? "MAX" : watermark));
            assertThat(context.currentWatermark()).isEqualTo(watermark);
            return true;
        }

        @Override
        public void endInput(int input) {
            seen.add("end");
        }

        @Override
        public void snapshot(OperatorStateWriter writer, long checkpointId) {
            seenAtBarrier = List.copyOf(seen);
        }

        @Override
        public void close() {
            seen.add("close");
        }
    }

    /** Needs several slices for each advance, and emits a record in each. */
    private static final class SlowAdvance implements Operator {
        private static final int SLICES = 4;

        private OperatorOutput output;
        private int slicesDone;

        @Override
        public void open(OperatorContext context) {
            output = context.output();
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            assertThat(slicesDone)
                    .as("a record must not come in the middle of an advance")
                    .isZero();
            output.collect(0, value, timestamp);
        }

        @Override
        public boolean advance(long watermark) {
            slicesDone++;
            output.collect(0, "slice" + slicesDone, watermark);
            if (slicesDone < SLICES) {
                return false;
            }
            slicesDone = 0;
            return true;
        }
    }

    private static class Notes implements TaskListener {
        private final List<String> states = new ArrayList<>();
        private final Map<String, TaskSnapshot> snapshots = new TreeMap<>();
        private final List<String> declined = new ArrayList<>();
        private TaskFailure failure;

        @Override
        public void onState(Task task, TaskState state) {
            states.add(task.identity().name() + " " + state);
        }

        @Override
        public void onFailed(Task task, TaskFailure taskFailure) {
            states.add(task.identity().name() + " FAILED");
            failure = taskFailure;
        }

        @Override
        public void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
            snapshots.put(task.identity().name() + checkpointId, snapshot);
        }

        @Override
        public void onDeclined(Task task, long checkpointId, TaskFailure cause) {
            declined.add(task.identity().name() + checkpointId);
        }

        @Override
        public void onBusy(Task task, long checkpointId) {
            declined.add(task.identity().name() + checkpointId + " busy");
        }

        @Override
        public void onFatal(Task task, Throwable error) {
            throw new AssertionError(error);
        }
    }

    @BeforeEach
    void notes() {
        notes = new Notes();
    }

    // ------------------------------------------------------------------------------------ building

    private record Wire(OutputEdge edge, List<LocalChannel> channels, int id) {}

    private Wire wire(Partitioning partitioning, Object partitioner, int consumers, int credit) {
        int id = edgeNumbers.getAndIncrement();
        OutputEdge edge = OutputEdge.create(id, partitioning, partitioner, 0, 128);
        List<LocalChannel> channels = new ArrayList<>();
        List<OutputChannel> outputs = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            LocalChannel channel = LocalChannel.create(new ChannelId("job", 0, id, 0, i), credit, 0);
            channels.add(channel);
            outputs.add(channel.output());
        }
        edge.open(outputs);
        return new Wire(edge, channels, id);
    }

    private static OperatorSetup setup(int node, Operator operator) {
        return new OperatorSetup(
                node, "uid" + node, "op" + node, operator, List.of(), Map.of(), 1, null, RestoredOperator.NOTHING);
    }

    private Task task(String name, List<Operator> operators, Wire in, int subtask, Wire out) {
        List<OperatorSetup> setups = new ArrayList<>();
        List<ChainSetup.Link> links = new ArrayList<>();
        for (int i = 0; i < operators.size(); i++) {
            setups.add(setup(i, operators.get(i)));
            if (i > 0) {
                links.add(new ChainSetup.Link(i - 1, 0, i, 0, RecordHandover.SHARE, null));
            }
        }
        OperatorChain chain = new OperatorChain(
                new ChainSetup(
                        new ChainSetup.Where("job", "job", 0, subtask, 1, 128),
                        in == null ? 0 : 1,
                        setups,
                        links,
                        out == null
                                ? List.of()
                                : List.of(new ChainSetup.Exit(operators.size() - 1, 0, out.edge(), null)),
                        Configuration.empty(),
                        getClass().getClassLoader()),
                TaskClock.SYSTEM,
                Long.MAX_VALUE / 2);
        TaskInput input = in == null
                ? null
                : new TaskInput(List.of(new InputGate(
                        0, List.of(new GateChannel(in.channels().get(subtask).input(), in.id(), 0, "producer", 0)))));
        Task task = new Task(
                new TaskIdentity("job", 0, 0, subtask, name, 1, 128),
                chain,
                input,
                TaskClock.SYSTEM,
                CheckpointStorage.directory(directory, "job"),
                snapshotPool,
                notes,
                getClass().getClassLoader());
        tasks.add(task);
        task.start();
        return task;
    }

    private void runAll() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Task task : tasks) {
                progress |= task.step();
            }
        }
    }

    private static Operator map(MapFunction<String, String> function) {
        return BuiltInOperators.create(new OperatorSpec.MapSpec(function), List.of());
    }

    private static Operator flatMap(FlatMapFunction<String, String> function) {
        return BuiltInOperators.create(new OperatorSpec.FlatMapSpec(function), List.of());
    }

    // ------------------------------------------------------------------------------------ claims

    @Test
    void recordsAndWatermarksArriveInTheOrderInWhichTheyWereEmitted() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 2);
        Notebook notebook = new Notebook();
        task("source", List.of(new Numbers(3, 10), map(value -> value + "!")), null, 0, wire);
        task("sink", List.of(notebook), wire, 0, null);
        runAll();
        assertThat(notebook.seen).containsExactly("n0!@0", "WM0", "n1!@1", "WM1", "n2!@2", "WM2", "WMMAX", "end");
        assertThat(notes.states)
                .containsExactlyInAnyOrder("source RUNNING", "sink RUNNING", "source ENDED", "sink ENDED");
    }

    @Test
    void trW8_aFilterThatRejectsEveryRecordOfASplitHidesNoneOfThemFromItsGenerator() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 2);
        Notebook notebook = new Notebook();
        Operator timestamps = BuiltInOperators.create(
                new OperatorSpec.TimestampsSpec(WatermarkStrategy.forRecordPosition(Duration.ZERO, Duration.ZERO)),
                List.of());
        Operator filter = BuiltInOperators.create(new OperatorSpec.FilterSpec(value -> false), List.of());
        task("source", List.of(new Numbers(3, 10), timestamps, filter), null, 0, wire);
        task("sink", List.of(notebook), wire, 0, null);
        runAll();
        assertThat(notebook.seen).containsExactly("WM0", "WM1", "WM2", "WMMAX", "end");
    }

    @Test
    void aRecordGoesDownBeforeTheWatermarkThatItMadeAlsoInsideAChain() {
        Notebook notebook = new Notebook();
        task("all", List.of(new Numbers(2, 10), notebook), null, 0, null);
        runAll();
        assertThat(notebook.seen).containsExactly("n0@0", "WM0", "n1@1", "WM1", "WMMAX", "end");
    }

    @Test
    void aSourceTakesARestWhenItsConsumerDoesNotReadAndNothingIsLost() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 2);
        Numbers numbers = new Numbers(100_000, 100);
        Task source = task("source", List.of(numbers), null, 0, wire);
        for (int i = 0; i < 10_000; i++) {
            source.step();
        }
        assertThat(numbers.next).isLessThan(2_000);

        Notebook notebook = new Notebook();
        task("sink", List.of(notebook), wire, 0, null);
        runAll();
        assertThat(notebook.seen).hasSize(200_000 + 2).endsWith("n99999@99999", "WM99999", "WMMAX", "end");
    }

    @Test
    void aKeyGoesToTheSubtaskThatOwnsItsKeyGroupAndWatermarksGoToAll() {
        KeySpec<String, String> key = new KeySpec<>((String value) -> value, Types.STRING.createSerializer());
        Wire wire = wire(Partitioning.HASH, key, 2, 2);
        Notebook first = new Notebook();
        Notebook second = new Notebook();
        task("source", List.of(new Numbers(200, 10)), null, 0, wire);
        task("first", List.of(first), wire, 0, null);
        task("second", List.of(second), wire, 1, null);
        runAll();
        Function<Notebook, List<String>> records = notebook -> notebook.seen.stream()
                .filter(element -> element.startsWith("n"))
                .toList();
        assertThat(records.apply(first)).hasSizeGreaterThan(50);
        assertThat(records.apply(second)).hasSizeGreaterThan(50);
        assertThat(records.apply(first)).doesNotContainAnyElementsOf(records.apply(second));
        assertThat(records.apply(first).size() + records.apply(second).size()).isEqualTo(200);
        assertThat(first.seen).contains("WM199", "WMMAX", "end");
        assertThat(second.seen).contains("WM199", "WMMAX", "end");
    }

    @Test
    void whatOneRecordExpandsIntoBeyondTheRoomWaitsAndIsSentFirst() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 1);
        Notebook notebook = new Notebook();
        task(
                "source",
                List.of(new Numbers(2, 1), flatMap((value, out) -> {
                    for (int i = 0; i < 5_000; i++) {
                        out.collect(value + "." + i);
                    }
                })),
                null,
                0,
                wire);
        task("sink", List.of(notebook), wire, 0, null);
        runAll();
        List<String> records = notebook.seen.stream()
                .filter(element -> element.startsWith("n"))
                .toList();
        assertThat(records).hasSize(10_000).startsWith("n0.0@0").endsWith("n1.4999@1");
        assertThat(notebook.seen.indexOf("WM0")).isEqualTo(5_000);
    }

    @Test
    void aBarrierPassesBehindTheRecordsBeforeItAndEachTaskGivesItsPart() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 4);
        Notebook notebook = new Notebook();
        Task source = task("source", List.of(new Numbers(1_000, 10)), null, 0, wire);
        Task sink = task("sink", List.of(notebook), wire, 0, null);
        for (int i = 0; i < 5; i++) {
            source.step();
        }
        source.triggerBarrier(1, 0);
        source.step();
        while (!notes.snapshots.containsKey("sink1")) {
            source.step();
            sink.step();
        }
        TaskSnapshot ofSource = notes.snapshots.get("source1");
        long lastWatermark = ofSource.getOperators(0).getWatermark();
        assertThat(notes.snapshots.get("sink1").getOperators(0).getWatermark()).isEqualTo(lastWatermark);
        assertThat(notebook.seenAtBarrier).endsWith("n" + lastWatermark + "@" + lastWatermark, "WM" + lastWatermark);
        assertThat(notes.snapshots.get("sink1").getGates(0).getWatermark()).isEqualTo(lastWatermark);
    }

    @Test
    void tasksThatHaveEndedStillServeBarriersAndFinishNormally() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 4);
        Notebook notebook = new Notebook();
        Task source = task("source", List.of(new Numbers(3, 10)), null, 0, wire);
        Task sink = task("sink", List.of(notebook), wire, 0, null);
        runAll();
        assertThat(sink.state()).isEqualTo(TaskState.ENDED);
        source.triggerBarrier(7, 0);
        runAll();
        assertThat(notes.snapshots.get("source7").getEnded()).isTrue();
        assertThat(notes.snapshots.get("sink7").getEnded()).isTrue();
        source.finish(7);
        sink.finish(7);
        runAll();
        assertThat(source.state()).isEqualTo(TaskState.FINISHED);
        assertThat(sink.state()).isEqualTo(TaskState.FINISHED);
        assertThat(notebook.seen).endsWith("end", "close");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAdvanceThatASourceCausesIsFinishedInSlicesBeforeTheRecordsBehindIt(boolean sourceHeedsRoom) {
        Notebook notebook = new Notebook();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            expected.add("n" + i + "@" + i);
            for (int slice = 1; slice <= SlowAdvance.SLICES; slice++) {
                expected.add("slice" + slice + "@" + i);
            }
            expected.add("WM" + i);
        }
        Task task =
                task("all", List.of(new Numbers(20, 7, sourceHeedsRoom), new SlowAdvance(), notebook), null, 0, null);
        task.step();
        task.step();
        assertThat(notebook.seen).hasSizeLessThan(10);
        runAll();
        assertThat(notebook.seen).startsWith(expected.toArray(String[]::new)).endsWith("WMMAX", "end");
    }

    @Test
    void aBarrierWaitsForRecordsThatWaitInsideTheChain() {
        Notebook notebook = new Notebook();
        Task task = task("all", List.of(new Numbers(20, 7, false), new SlowAdvance(), notebook), null, 0, null);
        task.step();
        task.triggerBarrier(1, 0);
        while (!notes.snapshots.containsKey("all1")) {
            task.step();
        }
        assertThat(notebook.seenAtBarrier).contains("n6@6");
        assertThat(notes.snapshots.get("all1").getOperators(0).getWatermark()).isIn(5L, 6L);
        assertThat(notes.snapshots.get("all1").getOperators(0).getAdvancingTo()).isEqualTo(6);
    }

    @Test
    void aTaskWhoseUserCodeThrowsFailsWithTheNameOfThatOperatorAndClosesItsOperators() {
        Notebook notebook = new Notebook();
        Task task = task(
                "all",
                List.of(
                        new Numbers(3, 1),
                        map(value -> {
                            if (value.equals("n1")) {
                                throw new IllegalStateException("no");
                            }
                            return value;
                        }),
                        notebook),
                null,
                0,
                null);
        runAll();
        assertThat(task.state()).isEqualTo(TaskState.FAILED);
        assertThat(notes.failure.cause())
                .isEqualTo("Operator \"op1\" (1/1) failed: java.lang.IllegalStateException: no");
        assertThat(notebook.seen).containsExactly("n0@0", "WM0", "close");
    }

    @Test
    void aTaskCanBeCancelledWhileItsOutputHasNoRoom() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 1);
        Task source = task("source", List.of(new Numbers(100_000, 100)), null, 0, wire);
        for (int i = 0; i < 100; i++) {
            source.step();
        }
        source.cancel();
        source.step();
        assertThat(source.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(source.step()).isFalse();
    }

    @Test
    void aCancelWaitsForNoMoreThanOneOfTheFirstRecordsHoweverManyThereAre() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 4);
        List<String> seen = new ArrayList<>();
        Task task = task(
                "all",
                List.of(map(value -> {
                    seen.add(value);
                    return value;
                })),
                wire,
                0,
                null);
        for (int i = 0; i < 1_000; i++) {
            wire.channels().get(0).output().write("n" + i, i, 0);
        }
        wire.channels().get(0).output().flush(0, true);
        while (seen.isEmpty()) {
            task.step();
        }
        task.cancel();
        task.step();
        assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(seen).containsExactly("n0");
    }

    @Test
    void aTaskThatIsCancelledDoesNotWaitForASnapshotThatNobodyHasBegunToWrite() {
        List<Runnable> queued = new ArrayList<>();
        snapshotPool = queued::add;
        Task source = sourceWithABarrierServed();
        assertThat(queued).hasSize(1);
        source.cancel();
        source.step();
        assertThat(source.state()).isEqualTo(TaskState.CANCELLED);

        queued.forEach(Runnable::run);
        assertThat(notes.snapshots).as("of a task that has ended").isEmpty();
    }

    @Test
    @Timeout(60)
    void aTaskThatIsCancelledInterruptsTheWritingOfItsSnapshotAndOutlivesIt() throws InterruptedException {
        CountDownLatch writing = new CountDownLatch(1);
        notes = new Notes() {
            @Override
            public void onSnapshot(Task task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {
                writing.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("given up", e);
                }
            }
        };
        AtomicReference<Thread> writer = new AtomicReference<>();
        AtomicBoolean wasLeftInterrupted = new AtomicBoolean();
        snapshotPool = work -> {
            writer.set(new Thread(() -> {
                work.run();
                wasLeftInterrupted.set(Thread.currentThread().isInterrupted());
            }));
            writer.get().start();
        };
        Task source = sourceWithABarrierServed();
        writing.await();
        source.cancel();
        source.step();
        writer.get().join();
        assertThat(wasLeftInterrupted)
                .as("what the thread does next sees no interrupt")
                .isFalse();
        assertThat(notes.declined).containsExactly("source7");
        source.step();
        assertThat(source.state()).isEqualTo(TaskState.CANCELLED);
    }

    private Task sourceWithABarrierServed() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 4);
        Task source = task("source", List.of(new Numbers(100_000, 100)), null, 0, wire);
        source.step();
        source.triggerBarrier(7, 0);
        source.step();
        return source;
    }

    @Test
    void aTaskSaysThatItIsActiveWhenItBeginsSinceAConsumerMayHaveKnownItIdle() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 4);
        Task source = task("source", List.of(new Numbers(0, 1)), null, 0, wire);
        source.step();
        assertThat(wire.channels().get(0).input().poll()).isInstanceOf(ControlElement.Active.class);
    }

    @Test
    void theFactsOfATaskAreTakenBetweenStepsAndNameWhatHoldsItBack() {
        Wire wire = wire(Partitioning.FORWARD, null, 1, 4);
        task("source", List.of(new Numbers(2, 10)), null, 0, wire).step();
        Task sink = task("sink", List.of(new Notebook()), wire, 0, null);
        sink.step();
        var asked = sink.facts();
        assertThat(asked).isNotDone();
        sink.step();
        TaskFacts facts = asked.join();
        assertThat(facts.channels()).hasSize(1);
        assertThat(facts.channels().get(0).producerName()).isEqualTo("producer");
        assertThat(facts.heldBackBy()).isZero();
    }
}
