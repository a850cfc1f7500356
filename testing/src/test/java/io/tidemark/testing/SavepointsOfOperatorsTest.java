package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.state.BroadcastStateDeclaration;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.StateDeclarations;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeDescriptors;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.checkpoint.plain.PlainText;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.savepoint.Entries;
import io.tidemark.checkpoint.savepoint.KeyedStateWriter;
import io.tidemark.checkpoint.savepoint.OperatorWriter;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.SavepointWriter;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.savepoint.StateEntry;
import io.tidemark.checkpoint.savepoint.StoredOperator;
import io.tidemark.checkpoint.savepoint.StoredOwnState;
import io.tidemark.checkpoint.savepoint.StoredState;
import io.tidemark.checkpoint.savepoint.TimerEntry;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.timer.TimerDomain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators that start from a savepoint which a program wrote, and savepoints of what operators had. */
class SavepointsOfOperatorsTest {
    private static final String UID = "operator-under-test";

    @TempDir
    Path checkpoints;

    /** Sums the numbers of each key, keeps the records, and says the sum again when a timer that was set for it fires. */
    private static final class Summing extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        static final ValueStateDescriptor<Long> SUM = new ValueStateDescriptor<>("sum", Types.LONG);
        static final ListStateDescriptor<String> RECORDS = new ListStateDescriptor<>("records", Types.STRING);

        private transient ValueState<Long> sum;
        private transient ListState<String> records;

