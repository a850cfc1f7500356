package io.tidemark.coordinator;

import static io.tidemark.coordinator.job.Event.CheckpointDeclined.Reason.BUSY;
import static io.tidemark.coordinator.job.Event.CheckpointDeclined.Reason.STORAGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.disk.DiskFault;
import io.tidemark.checkpoint.disk.FaultyDisk;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.TaskSlot;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.Failure;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobMaster;
import io.tidemark.coordinator.job.JobPolicy;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.Order;
import io.tidemark.coordinator.job.TaskState;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A {@link JobMaster} of a source and two keyed sinks, on a real directory and with real state databases. Whatever is
 * asynchronous waits in the lane it would have and is done at random, in the order of its lane.
 */
final class SteppedStorageJob implements AutoCloseable {
    private static final long EPOCH = 7;
    private static final int KEY_GROUPS = 128;
    private static final int SINKS = 2;
    private static final int KEYS = 200;
    private static final Duration GRACE = Duration.ofMinutes(15);
    private static final JobPolicy POLICY =
            new JobPolicy(new CheckpointTiming(1_000, 0, 600_000, 0), 0, 3, -1, 3, 100, 10_000, 3_000, 60_000);

    private final Path directory;
    private final Random random;
    private final HandClock clock = new HandClock();
    private final NativeMemory memory = NativeMemory.create(8 << 20);
    private final CacheBudget budget = new CacheBudget(64 << 10);
    private final JobMaster master;
    private final CheckpointStorage storage;
    private final CheckpointFiles files;
    private final List<Sink> sinks = new ArrayList<>();
    private final Map<String, Deque<Work>> lanes = new TreeMap<>();
    /** What the sinks held at each checkpoint. */
    private final Map<Long, List<Map<Integer, Long>>> held = new HashMap<>();

    private final Map<Long, String> savepoints = new TreeMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private DiskFault fault = DiskFault.NONE;
    private int tokens;
    private boolean ended;

    private interface Work {
        void run() throws Exception;
    }

    private static final class HandClock extends Clock {
        private long nowMs = 1_000_000;

