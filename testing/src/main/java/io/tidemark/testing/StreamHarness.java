package io.tidemark.testing;

import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.coordinator.graph.Deployment;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.RestoreCheck;
import io.tidemark.coordinator.graph.TaskSlot;
import io.tidemark.network.plan.PlanCodec;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.RestoreFrom;
import io.tidemark.worker.chain.OperatorFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs functions, operators and whole pieces of a job by hand: no cluster, no threads, no waiting. Records, watermarks,
 * idleness and the wall clock are what the test says they are, one after the other, and each call returns when everything that
 * follows from it has happened.
 *
 * <pre>{@code
 * try (StreamHarness harness = StreamHarness.create()) {
 *     TestInput<Reading> readings = harness.input(Reading.class);
 *     TestOutput<Alarm> alarms = harness.output(
 *             readings.stream().keyBy(Reading::sensor).process(new SilenceAlarm()).uid("silence"));
 *
 *     readings.record(new Reading("boiler", 20), 1_000);
 *     readings.watermark(61_000);
 *
 *     assertThat(alarms.takeValues()).containsExactly(new Alarm("boiler"));
 *     assertThat(harness.operator("silence").timers()).isEmpty();
 * }
 * }</pre>
 *
 * <p>What runs is the engine itself: its tasks, gates, state store, checkpoints and rescaling. Two things a test gets without
 * asking, because they happen to every job sooner or later and nothing may come of them:
 *
 * <ul>
 *   <li>after every call everything is snapshotted, thrown away and restored, so that a function which keeps something
 *       outside of its state is found out at once ({@link #withoutRestarts});
 *   <li>every channel refuses every other time, so that all long work is interrupted wherever it can be ({@link
 *       #refusingEveryOtherTime}).
 * </ul>
 *
 * <p>First the streams are described, with {@link #input} and {@link #output} at their ends, or with sources and sinks of {@link
 * #environment}. The first record or other call that makes something happen starts them. Used by one thread.
 */
public final class StreamHarness implements AutoCloseable {
    private static final String JOB = "test";
    private static final long NATIVE_BYTES = 64L << 20;
    private static final long CACHE_BYTES = 64L << 20;

    /** Generators are asked at the ticks of their interval only, so that a test sees watermarks when it moves the clock. */
    private static final Configuration BY_HAND =
            Configuration.empty().with(JobOptions.AUTO_WATERMARK_WHEN_CAUGHT_UP, false);

    private final StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(BY_HAND);
    private final Map<Integer, List<Feed>> feeds = new TreeMap<>();
    private final Map<Integer, OutputLog> outputs = new TreeMap<>();
    private final List<TestInput<?>> inputs = new ArrayList<>();
    private final HandClock clock = new HandClock(0);
    private final Path directory;
    private final NativeMemory nativeMemory = NativeMemory.create(NATIVE_BYTES);
    private final CheckpointStorage storage;

    private boolean restoresAtEveryStep = true;
    private boolean refusesEveryOtherTime = true;
    private long cacheBytes = CACHE_BYTES;

    /** Null until it has started. */
    private ExecutionGraph graph;

    private JobPlan plan;
    private HandAttempt.Surroundings surroundings;
    private HandAttempt attempt;
    private int attempts;
    private long lastCheckpointId;
    private boolean isFinished;

    /** How many things a test has had happen since the start. */
    private int steps = -1;

    /** What the latest of them was. */
    private Supplier<String> step = () -> "the start";

    /** By uid what operators had to say of themselves when the job finished. */
    private final Map<String, List<OperatorFacts>> lastFacts = new TreeMap<>();

    /** What holds everything as it is now; null when something has happened since. */
    private Snapshot latest;

    private StreamHarness() {
        try {
            directory = Files.createTempDirectory("stream-harness");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        storage = CheckpointStorage.directory(directory.resolve("checkpoints"), JOB);
        environment.setParallelism(1);
        environment.disableOperatorChaining();
    }

    /** A new one, without streams. */
    public static StreamHarness create() {
        return new StreamHarness();
    }

    // ------------------------------------------------------------------------------------ before it starts

    /**
     * Restores nothing after each call. For where restoring itself is what is tested, where what is under test cannot be
     * restored, or where a test makes so many calls that it would take long.
     *
     * @param why for those who read the test
     * @throws IllegalArgumentException when no reason is given
     */
    public StreamHarness withoutRestarts(String why) {
        requireNotStarted("choose whether to restore at every step");
        if (why.isBlank()) {
            throw new IllegalArgumentException(
                    "restoring at every step finds what a function keeps outside of its state."
                            + "\nSay why this test goes without.");
        }
        restoresAtEveryStep = false;
        return this;
    }

    /** Whether channels refuse to take more after every record until they are asked again; true unless it is said. */
    public StreamHarness refusingEveryOtherTime(boolean refusing) {
        requireNotStarted("choose whether channels refuse");
        refusesEveryOtherTime = refusing;
        return this;
    }

    /** How many bytes of keyed state stay in memory; what exceeds them goes to disk, as on a worker. */
    public StreamHarness stateCacheBytes(long bytes) {
        requireNotStarted("choose the size of the cache");
        cacheBytes = bytes;
        return this;
    }

    /** Sets options of the job. */
    public StreamHarness configure(Configuration options) {
        requireNotStarted("set options");
        environment.configure(options);
        return this;
    }

    /** Runs every operator in so many subtasks, but for those that have a number of their own. */
    public StreamHarness parallelism(int parallelism) {
        requireNotStarted("choose the parallelism. To change it, restore a snapshot at another one");
        environment.setParallelism(parallelism);
        return this;
    }

    /** The job that is described: for sources, and for options. Ending it in {@code execute} is not for a test. */
    public StreamExecutionEnvironment environment() {
        return environment;
    }

    /**
     * A stream of records of a class that is filled by hand.
     *
     * @throws io.tidemark.api.type.InvalidTypesException when the class does not say enough about the type
     */
    public <T> TestInput<T> input(Class<T> type) {
        return input(TypeInformation.of(type));
    }

    /** A stream that is filled by hand. */
    public <T> TestInput<T> input(TypeInformation<T> type) {
        return input(type, 1);
    }

    /** A stream that is filled by hand on so many channels, as if so many subtasks produced it. */
    public <T> TestInput<T> input(TypeInformation<T> type, int channels) {
        requireNotStarted("add an input");
        int number = inputs.size();
        TestInput.Place<T> place = new TestInput.Place<>(number);
        DataStream<T> stream = environment
                .fromSource(place, WatermarkStrategy.<T>noWatermarks(), "input " + number, type)
                .setParallelism(channels)
                .uid("test-input-" + number);
        List<Feed> ofChannels =
                IntStream.range(0, channels).mapToObj(channel -> new Feed()).toList();
        feeds.put(number, ofChannels);
        TestInput<T> input = new TestInput<>(
                this,
                place,
                stream,
                IntStream.range(0, channels)
                        .mapToObj(channel -> new TestChannel<T>(
                                this,
                                "input " + number + (channels == 1 ? "" : ", channel " + channel),
                                ofChannels.get(channel)))
                        .toList());
        inputs.add(input);
        return input;
    }

    /** Catches what comes out of a stream: of the last operator, of one on the way, or of a side output. */
    public <T> TestOutput<T> output(DataStream<T> stream) {
        requireNotStarted("add an output");
        int number = outputs.size();
        OutputLog log = new OutputLog();
        outputs.put(number, log);
        environment
                .addOperator("output " + number, new TestOutput.Place(number), Types.VOID, List.of(stream))
                .uid("test-output-" + number)
                .forceNonParallel();
        return new TestOutput<>(this, log);
    }

    void requireNotStarted(String what) {
        if (graph != null) {
            throw new IllegalStateException("the streams run already: it is too late to " + what
                    + ".\nDescribe everything before the first record.");
        }
    }

    // ------------------------------------------------------------------------------------ running

    /** Starts the streams, unless they run. For pieces of a job that do something before the first record. */
    public StreamHarness start() {
        if (isFinished) {
            throw new IllegalStateException("the job is finished.\nUse a new harness.");
        }
        if (graph == null) {
            plan();
            step = () -> "the start";
            locating("", () -> begin(graph, Optional.empty(), null));
            act(() -> "the start");
        }
        return this;
    }

    /** As {@link #start}, where it does no harm that the job is finished. */
    void startUnlessFinished() {
        if (!isFinished) {
            start();
        }
    }

    private void plan() {
        plan = environment.buildPlan(JOB);
        graph = ExecutionGraph.of(PlanCodec.toProto(plan));
        surroundings = new HandAttempt.Surroundings(
                clock,
                storage,
                directory,
                nativeMemory,
                new CacheBudget(cacheBytes),
                feeds,
                outputs,
                refusesEveryOtherTime);
    }

    /** @param before the attempt that is restored right where it was; null for none */
    private void begin(ExecutionGraph at, Optional<Snapshot> from, HandAttempt before) {
        if (attempt != null) {
            attempt.stop();
        }
        attempts++;
        DeployRequest.Builder header = DeployRequest.newBuilder()
                .setJobId(JOB)
                .setJobName(JOB)
                .setAttempt(attempts)
                .putAllConfiguration(at.plan().getConfigurationMap());
        boolean isForeign = from.isPresent() && !from.get().isOf(this);
        if (isForeign) {
            header.setRestoredFrom("another job");
        }
        List<TaskSlot> slots = Collections.nCopies(at.slotsNeeded(), new TaskSlot("hand", ""));
        DeployRequest request = Deployment.requests(at, slots, header.build(), from.map(Snapshot::manifest))
                .get("hand");
        graph = at;
        attempt = new HandAttempt(
                surroundings,
                request,
                plan.watermarks(),
                from.map(Snapshot::files).orElse(storage),
                before);
        attempt.run();
    }

    /**
     * Carries what was put in through to its end.
     *
     * @param what the test does, for messages; starts with the noun
     */
    void act(Supplier<String> what) {
        start();
        nextStep(what);
        locating("", attempt::run);
        if (restoresAtEveryStep && outputs.values().stream().noneMatch(OutputLog::isLimited)) {
            locating(", when everything was snapshotted and restored after it", this::restoreHere);
        }
    }

    private void nextStep(Supplier<String> what) {
        steps++;
        step = what;
        latest = null;
    }

    /** Says of a failure in which step of the test it happened. */
    private <T> T locating(String when, Supplier<T> work) {
        try {
            return work.get();
        } catch (OperatorFailedException e) {
            throw e.in("step " + steps + ", " + step.get() + when);
        }
    }

    private void locating(String when, Runnable work) {
        locating(when, () -> {
            work.run();
            return null;
        });
    }

    /** Unless records stand before an operator that takes none before it has answers; then it is tried at the next step. */
    private void restoreHere() {
        Optional<Snapshot> here = takeSnapshot();
        if (here.isPresent()) {
            attempt.complete(here.get().manifest().getCheckpointId());
            begin(graph, here, attempt);
            latest = here.get();
        } else if (!mayHoldBarriersUp()) {
            throw new AssertionError("no snapshot gets through after step " + steps + ", " + step.get()
                    + ", although nothing waits for an answer or for room");
        }
    }

    /** Whether barriers may stand behind records that wait: for answers, for something of a user's operator, or for their turn. */
    private boolean mayHoldBarriersUp() {
        boolean mayWait = operators().stream()
                .map(PlanNodeProto::getKind)
                .anyMatch(kind ->
                        kind.equals(OperatorSpec.Kind.ASYNC.name()) || kind.equals(OperatorSpec.Kind.CUSTOM.name()));
        return mayWait || Configuration.of(graph.plan().getConfigurationMap()).get(JobOptions.DETERMINISTIC);
    }

    /** Sets the wall clock, in milliseconds since 1970, and lets happen what is due by then. It stands at 0 at first. */
    public void processingTime(long nowMs) {
        clock.set(nowMs);
        act(() -> "processing time " + nowMs);
    }

    /** Lets the wall clock go on for a while, and lets happen what is due by then. */
    public void advanceProcessingTime(Duration by) {
        processingTime(clock.nowMs() + by.toMillis());
    }

    // ------------------------------------------------------------------------------------ snapshots

    /** Takes a snapshot of everything and tells everyone that it is complete; sinks commit. */
    public Snapshot snapshot() {
        Snapshot taken = incompleteSnapshot();
        locating(
                ", when it was complete",
                () -> attempt.complete(taken.manifest().getCheckpointId()));
        return taken;
    }

    /** Takes a snapshot of everything and tells nobody that it is complete, as if the job failed just then. */
    public Snapshot incompleteSnapshot() {
        start();
        nextStep(() -> "a snapshot");
        return locating("", this::takeSnapshot)
                .orElseThrow(() -> new IllegalStateException("no snapshot can be taken: records wait before an output"
                        + " that has no room, or before an operator that waits for answers."
                        + "\nUnblock the output, or give the answers first."));
    }

    /** Nothing when barriers do not get through; then the checkpoint is given up. */
    private Optional<Snapshot> takeSnapshot() {
        long id = ++lastCheckpointId;
        List<TaskSnapshot> parts = attempt.snapshot(id);
        if (parts.size() < attempt.taskCount()) {
            attempt.abort(id);
            return Optional.empty();
        }
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder()
                .setJobId(JOB)
                .setJobName(JOB)
                .setCheckpointId(id)
                .setAttempt(attempts)
                .setTriggeredAtMs(clock.nowMs())
                .setCompletedAtMs(clock.nowMs())
                .addAllTasks(parts);
        for (PlanNodeProto node : graph.plan().getNodesList()) {
            manifest.addOperators(PlanOperator.newBuilder()
                    .setUid(node.getUid())
                    .setName(node.getName())
                    .setUidGiven(node.getUidGiven())
                    .setParallelism(node.getParallelism())
                    .setMaxParallelism(graph.plan().getMaxParallelism()));
        }
        return Optional.of(new Snapshot(this, manifest.build(), storage));
    }

    /**
     * Throws everything away, as a crash would, and starts from a snapshot. What was put in since has not been; what came out
     * since and was not taken is gone. A snapshot of another harness, which must still be open, is a savepoint of an earlier
     * version of the job: state is found by uid.
     *
     * @throws IllegalArgumentException when a snapshot of another harness does not fit; says what to do
     */
    public void restore(Snapshot snapshot) {
        restore(snapshot, graph == null ? environment.getParallelism() : graph.parallelism());
    }

    /**
     * As {@link #restore(Snapshot)}, with another number of subtasks for all operators that have no number of their own.
     *
     * @throws IllegalArgumentException when a snapshot of another harness does not fit; says what to do
     */
    public void restore(Snapshot snapshot, int parallelism) {
        if (isFinished) {
            throw new IllegalStateException("the job is finished.\nUse a new harness.");
        }
        if (graph == null) {
            plan();
        }
        ExecutionGraph wanted = graph.rescaled(parallelism);
        if (!snapshot.isOf(this)) {
            RestoreCheck.savepoint(wanted, snapshot.manifest(), RestoreFrom.getDefaultInstance())
                    .problem()
                    .ifPresent(problem -> {
                        throw new IllegalArgumentException(problem.getCause() + "\n" + problem.getHint());
                    });
            lastCheckpointId = Math.max(lastCheckpointId, snapshot.manifest().getCheckpointId());
        } else {
            outputs.values().forEach(log -> log.goBackTo(snapshot.manifest().getCheckpointId()));
        }
        nextStep(() -> "the restore of " + snapshot);
        locating("", () -> begin(wanted, Optional.of(snapshot), null));
    }

    /**
     * Ends all inputs, takes the last snapshot and ends the job as one that has read all it will ever read. What came out can be
     * taken, and operators be looked at, afterwards.
     *
     * @throws IllegalStateException when something still waits: for an answer, for a timer that is to be waited for, or for room;
     *     give it that and call this again
     */
    public void finish() {
        start();
        inputs.forEach(TestInput::putEnd);
        nextStep(() -> "the end of all inputs");
        locating("", attempt::run);
        attempt.requireEnded();
        Snapshot last = incompleteSnapshot();
        operators().forEach(node -> lastFacts.put(node.getUid(), attempt.facts(node.getUid())));
        locating(", when the job finished", () -> attempt.finish(last.manifest().getCheckpointId()));
        latest = last;
        isFinished = true;
    }

    // ------------------------------------------------------------------------------------ looking inside

    /**
     * The only operator between inputs and outputs.
     *
     * @throws IllegalArgumentException when there are several or none, naming them
     */
    public OperatorView operator() {
        List<PlanNodeProto> all = operators();
        if (all.size() != 1) {
            throw new IllegalArgumentException("there are several operators, or none.\nAsk for one of: " + names(all));
        }
        return view(all.get(0));
    }

    /**
     * An operator, to look at its state, timers and counters.
     *
     * @param uidOrName its uid, or its name when no other has it
     * @throws IllegalArgumentException when there is none, naming those that there are
     */
    public OperatorView operator(String uidOrName) {
        List<PlanNodeProto> all = operators();
        List<PlanNodeProto> found =
                all.stream().filter(node -> node.getUid().equals(uidOrName)).toList();
        if (found.isEmpty()) {
            found = all.stream()
                    .filter(node -> node.getName().equals(uidOrName))
                    .toList();
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException((found.isEmpty() ? "no operator" : "more than one operator")
                    + " has the uid or name \"" + uidOrName + "\".\nThere are: " + names(all));
        }
        return view(found.get(0));
    }

    private List<PlanNodeProto> operators() {
        startUnlessFinished();
        return graph.plan().getNodesList().stream()
                .filter(node -> !node.getUid().startsWith("test-input-")
                        && !node.getUid().startsWith("test-output-"))
                .toList();
    }

    private static String names(List<PlanNodeProto> nodes) {
        return nodes.stream()
                .map(node ->
                        "\"" + node.getName() + "\"" + (node.getUidGiven() ? " (uid \"" + node.getUid() + "\")" : ""))
                .collect(Collectors.joining(", "));
    }

    private OperatorView view(PlanNodeProto node) {
        if (latest == null) {
            latest = snapshot();
        }
        List<OperatorFacts> facts = isFinished ? lastFacts.get(node.getUid()) : attempt.facts(node.getUid());
        return new OperatorView(node, facts, latest);
    }

    // ------------------------------------------------------------------------------------ the end

    /** Ends everything and takes away what was written. */
    @Override
    public void close() {
        if (attempt != null) {
            attempt.stop();
        }
        nativeMemory.close();
        try {
            FileTree.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
