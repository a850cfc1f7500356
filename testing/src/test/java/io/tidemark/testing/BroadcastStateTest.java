package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.CheckpointedFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.Function;
import io.tidemark.api.function.FunctionInitializationContext;
import io.tidemark.api.function.FunctionSnapshotContext;
import io.tidemark.api.function.KeyedBroadcastProcessFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Probe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Broadcast state, and the functions that have it. */
class BroadcastStateTest {
    private static final MapStateDescriptor<String, String> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.STRING);
    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);

    @TempDir
    Path directory;

    private static Piece unkeyed(StreamHarness harness, BroadcastProcessFunction<String, String, String> function) {
        return Piece.of(
                harness,
                (records, rules) -> records.connect(rules.broadcast(RULES)).process(function),
                SIDE);
    }

    private static Piece keyed(
            StreamHarness harness, KeyedBroadcastProcessFunction<String, String, String, String> function) {
        return Piece.of(
                harness,
                (records, rules) ->
                        Piece.keyed(records).connect(rules.broadcast(RULES)).process(function),
                SIDE);
    }

    /** One of several subtasks, or some of what all of them had. */
    private OperatorHarness.Builder subtaskOf(Function function) {
        return OperatorHarness.of(new OperatorSpec.ConnectSpec(function, List.of(RULES)))
                .channels(1, 1)
                .checkpointsIn(directory);
    }

    private OperatorHarness.Builder keyedSubtaskOf(Function function) {
        return subtaskOf(function)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .unkeyedInputs(1);
    }

    /** Rules such as {@code a=x} or {@code a=} (away with it); says for each record what is known. */
    private static final class Rules extends BroadcastProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            List<String> all = new ArrayList<>();
            ctx.getBroadcastState(RULES).immutableEntries().forEach(rule -> all.add(rule.toString()));
            out.collect(value + all);
            ctx.output(SIDE, value + ctx.getBroadcastState(RULES).get(value));
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) throws Exception {
            int sign = value.indexOf('=');
            if (sign == value.length() - 1) {
                ctx.getBroadcastState(RULES).remove(value.substring(0, sign));
            } else {
                ctx.getBroadcastState(RULES).put(value.substring(0, sign), value.substring(sign + 1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsBroadcastIsKeptInStateThatRecordsSee(Mode mode) {
        try (Piece piece = unkeyed(mode.harness(), new Rules())) {
            piece.record(0, "a", 1);
            piece.record(1, "a=x", 2);
            piece.record(1, "b=y", 3);
            piece.record(0, "a", 4);
            piece.record(1, "a=", 5);
            piece.record(0, "a", 6);
            assertThat(piece.take()).containsExactly("a[]@1", "a[a=x, b=y]@4", "a[b=y]@6");
            assertThat(piece.take(SIDE)).containsExactly("anull@1", "ax@4", "anull@6");
        }
    }

    private List<String> known(List<HarnessSnapshot> before, int parallelism, List<HarnessSnapshot> after) {
        List<String> known = new ArrayList<>();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            try (OperatorHarness harness =
                    subtaskOf(new Rules()).subtask(subtask, parallelism).openRescaled(before)) {
                harness.record(0, 0, "r", 1);
                harness.take().stream().filter(text -> text.startsWith("r[")).forEach(known::add);
                harness.record(1, 0, "c=z", 2);
                after.add(harness.snapshot());
            }
        }
        return known;
    }

    @Test
    void trC2_broadcastStateIsTheSameInAllSubtasksAfterEveryRescale() {
        HarnessSnapshot one;
        try (OperatorHarness harness = subtaskOf(new Rules()).open()) {
            harness.record(1, 0, "a=x", 1);
            harness.record(1, 0, "b=y", 1);
            one = harness.snapshot();
        }
        List<HarnessSnapshot> three = new ArrayList<>();
        assertThat(known(List.of(one), 3, three)).containsOnly("r[a=x, b=y]@1").hasSize(3);
        List<HarnessSnapshot> two = new ArrayList<>();
        assertThat(known(three, 2, two)).containsOnly("r[a=x, b=y, c=z]@1").hasSize(2);
        assertThat(known(two, 1, new ArrayList<>())).containsExactly("r[a=x, b=y, c=z]@1");
    }

    /** Keeps rules to itself until the next checkpoint. */
    private static final class Buffering extends BroadcastProcessFunction<String, String, String>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private transient BroadcastState<String, String> rules;
        private transient List<String> buffered;

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            rules = context.getOperatorStateStore().getBroadcastState(RULES);
            buffered = new ArrayList<>();
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            for (String rule : buffered) {
                rules.put(rule, rule);
            }
            buffered.clear();
        }

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            out.collect(value + ctx.getBroadcastState(RULES).contains(value));
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) {
            buffered.add(value);
        }
    }

    @Test
    void whatAFunctionPutsIntoBroadcastStateForACheckpointIsInThatCheckpoint() {
        try (Piece piece = unkeyed(
                StreamHarness.create().withoutRestarts("it looks at what is there before a checkpoint"),
                new Buffering())) {
            piece.record(1, "a", 1);
            piece.record(0, "a", 2);
            piece.restore(piece.snapshot());
            piece.record(0, "a", 3);
            assertThat(piece.take()).containsExactly("afalse@2", "atrue@3");
        }
    }

    private static final class Cheating extends BroadcastProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            switch (value) {
                case "clear" -> ctx.getBroadcastState(RULES).clear();
                case "set" -> ctx.getBroadcastState(RULES).immutableEntries().forEach(rule -> rule.setValue("mine"));
                default -> ctx.getBroadcastState(new MapStateDescriptor<>("rulez", Types.STRING, Types.STRING));
            }
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) throws Exception {
            ctx.getBroadcastState(RULES).put(value, value);
        }
    }

    private static void refused(String record, String message) {
        try (Piece piece = unkeyed(StreamHarness.create(), new Cheating())) {
            piece.record(1, "a", 1);
            assertThatThrownBy(() -> piece.record(0, record, 2)).hasMessageContaining(message);
        }
    }

    @Test
    void trC2_aRecordThatOneSubtaskGetsCannotChangeBroadcastState() {
        refused("clear", "Broadcast state can be changed in processBroadcastElement only");
        refused("set", "UnsupportedOperationException");
    }

    @Test
    void aBroadcastStateWithoutDescriptorIsAnErrorThatNamesThoseThereAre() {
        refused("other", "has no broadcast state \"rulez\", it has [rules]");
    }

    // ------------------------------------------------------------------------------------ keyed

    private static final ValueStateDescriptor<Long> COUNT = new ValueStateDescriptor<>("count", Types.LONG);
    private static final ListStateDescriptor<String> ALL = new ListStateDescriptor<>("all", Types.STRING);
    private static final MapStateDescriptor<String, Long> TIMES =
            new MapStateDescriptor<>("times", Types.STRING, Types.LONG);
    private static final ReducingStateDescriptor<Long> SUM =
            new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG);
    private static final AggregatingStateDescriptor<String, Long, Long> LETTERS =
            new AggregatingStateDescriptor<>("letters", new Letters(), Types.LONG);

    private static final class Letters implements AggregateFunction<String, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String value, Long accumulator) {
            return accumulator + value.length();
        }

        @Override
        public Long getResult(Long accumulator) {
            return accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    /** Keeps its records in state of all kinds; {@code tell KIND} tells what is in those, {@code drop} clears the counts. */
    private static final class Keeping extends KeyedBroadcastProcessFunction<String, String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            ValueState<Long> count = getRuntimeContext().getState(COUNT);
            count.update(count.value() == null ? 1 : count.value() + 1);
            getRuntimeContext().getListState(ALL).add(value);
            getRuntimeContext().getMapState(TIMES).put(value, ctx.timestamp());
            getRuntimeContext().getReducingState(SUM).add(ctx.timestamp());
            getRuntimeContext().getAggregatingState(LETTERS).add(value);
            ctx.timerService().setEventTimeTimer("end", ctx.timestamp() + 10);
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) throws Exception {
            TreeSet<String> told = new TreeSet<>();
            switch (value) {
                case "tell value" -> ctx.applyToKeyedState(COUNT, (key, state) -> told.add(key + state.value()));
                case "tell list" ->
                    ctx.applyToKeyedState(ALL, (key, state) -> {
                        List<String> elements = new ArrayList<>();
                        state.get().forEach(elements::add);
                        told.add(key + elements);
                    });
                case "tell map" ->
                    ctx.applyToKeyedState(TIMES, (key, state) -> {
                        TreeSet<String> entries = new TreeSet<>();
                        for (Map.Entry<String, Long> entry : state.entries()) {
                            entries.add(entry.toString());
                        }
                        told.add(key + entries);
                    });
                case "tell reducing" -> ctx.applyToKeyedState(SUM, (key, state) -> told.add(key + state.get()));
                case "tell aggregating" -> ctx.applyToKeyedState(LETTERS, (key, state) -> told.add(key + state.get()));
                case "drop" -> ctx.applyToKeyedState(COUNT, (key, state) -> state.clear());
                default -> getRuntimeContext().getState(COUNT).value();
            }
            out.collect(told.toString());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
            out.collect(ctx.getCurrentKey() + " " + ctx.timerName() + " " + ctx.timeDomain());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBroadcastRecordMayDoSomethingForEveryKeyThatHasAState(Mode mode) {
        try (Piece piece = keyed(mode.harness(), new Keeping())) {
            piece.record(1, "tell value", 0);
            for (String record : List.of("a1", "b1", "a2", "c1")) {
                piece.record(0, record, 5);
            }
            piece.record(1, "tell value", 6);
            piece.record(1, "tell reducing", 6);
            piece.record(1, "tell aggregating", 6);
            piece.record(1, "tell map", 6);
            piece.record(1, "drop", 7);
            piece.record(0, "b2", 8);
            piece.record(1, "tell value", 9);
            assertThat(piece.take())
                    .containsExactly(
                            "[]@0",
                            "[a2, b1, c1]@6",
                            "[a10, b5, c5]@6",
                            "[a4, b2, c2]@6",
                            "[a[a1=5, a2=5], b[b1=5], c[c1=5]]@6",
                            "[]@7",
                            "[b1]@9");
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyKeyWithAListIsFoundWhereverTheListIs(Mode mode) {
        try (Piece piece = keyed(mode.harness(), new Keeping())) {
            TreeSet<String> expected = new TreeSet<>();
            for (char key = 'a'; key <= 'z'; key++) {
                piece.record(0, key + "1", 1);
                piece.record(0, key + "2", 1);
                expected.add(key + "[" + key + "1, " + key + "2]");
            }
            piece.record(1, "tell list", 2);
            assertThat(piece.take()).containsExactly(expected + "@2");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyedBroadcastFunctionHasTimersOfItsKeys(Mode mode) {
        try (Piece piece = keyed(mode.harness(), new Keeping())) {
            piece.record(0, "a1", 5);
            piece.watermark(1, 100);
            piece.watermark(0, 14);
            assertThat(piece.take()).containsExactly("WM(14)");
            piece.watermark(0, 15);
            assertThat(piece.take()).containsExactly("a end EVENT_TIME@15", "WM(15)");
        }
    }

    /** Says for each record whether it is late, by each of the two ways to ask for event time. */
    private static final class Clocked extends KeyedBroadcastProcessFunction<String, String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) {
            out.collect(value + " " + ctx.currentWatermark() + " "
                    + ctx.timerService().currentWatermark());
            ctx.timerService().registerEventTimeTimer(40);
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) {
            out.collect(value + " " + ctx.currentWatermark());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
            out.collect(
                    "timer " + ctx.currentWatermark() + " " + ctx.timerService().currentWatermark());
        }
    }

    private HarnessSnapshot clocked(int subtask, long watermark, List<String> records) {
        try (OperatorHarness harness =
                keyedSubtaskOf(new Clocked()).subtask(subtask, 2).open()) {
            harness.watermark(0, 0, watermark);
            harness.watermark(1, 0, watermark);
            for (char key = 'a'; key <= 'z'; key++) {
                if (harness.owns(String.valueOf(key))) {
                    records.add(String.valueOf(key));
                    break;
                }
            }
            return harness.snapshot();
        }
    }

    @Test
    void tm1_theEventTimeOfAKeyInAKeyedBroadcastFunctionIsNotLowerAfterSubtasksWereMerged() {
        List<String> keys = new ArrayList<>();
        List<HarnessSnapshot> two = List.of(clocked(0, 100, keys), clocked(1, 50, keys));
        try (OperatorHarness harness = keyedSubtaskOf(new Clocked()).openRescaled(two)) {
            harness.take();
            harness.record(0, 0, keys.get(0), 1);
            harness.record(0, 0, keys.get(1), 2);
            harness.record(1, 0, "all", 3);
            harness.watermark(0, 0, 60);
            harness.watermark(1, 0, 60);
            assertThat(harness.take())
                    .containsExactly(
                            keys.get(0) + " 100 100@1",
                            keys.get(1) + " 50 50@2",
                            "all 50@3",
                            "timer 100 100@40",
                            "timer 60 60@40",
                            "WM(60)");
        }
    }

    @Test
    void aBroadcastRecordHasNoKeyOfTheRecordBefore() {
        try (Piece piece = keyed(StreamHarness.create(), new Keeping())) {
            piece.record(0, "a1", 5);
            assertThatThrownBy(() -> piece.record(1, "x", 6)).hasMessageContaining("no key is set");
        }
    }

    // ------------------------------------------------------------------------------------ plans

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    @Test
    void aFunctionOfTheWrongKindForTheStreamIsRefusedWhenThePlanIsMade() {
        var rules = env.fromData("a=x").broadcast(RULES);
        assertThatThrownBy(() -> env.fromData("a").connect(rules).process(new Keeping()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("needs a keyed stream");
        assertThatThrownBy(() -> env.fromData("a")
                        .keyBy(text -> text, Types.STRING)
                        .connect(rules)
                        .process(new Rules()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("has no keys");
    }

    @ParameterizedTest
    @EnumSource
    void everySubtaskOfAJobKeepsWhatIsBroadcast(Edges edges) throws Exception {
        Probes.LOG.clear();
        env.setParallelism(2);
        var rules = env.fromData("a=x").setParallelism(1).broadcast(RULES);
        env.fromData("a", "b", "c", "d")
                .setParallelism(1)
                .keyBy(text -> text, Types.STRING)
                .connect(rules)
                .process(new Telling())
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("broadcast"), edges)) {
            job.run();
        }
        assertThat(List.of(Probes.take().split(" ")))
                .filteredOn("p:rule=x"::equals)
                .hasSize(2);
    }

    /** Says at the end what the rule is. */
    private static final class Telling extends KeyedBroadcastProcessFunction<String, String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) {
            out.collect(value);
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) throws Exception {
            ctx.getBroadcastState(RULES).put(value.substring(0, 1), value.substring(2));
            out.collect("rule=" + ctx.getBroadcastState(RULES).get("a"));
        }
    }

    @Test
    void twoBroadcastStatesOfOneNameAreRefused() {
        assertThatThrownBy(() -> env.fromData("a").broadcast(RULES, RULES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two states of one name");
    }
}