        @Override
        public void open(OpenContext context) {
            sum = getRuntimeContext().getState(SUM);
            records = getRuntimeContext().getListState(RECORDS);
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) throws Exception {
            long before = sum.value() == null ? 0 : sum.value();
            sum.update(before + Long.parseLong(record.substring(1)));
            records.add(record);
            out.collect(context.getCurrentKey() + sum.value() + String.join("", records.get()));
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            out.collect("timer of " + context.getCurrentKey() + ": " + sum.value());
        }
    }

    private OperatorHarness.Builder summing() {
        return OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(new Summing()))
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .checkpointsIn(checkpoints);
    }

    /** A savepoint's directory is that of a job's checkpoints, so the harness finds its files there. */
    private String savepoint() {
        return checkpoints.resolve("job").toString();
    }

    private List<HarnessSnapshot> snapshots(Savepoint savepoint) {
        return savepoint.manifest().getTasksList().stream()
                .map(task -> new HarnessSnapshot(1, task))
                .toList();
    }

    @Test
    void aFunctionStartsFromASavepointThatAProgramWrote() throws Exception {
        try (SavepointWriter writer = SavepointWriter.create("sums", 128)) {
            OperatorWriter operator = writer.operator(UID, "Sums", 2).watermark(100);
            try (KeyedStateWriter<String> keyed = operator.keyed(Types.STRING)) {
                ValueState<Long> sum = keyed.value(Summing.SUM);
                ListState<String> records = keyed.list(Summing.RECORDS);
                for (String key : List.of("a", "b", "c", "d", "e")) {
                    keyed.setKey(key);
                    sum.update((long) key.charAt(0));
                    records.add(key + "0");
                    records.add(key + "1");
                    keyed.setTimer(TimerDomain.EVENT, 100 + key.charAt(0));
                }
            }
            writer.write(savepoint());
        }

        try (OperatorHarness harness = summing().openRescaled(snapshots(Savepoints.open(savepoint())))) {
            harness.record("a3", 110);
            harness.record("e1", 120);
            harness.record("z9", 130);
            assertThat(harness.takeValues()).containsExactly("a100a0a1a3", "e102e0e1e1", "z9z9");
            harness.watermark(198);
            assertThat(harness.takeValues()).containsExactly("timer of a: 100", "timer of b: 98");
            harness.watermark(500);
            assertThat(harness.takeValues()).containsExactly("timer of c: 99", "timer of d: 100", "timer of e: 102");
        }
    }

    @Test
    void whatAFunctionKeptIsReadFromASavepointOfIt() throws Exception {
        try (OperatorHarness harness = summing().open()) {
            harness.record("a1", 1);
            harness.record("b5", 2);
            harness.record("a2", 3);
            Savepoint savepoint = savepointOf(harness.snapshot());

            try (SavepointReader reader = SavepointReader.of(savepoint);
                    Entries<StateEntry<String, Void, String>> records =
                            reader.elements(UID, Types.STRING, Summing.RECORDS)) {
                List<String> read = new ArrayList<>();
                records.forEachRemaining(entry -> read.add(entry.key() + ":" + entry.value()));
                assertThat(read)
                        .containsExactlyInAnyOrder("a:a1", "a:a2", "b:b5")
                        .containsSubsequence("a:a1", "a:a2");
            }
        }
    }

    private Savepoint savepointOf(HarnessSnapshot... snapshots) throws Exception {
        CheckpointManifest.Builder manifest =
                CheckpointManifest.newBuilder().setJobId("job").setCheckpointId(1);
        for (HarnessSnapshot snapshot : snapshots) {
            manifest.addTasks(snapshot.task());
            snapshot.task()
                    .getOperatorsList()
                    .forEach(operator ->
                            operator.getKeyed().getFilesList().forEach(file -> manifest.addFiles(file.getFile())));
        }
        String location = Savepoints.write(
                manifest.build(),
                CheckpointStorage.directory(checkpoints, "job"),
                checkpoints.resolve("savepoints").toString());
        return Savepoints.open(location);
    }

    @Test
    void windowsAndTheirContentsAreReadWithoutAnyClass() throws Exception {
        OperatorSpec windows = new OperatorSpec.WindowSpec(
                TumblingEventTimeWindows.of(Duration.ofMillis(10)),
                null,
                null,
                null,
                new ListedWindow(),
                Types.STRING.createSerializer(),
                0,
                null);
        try (OperatorHarness harness = OperatorHarness.of(windows)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .checkpointsIn(checkpoints)
                .open()) {
            harness.record("a1", 3);
            harness.record("a2", 5);
            harness.record("b1", 17);
            Savepoint savepoint = savepointOf(harness.snapshot());

            try (SavepointReader reader = SavepointReader.of(savepoint)) {
                StoredOperator operator = reader.operator(UID);
                List<String> contents = new ArrayList<>();
                for (StoredState state : operator.states()) {
                    try (Entries<StateEntry<Object, Object, Object>> entries = reader.entries(operator, state)) {
                        entries.forEachRemaining(entry -> contents.add(PlainText.of(entry.key()) + " "
                                + PlainText.of(entry.subKey()) + " " + PlainText.of(entry.value())));
                    }
                }
                assertThat(contents)
                        .anyMatch(line -> line.startsWith("\"a\" TimeWindow{start=0, end=10} ")
                                && line.contains("\"a1\"")
                                && line.contains("\"a2\""))
                        .anyMatch(line -> line.startsWith("\"b\" TimeWindow{start=10, end=20} "));
                assertThat(reader.own(operator, "windows"))
                        .extracting(PlainText::of)
                        .contains("Saved{window=TimeWindow{start=0, end=10}, fired=false}");
            }
        }
    }

    /** Keeps in each window how often that has fired. */
    private static final class Firings extends ProcessWindowFunction<String, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(String key, Context context, Iterable<String> elements, Collector<String> out)
                throws Exception {
            ValueState<Integer> firings =
                    context.windowState().getState(new ValueStateDescriptor<>("firings", Types.INT));
            firings.update(firings.value() == null ? 1 : firings.value() + 1);
            out.collect(key + firings.value());
        }
    }

    private List<String> windowsInState(OperatorHarness harness) throws Exception {
        List<String> windows = new ArrayList<>();
        try (SavepointReader reader = SavepointReader.of(savepointOf(harness.snapshot()))) {
            StoredOperator operator = reader.operator(UID);
            for (StoredState state : operator.states()) {
                try (Entries<StateEntry<Object, Object, Object>> entries = reader.entries(operator, state)) {
                    entries.forEachRemaining(entry -> windows.add(PlainText.of(entry.subKey())));
                }
            }
        }
        return windows;
    }

    @Test
    void stateOfAWindowGoesWithItAlsoWhenNobodyHasAskedForItSinceARestore() throws Exception {
        OperatorSpec firings = new OperatorSpec.WindowSpec(
                TumblingEventTimeWindows.of(Duration.ofMillis(10)),
                null,
                null,
                null,
                new Firings(),
                Types.STRING.createSerializer(),
                20,
                null);
        try (OperatorHarness harness = OperatorHarness.of(firings)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .checkpointsIn(checkpoints)
                .open()) {
            harness.record("a1", 3);
            harness.watermark(9);
            assertThat(harness.takeValues()).containsExactly("a1");
            harness.restart();
            // The window goes, and its function is not called.
            harness.watermark(40);
            harness.restart();
            harness.record("b1", 45);
            harness.watermark(49);
            assertThat(harness.takeValues()).containsExactly("b1");
            assertThat(windowsInState(harness))
                    .contains("TimeWindow{start=40, end=50}")
                    .doesNotContain("TimeWindow{start=0, end=10}");
        }
    }

    @Test
    void timersOfAFunctionAreReadFromASavepointOfIt() throws Exception {
        try (SavepointWriter writer = SavepointWriter.create("sums", 128)) {
            try (KeyedStateWriter<String> keyed = writer.operator(UID).keyed(Types.STRING)) {
                keyed.setKey("a");
                keyed.setTimer(TimerDomain.EVENT, 100);
                keyed.setTimer(TimerDomain.PROCESSING, -5);
            }
            writer.write(savepoint());
        }

        try (OperatorHarness harness = summing().openRescaled(snapshots(Savepoints.open(savepoint())))) {
            harness.watermark(50);
            Savepoint savepoint = savepointOf(harness.snapshot());
            List<TimerEntry<String, Void>> timers = new ArrayList<>();
            try (SavepointReader reader = SavepointReader.of(savepoint);
                    Entries<TimerEntry<String, Void>> entries =
                            reader.timers(UID, Types.STRING, SavepointWriter.FUNCTION_TIMERS, Types.VOID)) {
                entries.forEachRemaining(timers::add);
            }
            assertThat(timers).contains(new TimerEntry<>(TimerDomain.EVENT, 100, "a", null));
        }
    }

    // ------------------------------------------------------------------------------------ broadcast state

    private static final MapStateDescriptor<String, String> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.STRING);
    private static final String RULES_LIST = "broadcast/rules";

    /** Keeps the records of its broadcast input, and says them all for each of the other. */
    private static final class Ruled extends BroadcastProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            List<String> rules = new ArrayList<>();
            ctx.getBroadcastState(RULES).immutableEntries().forEach(rule -> rules.add(rule.getKey()));
            out.collect(value + rules);
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) throws Exception {
            ctx.getBroadcastState(RULES).put(value, value);
        }
    }

    private OperatorHarness.Builder ruled(int subtask) {
        return OperatorHarness.of(new OperatorSpec.ConnectSpec(new Ruled(), List.of(RULES)))
                .channels(1, 1)
                .checkpointsIn(checkpoints)
                .subtask(subtask, 2);
    }

    private HarnessSnapshot withRules(int subtask) {
        try (OperatorHarness harness = ruled(subtask).open()) {
            harness.record(1, 0, "a", 1);
            harness.record(1, 0, "b", 1);
            return harness.snapshot();
        }
    }

    @Test
    void broadcastStateIsReadOnceAndWrittenForAllSubtasks() throws Exception {
        Savepoint before = savepointOf(withRules(0), withRules(1));
        TypeSerializer<Tuple2<String, String>> entries =
                Types.TUPLE(Types.STRING, Types.STRING).createSerializer();
        try (SavepointReader reader = SavepointReader.of(before)) {
            StoredOperator operator = reader.operator(UID);
            assertThat(operator.ownStates())
                    .filteredOn(own -> own.name().equals(RULES_LIST))
                    .extracting(StoredOwnState::elements)
                    .containsExactly(2L);
            assertThat(reader.own(operator, RULES_LIST)).hasSize(2);
            assertThat(reader.own(UID, RULES_LIST, entries))
                    .extracting(rule -> rule.f0)
                    .containsExactly("a", "b");
        }

        try (SavepointWriter writer = SavepointWriter.of(before)) {
            writer.operator(UID).own(RULES_LIST, entries, List.of(Tuple2.of("c", "c"), Tuple2.of("d", "d")));
            writer.write(savepoint());
        }
        for (HarnessSnapshot snapshot : snapshots(Savepoints.open(savepoint()))) {
            try (OperatorHarness harness = ruled(0).openRescaled(List.of(snapshot))) {
                harness.record(0, 0, "r", 5);
                assertThat(harness.takeValues()).contains("r[c, d]");
            }
        }
    }

    @Test
    void broadcastStateOfASavepointMadeOutOfNothingIsThereInEverySubtask() throws Exception {
        Map<String, String> rules = Map.of("c", "c", "d", "d");
        try (SavepointWriter writer = SavepointWriter.create("job", 128)) {
            writer.operator(UID, UID, 2).broadcast(RULES, rules);
            writer.write(savepoint());
        }
        Savepoint written = Savepoints.open(savepoint());
        try (SavepointReader reader = SavepointReader.of(written)) {
            assertThat(reader.broadcast(UID, RULES)).isEqualTo(rules);
        }
        for (HarnessSnapshot snapshot : snapshots(written)) {
            try (OperatorHarness harness = ruled(0).openRescaled(List.of(snapshot))) {
                harness.record(0, 0, "r", 5);
                String answer = harness.takeValues().get(0).toString();
                assertThat(answer).startsWith("r[").contains("c", "d");
            }
        }
    }

    @Test
    void broadcastStateThatAFunctionDeclaresIsWrittenByItsDeclarationAlone() throws Exception {
        BroadcastStateDeclaration<String, Long> limits = StateDeclarations.mapStateBuilder(
                        "limits", TypeDescriptors.STRING, TypeDescriptors.LONG)
                .buildBroadcast();
        try (SavepointWriter writer = SavepointWriter.create("job", 128)) {
            writer.operator(UID).broadcast(limits, Map.of("a", 1L)).broadcast(limits, Map.of("b", 2L));
            writer.write(savepoint());
        }
        try (SavepointReader reader = SavepointReader.of(Savepoints.open(savepoint()))) {
            assertThat(reader.broadcast(UID, limits)).isEqualTo(Map.of("b", 2L));
        }
    }

    @Test
    void listsOfAFunctionAreWrittenAndReadByTheirDescriptors() throws Exception {
        ListStateDescriptor<Long> dealtOut = new ListStateDescriptor<>("dealt-out", Types.LONG);
        ListStateDescriptor<Long> all = new ListStateDescriptor<>("all", Types.LONG);
        try (SavepointWriter writer = SavepointWriter.create("job", 128)) {
            writer.operator(UID, UID, 2).list(dealtOut, List.of(1L, 2L, 3L)).unionList(all, List.of(4L, 5L));
            writer.write(savepoint());
        }
        try (SavepointReader reader = SavepointReader.of(Savepoints.open(savepoint()))) {
            assertThat(reader.list(UID, dealtOut)).containsExactlyInAnyOrder(1L, 2L, 3L);
            assertThat(reader.list(UID, all)).containsExactlyInAnyOrder(4L, 5L);
        }
    }
}