        @Override
        public long millis() {
            return nowMs;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(nowMs);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** A task with keyed state, and what that must be. */
    private final class Sink {
        private final TaskKey task;
        private final KeyedStateStore store;
        private final ValueState<Long> values;
        private Map<Integer, Long> model = new TreeMap<>();
        private boolean isWriting;

        Sink(int subtask) throws Exception {
            task = new TaskKey(2, subtask);
            store = openStore(subtask, List.of(), storage, "sink-" + subtask);
            values = store.value(descriptor());
        }

        void update() throws Exception {
            int key = keyOf(random.nextInt(KEYS), task.subtask());
            store.setCurrentKey(key);
            if (random.nextInt(8) == 0) {
                values.clear();
                model.remove(key);
            } else {
                long value = random.nextLong();
                values.update(value);
                model.put(key, value);
            }
        }

        void barrier(long checkpointId) {
            if (isWriting || store.isFrozen()) {
                send(new Event.CheckpointDeclined("w", EPOCH, 1, task, checkpointId, "writes an earlier one", BUSY));
                count("busy");
                return;
            }
            held.computeIfAbsent(checkpointId, missing -> new ArrayList<>(List.of(Map.of(), Map.of())))
                    .set(task.subtask(), new TreeMap<>(model));
            KeyedStateStore.Frozen frozen = store.freeze(checkpointId);
            isWriting = true;
            later("snapshot " + task.subtask(), () -> write(checkpointId, frozen));
        }

        private void write(long checkpointId, KeyedStateStore.Frozen frozen) {
            try {
                KeyedStateHandle handle = frozen.write(storage);
                send(new Event.CheckpointAcked(
                        "w",
                        EPOCH,
                        1,
                        task,
                        checkpointId,
                        snapshot(task).toBuilder()
                                .addOperators(OperatorSnapshot.newBuilder()
                                        .setUid("uid-2")
                                        .setKeyed(handle))
                                .build()));
            } catch (IOException e) {
                send(new Event.CheckpointDeclined("w", EPOCH, 1, task, checkpointId, e.getMessage(), STORAGE));
            } finally {
                isWriting = false;
            }
        }
    }

    SteppedStorageJob(Path directory, Random random) throws Exception {
        this.directory = directory;
        this.random = random;
        this.storage = CheckpointStorage.directory(
                directory.resolve("checkpoints"), "job", new FaultyDisk(Disk.SYSTEM, () -> fault), clock, GRACE);
        this.files = new CheckpointFiles(storage, Configuration.empty());
        this.master = new JobMaster(
                new JobSpec("job", 1_000, ExecutionGraph.of(Plans.sourceToSink(SINKS)), "", 0, "/unused", POLICY),
                EPOCH,
                JobFacts.fresh());
        for (int subtask = 0; subtask < SINKS; subtask++) {
            sinks.add(new Sink(subtask));
        }
        send(new Event.Begin());
        send(new Event.SlotsGranted(List.of(new TaskSlot("w", "w:1"), new TaskSlot("w", "w:1"))));
        drainLanes();
    }

    private static ValueStateDescriptor<Long> descriptor() {
        return new ValueStateDescriptor<>("value", Types.LONG);
    }

    /** The next key from there on that belongs to the subtask. */
    private static int keyOf(int from, int subtask) {
        TypeSerializer<Integer> serializer = Types.INT.createSerializer();
        int key = from;
        while (KeyGroups.subtask(KeyGroups.keyGroup(serializer.hash(key), KEY_GROUPS), SINKS, KEY_GROUPS) != subtask) {
            key++;
        }
        return key;
    }

    @SuppressWarnings("unchecked")
    private KeyedStateStore openStore(int subtask, List<KeyedStateHandle> restore, CheckpointStorage from, String name)
            throws IOException {
        return KeyedStateStore.open(
                new StoreConfig(
                        directory.resolve(name),
                        "uid-2",
                        KeyGroups.range(subtask, SINKS, KEY_GROUPS),
                        KEY_GROUPS,
                        (TypeSerializer<Object>) (TypeSerializer<?>) Types.INT.createSerializer(),
                        budget,
                        memory),
                restore,
                from);
    }

    private static TaskSnapshot snapshot(TaskKey task) {
        return TaskSnapshot.newBuilder()
                .setVertex(task.vertex())
                .setSubtask(task.subtask())
                .setParallelism(SINKS)
                .setMaxParallelism(KEY_GROUPS)
                .build();
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    Map<String, Integer> counts() {
        return counts;
    }

    Map<Long, String> savepoints() {
        return savepoints;
    }

    // ------------------------------------------------------------------------------------ what happens

    private void later(String lane, Work work) {
        lanes.computeIfAbsent(lane, missing -> new ArrayDeque<>()).add(work);
    }

    private void send(Event event) {
        for (Effect effect : master.on(event, clock.nowMs)) {
            perform(effect);
        }
    }

    private void perform(Effect effect) {
        if (effect instanceof Effect.Persist persist) {
            later("store", () -> send(new Event.Persisted(persist.version())));
        } else if (effect instanceof Effect.WriteManifest write) {
            later("storage", () -> send(files.write(write.manifest())));
        } else if (effect instanceof Effect.CleanUp cleanUp) {
            later("storage", () -> cleanUp(cleanUp.retained()));
        } else if (effect instanceof Effect.WriteSavepoint write) {
            later("savepoint", () -> writeSavepoint(write));
        } else if (effect instanceof Effect.CallWorker call) {
            later("calls", () -> call(call.call()));
        } else if (effect instanceof Effect.Ended) {
            ended = true;
        }
    }

    private void cleanUp(List<Long> retained) throws IOException {
        int before = filesThere().size();
        send(files.cleanUp(retained));
        counts.merge("removed on the way", before - filesThere().size(), Integer::sum);
    }

    private void writeSavepoint(Effect.WriteSavepoint write) {
        Event outcome = files.writeSavepoint(write.checkpointId(), write.directory());
        if (outcome instanceof Event.SavepointWritten written) {
            savepoints.put(write.checkpointId(), written.location());
            count("savepoint");
        }
        send(outcome);
    }

    private void call(WorkerCall call) {
        switch (call.kind()) {
            case DEPLOY -> report(TaskState.DEPLOYED);
            case START -> report(TaskState.RUNNING);
            case CANCEL -> report(TaskState.CANCELLED);
            case TRIGGER_CHECKPOINT -> trigger(((TriggerCheckpointRequest) call.request()).getCheckpointId());
            // No task is in a burst.
            case UNALIGN -> {}
            case NOTIFY_CHECKPOINT -> told((NotifyCheckpointRequest) call.request());
            default -> throw new AssertionError(call);
        }
        send(new Event.CallDone("w", call.kind(), call.attempt()));
    }

    private void report(TaskState state) {
        for (int vertex = 1; vertex <= 2; vertex++) {
            for (int subtask = 0; subtask < SINKS; subtask++) {
                send(new Event.TaskReported(
                        "w",
                        EPOCH,
                        1,
                        new TaskKey(vertex, subtask),
                        state,
                        ErrorDetail.getDefaultInstance(),
                        Failure.Kind.OWN));
            }
        }
    }

    private void trigger(long checkpointId) {
        for (int subtask = 0; subtask < SINKS; subtask++) {
            TaskKey source = new TaskKey(1, subtask);
            later(
                    "sources",
                    () -> send(new Event.CheckpointAcked("w", EPOCH, 1, source, checkpointId, snapshot(source))));
        }
        for (Sink sink : sinks) {
            later("barrier " + sink.task.subtask(), () -> sink.barrier(checkpointId));
        }
    }

    private void told(NotifyCheckpointRequest told) {
        for (Sink sink : sinks) {
            if (told.getCompleted()) {
                sink.store.checkpointComplete(told.getCheckpointId());
            } else {
                sink.store.checkpointAborted(told.getCheckpointId());
            }
        }
    }

    void run(int steps) throws Exception {
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> sinks.get(random.nextInt(SINKS)).update();
                case 3 -> pass();
                default -> runOneLane();
            }
            if (random.nextInt(100) == 0) {
                fault = fault.isFull() || random.nextInt(2) > 0 ? DiskFault.NONE : DiskFault.FULL;
            }
            if (random.nextInt(150) == 0) {
                Order savepoint = Order.savepoint(
                        "t" + tokens++, directory.resolve("savepoints").toString());
                send(new Event.Asked(savepoint, SINKS));
            }
        }
        fault = DiskFault.NONE;
        drainLanes();
    }

    /** Mostly moments, and now and then so long that checkpoints time out and files grow old. */
    private void pass() {
        clock.nowMs += random.nextInt(30) == 0 ? 400_000 + random.nextInt(400_000) : random.nextInt(1_500);
        send(new Event.Tick());
    }

    private void runOneLane() throws Exception {
        List<Deque<Work>> busy =
                lanes.values().stream().filter(lane -> !lane.isEmpty()).toList();
        if (!busy.isEmpty()) {
            busy.get(random.nextInt(busy.size())).remove().run();
        }
    }

    private void drainLanes() throws Exception {
        while (lanes.values().stream().anyMatch(lane -> !lane.isEmpty())) {
            runOneLane();
        }
    }

    /** Cancels the job, in the middle of whatever it does, and sweeps as the coordinator does in the end. */
    void end() throws Exception {
        for (int step = random.nextInt(50); step > 0; step--) {
            pass();
            runOneLane();
        }
        for (CheckpointInfo info : master.checkpointInfos(clock.nowMs)) {
            count(info.getState().toLowerCase(java.util.Locale.ROOT));
            if (info.getCause().contains("not complete after")) {
                count("timed out");
            }
        }
        send(new Event.CancelRequested());
        drainLanes();
        assertThat(ended).isTrue();
        assertThat(files.sweep()).isEmpty();
    }

    // ------------------------------------------------------------------------------------ what is there

    /** Names of the files in the storage, whatever they are. */
    TreeSet<String> filesThere() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        Path there = directory.resolve("checkpoints").resolve("job").resolve("files");
        if (Files.isDirectory(there)) {
            try (Stream<Path> list = Files.list(there)) {
                list.forEach(path -> names.add(path.getFileName().toString()));
            }
        }
        return names;
    }

    /** Names of the files that the retained manifests name. */
    TreeSet<String> filesNamed() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (long id : storage.manifestIds()) {
            for (FileRef file : storage.readManifest(id).getFilesList()) {
                names.add(file.getSha256());
            }
        }
        return names;
    }

    void assertRetainedOnesRestore() throws Exception {
        assertThat(storage.manifestIds()).isEqualTo(master.facts().completed());
        for (long id : storage.manifestIds()) {
            assertRestores(id, storage.readManifest(id), storage);
        }
    }

    /** What the checkpoint of this id holds is what the sinks held when its barrier came. */
    void assertRestores(long id, CheckpointManifest manifest, CheckpointStorage from) throws Exception {
        for (TaskSnapshot task : manifest.getTasksList()) {
            if (task.getVertex() == 2) {
                List<KeyedStateHandle> handles = List.of(task.getOperators(0).getKeyed());
                Map<Integer, Long> expected = held.get(id).get(task.getSubtask());
                Map<Integer, Long> found = new TreeMap<>();
                try (KeyedStateStore store = openStore(task.getSubtask(), handles, from, "restored-" + tokens++)) {
                    ValueState<Long> values = store.value(descriptor());
                    for (int key = 0; key < 2 * KEYS; key++) {
                        int group =
                                KeyGroups.keyGroup(Types.INT.createSerializer().hash(key), KEY_GROUPS);
                        if (KeyGroups.subtask(group, SINKS, KEY_GROUPS) == task.getSubtask()) {
                            store.setCurrentKey(key);
                            Long value = values.value();
                            if (value != null) {
                                found.put(key, value);
                            }
                        }
                    }
                }
                assertThat(found)
                        .as("checkpoint %d, sink %d", id, task.getSubtask())
                        .isEqualTo(expected);
            }
        }
    }

    @Override
    public void close() {
        sinks.forEach(sink -> sink.store.close());
        memory.close();
    }
}
