package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.BroadcastStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.EventTimeExtension;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EventTimeManager;
import io.tidemark.api.function.NonPartitionedContext;
import io.tidemark.api.function.OneInputEventTimeStreamProcessFunction;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoInputNonBroadcastEventTimeStreamProcessFunction;
import io.tidemark.api.function.TwoInputNonBroadcastStreamProcessFunction;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.LongWatermark;
import io.tidemark.api.watermark.LongWatermarkDeclaration;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Emitter;
import io.tidemark.testing.Probes.Probe;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows E of the semantics, with TM-5, and the families of functions. */
class StreamFunctionsTest {
    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    @BeforeEach
    void anEmptyLog() {
        Probes.LOG.clear();
        env.setParallelism(1);
    }

    private String run(Edges edges) throws Exception {
        JobPlan plan = env.buildPlan("functions");
        try (HandJob job = new HandJob(plan, edges)) {
            job.run();
        }
        return Probes.take();
    }

    /** Time of a record such as {@code a@10:T15}. */
    private static long time(String record) {
        return Long.parseLong(record.replaceFirst(".*@", "").replaceFirst(":.*", ""));
    }

    private static OneInputStreamProcessFunction<String, String> perEvent(long outOfOrderMs) {
        return EventTimeExtension.newWatermarkGeneratorBuilder(StreamFunctionsTest::time)
                .withMaxOutOfOrderTime(Duration.ofMillis(outOfOrderMs))
                .perEventWatermark()
                .buildAsProcessFunction();
    }

    private static DataStream<String> timed(DataStream<String> stream, long outOfOrderMs) {
        return stream.process(perEvent(outOfOrderMs));
    }

    /** Sets the timers that its records say, and writes down everything under the name ev. */
    private static final class Timing implements OneInputEventTimeStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private transient EventTimeManager eventTime;

        private String now() {
            return "now=" + Emitted.time(eventTime.currentTime());
        }

        @Override
        public void initEventTimeProcessFunction(EventTimeManager eventTimeManager) {
            eventTime = eventTimeManager;
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx) {
            Probes.LOG.add("ev:" + record + "(" + now() + ")");
            if (record.contains(":")) {
                for (String timer : record.substring(record.indexOf(':') + 1).split(",")) {
                    eventTime.registerTimer(timer.equals("TMAX") ? Long.MAX_VALUE : Long.parseLong(timer.substring(1)));
                }
            }
            output.collect(record);
        }

        @Override
        public void onEventTimer(long timestamp, Collector<String> output, PartitionedContext<String> ctx) {
            Probes.LOG.add("ev:timer(" + Emitted.time(timestamp) + "," + now() + ")");
            output.collect("T" + Emitted.time(timestamp));
        }

        @Override
        public void onEventTimeWatermark(
                long watermarkTimestamp, Collector<String> output, NonPartitionedContext<String> ctx) {
            Probes.LOG.add("ev:onEventTimeWatermark(" + watermarkTimestamp + ")");
        }

        @Override
        public void endInput(NonPartitionedContext<String> ctx) {
            Probes.LOG.add("ev:endInput");
        }
    }

    @ParameterizedTest
    @EnumSource
    void e1_timersFireThenTheFunctionIsToldAndTheFinalWatermarkIsNotTold(Edges edges) throws Exception {
        timed(env.fromData("a@10:T5,T20,TMAX", "a@12", "a@3", "a@25", "b@25:T7", "a@30"), 5)
                .keyBy(record -> record.substring(0, 1))
                .process(EventTimeExtension.wrapProcessFunction(new Timing()));
        assertThat(run(edges))
                .isEqualTo("ev:a@10:T5,T20,TMAX(now=MIN) ev:timer(5,now=5) ev:onEventTimeWatermark(5)"
                        + " ev:a@12(now=5) ev:onEventTimeWatermark(7) ev:a@3(now=7) ev:a@25(now=7) ev:timer(20,now=20)"
                        + " ev:onEventTimeWatermark(20) ev:b@25:T7(now=20) ev:a@30(now=20) ev:timer(7,now=25)"
                        + " ev:onEventTimeWatermark(25) ev:timer(MAX,now=MAX) ev:endInput");
    }

    @ParameterizedTest
    @EnumSource
    void e2_tm5_theWatermarkGoesDownAfterTheTimersItFires(Edges edges) throws Exception {
        timed(env.fromData("a@10:T15", "a@20"), 0)
                .keyBy(record -> record.substring(0, 1))
                .process(new Timing())
                .process(new Probe("down"));
        String log = run(edges);
        assertThat(Probes.of("ev", log))
                .isEqualTo("a@10:T15(now=MIN) onEventTimeWatermark(10) a@20(now=10) timer(15,now=20)"
                        + " onEventTimeWatermark(20) endInput");
        assertThat(Probes.of("down", log))
                .isEqualTo("a@10:T15 <BUILTIN_API_EVENT_TIME10> a@20 T15 <BUILTIN_API_EVENT_TIME20> end");
    }

    @Test
    void e3_anEventTimerOnAStreamThatIsNotKeyedIsRefused() {
        timed(env.fromData("a@10:T15"), 0).process(new Timing());
        assertThatThrownBy(() -> run(Edges.CHAINED))
                .hasMessageContaining("UnsupportedOperationException")
                .hasMessageContaining("only supported on a keyed stream");
    }

    @ParameterizedTest
    @EnumSource
    void e4_idlenessIsToldAndEndsBeforeTheNextRecord(Edges edges) throws Exception {
        HandSource source = new HandSource("e4-" + edges, false, List.of("a"));
        env.fromSource(source.texts(), WatermarkStrategy.noWatermarks(), "hand", Types.STRING)
                .process(EventTimeExtension.newWatermarkGeneratorBuilder(StreamFunctionsTest::time)
                        .withIdleness(Duration.ofMillis(100))
                        .perEventWatermark()
                        .buildAsProcessFunction())
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("idle"), edges)) {
            source.content().add("a", "a@10");
            job.run();
            for (int tick = 1; tick <= 5; tick++) {
                job.processingTime(1_000 + tick * 200);
            }
            source.content().add("a", "a@20");
            job.run();
        }
        assertThat(Probes.take())
                .isEqualTo("p:a@10 p:<BUILTIN_API_EVENT_TIME10> p:<BUILTIN_API_EVENT_TIME_IDLEtrue>"
                        + " p:<BUILTIN_API_EVENT_TIME_IDLEfalse> p:a@20 p:<BUILTIN_API_EVENT_TIME20>");
    }

    @Test
    void eventTimeOfTheNewerFunctionsAdvancesAtTheIntervalThatIsGiven() throws Exception {
        HandSource source = new HandSource("interval", false, List.of("a"));
        env.fromSource(source.texts(), WatermarkStrategy.noWatermarks(), "hand", Types.STRING)
                .process(EventTimeExtension.newWatermarkGeneratorBuilder(StreamFunctionsTest::time)
                        .periodicWatermark(Duration.ofMillis(500))
                        .buildAsProcessFunction())
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("interval"), Edges.CHAINED)) {
            source.content().add("a", "a@10");
            job.run();
            job.processingTime(1_200);
            assertThat(Probes.take()).isEqualTo("p:a@10");
            job.processingTime(1_500);
            assertThat(Probes.take()).isEqualTo("p:<BUILTIN_API_EVENT_TIME10>");
        }
    }

    /** Says when event time, which is one over both inputs, has come to a point. */
    private static final class TwoTimed
            implements TwoInputNonBroadcastEventTimeStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processRecordFromFirstInput(String value, Collector<String> out, PartitionedContext<String> ctx) {
            out.collect("1:" + value + "(now="
                    + Emitted.time(ctx.getEventTimeManager().currentTime()) + ")");
        }

        @Override
        public void processRecordFromSecondInput(String value, Collector<String> out, PartitionedContext<String> ctx) {
            out.collect("2:" + value + "(now="
                    + Emitted.time(ctx.getEventTimeManager().currentTime()) + ")");
        }

        @Override
        public void onEventTimeWatermark(
                long watermarkTimestamp, Collector<String> output, NonPartitionedContext<String> ctx) {
            output.collect("told" + watermarkTimestamp);
        }
    }

    private static Piece twoTimed(Mode mode) {
        return Piece.of(mode.harness(), (first, second) -> first.connectAndProcess(second, new TwoTimed()));
    }

    @ParameterizedTest
    @EnumSource
    void e5_eventTimeOfTwoInputsWaitsUntilBothHaveSaidSomething(Mode mode) {
        try (Piece piece = twoTimed(mode)) {
            piece.watermark(0, 10);
            piece.watermark(0, 20);
            assertThat(piece.take()).isEmpty();
            piece.watermark(1, 15);
            assertThat(piece.take()).containsExactly("told15@none", "WM(15)");
            piece.record(1, "b", 5);
            piece.watermark(0, 30);
            piece.watermark(1, 40);
            assertThat(piece.take()).containsExactly("2:b(now=15)@5", "told30@none", "WM(30)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void e6_tm5_oneIdleInputLetsTheOtherAdvanceByIdlenessAlone(Mode mode) {
        try (Piece piece = twoTimed(mode)) {
            piece.watermark(0, 20);
            piece.watermark(1, 5);
            assertThat(piece.take()).containsExactly("told5@none", "WM(5)");
            piece.input(1).idle();
            assertThat(piece.take()).containsExactly("told20@none", "WM(20)");
            piece.watermark(0, 30);
            assertThat(piece.take()).containsExactly("told30@none", "WM(30)");
        }
    }

    @Test
    void aRestoreInTheMiddleOfAnAdvanceDoesNotTellItAgain() {
        for (Mode mode : Mode.values()) {
            try (Piece piece =
                    Piece.of(mode.harness(), records -> Piece.keyed(records).process(new Timing()))) {
                Probes.LOG.clear();
                piece.record("a@1:T5,T6", 1);
                piece.record("b@1:T5", 1);
                piece.watermark(10);
                piece.watermark(10);
                assertThat(Probes.LOG.stream().filter(entry -> entry.contains("Watermark")))
                        .containsExactly("ev:onEventTimeWatermark(10)");
            }
        }
    }

    private static final ValueStateDescriptor<String> SOME = new ValueStateDescriptor<>("some", Types.STRING);

    /** Asks for the state of a key when event time comes to a point, where there is none. */
    private static final class AskingAtEventTime implements OneInputEventTimeStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx) {
            output.collect(record);
        }

        @Override
        public void onEventTimeWatermark(
                long watermarkTimestamp, Collector<String> output, NonPartitionedContext<String> ctx) throws Exception {
            ctx.getStateManager().getState(SOME).update("whose?");
        }
    }

    @Test
    void eventTimeHasNoKeyOfTheRecordBefore() {
        try (Piece piece =
                Piece.of(StreamHarness.create(), records -> Piece.keyed(records).process(new AskingAtEventTime()))) {
            piece.record("a1", 1);
            assertThatThrownBy(() -> piece.watermark(10)).hasMessageContaining("no key is set");
        }
    }

    /** Asks for the state of a key when a rule comes, which has none. */
    private static final class AskingAtRules implements TwoInputBroadcastStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processRecordFromNonBroadcastInput(
                String record, Collector<String> output, PartitionedContext<String> ctx) {
            output.collect(record);
        }

        @Override
        public void processRecordFromBroadcastInput(String rule, NonPartitionedContext<String> ctx) throws Exception {
            ctx.getStateManager().getState(SOME).update("whose?");
        }
    }

    @Test
    void aRecordOfTheBroadcastInputHasNoKeyOfTheRecordBefore() {
        try (Piece piece = Piece.of(
                StreamHarness.create(),
                (records, rules) -> rules.broadcast().connectAndProcess(Piece.keyed(records), new AskingAtRules()))) {
            piece.record(0, "a1", 1);
            assertThatThrownBy(() -> piece.record(1, "rule", 1)).hasMessageContaining("no key is set");
        }
    }

    // ------------------------------------------------------------------------------------ the snippets of the V2 pages

    /** As that API's page on watermarks has it, with only the imports changed. */
    public static final class CustomProcessFunction implements OneInputStreamProcessFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        static final LongWatermarkDeclaration DECLARATION = WatermarkDeclarations.newBuilder("CUSTOM_WATERMARK")
                .typeLong()
                .combineFunctionMax()
                .combineWaitForAllChannels(true)
                .defaultHandlingStrategyForward()
                .build();

        @Override
        public Set<? extends WatermarkDeclaration> declareWatermarks() {
            return Set.of(DECLARATION);
        }

        @Override
        public void processRecord(Long record, Collector<Long> output, PartitionedContext<Long> ctx) throws Exception {
            LongWatermark watermark = DECLARATION.newWatermark(1);
            ctx.getNonPartitionedContext().getWatermarkManager().emitWatermark(watermark);
        }
    }

    /** As above, for who receives. */
    public static final class PeekingProcessFunction implements OneInputStreamProcessFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processRecord(Long record, Collector<Long> output, PartitionedContext<Long> ctx) throws Exception {}

        @Override
        public WatermarkHandlingResult onWatermark(
                Watermark watermark, Collector<Long> output, NonPartitionedContext<Long> ctx) {
            if (watermark.getIdentifier().equals("CUSTOM_WATERMARK")) {
                Probes.LOG.add("peeked" + ((LongWatermark) watermark).getValue());
                return WatermarkHandlingResult.PEEK;
            }
            return WatermarkHandlingResult.PEEK;
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSnippetsOfThatApiRun(Edges edges) throws Exception {
        env.setParallelism(2);
        env.fromSequence(1, 10).process(new CustomProcessFunction()).rebalance().process(new PeekingProcessFunction());
        // Both subtasks downstream hear from both upstream, once they have heard from both.
        assertThat(run(edges)).isEqualTo("peeked1 peeked1");
    }

    // ------------------------------------------------------------------------------------ the families

    /** Counts by key, and says the count a second after the first record of the key. */
    private static final class Counting implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private static final ValueStateDescriptor<Long> COUNT = new ValueStateDescriptor<>("count", Types.LONG);

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx)
                throws Exception {
            ValueState<Long> count = ctx.getStateManager().getState(COUNT);
            if (count.value() == null) {
                ctx.getProcessingTimeManager()
                        .registerTimer(ctx.getProcessingTimeManager().currentTime() + 1_000);
            }
            count.update(count.value() == null ? 1 : count.value() + 1);
        }

        @Override
        public void onProcessingTimer(long timestamp, Collector<String> output, PartitionedContext<String> ctx)
                throws Exception {
            String key = ctx.getStateManager().getCurrentKey();
            output.collect(key + "=" + ctx.getStateManager().getState(COUNT).value());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyedFunctionHasStateAndTimersOfTheCurrentKey(Mode mode) {
        try (Piece piece =
                Piece.of(mode.harness(), records -> Piece.keyed(records).process(new Counting()))) {
            piece.record("a1", 5);
            piece.record("b1", 5);
            piece.record("a2", 6);
            piece.processingTime(1_001);
            assertThat(piece.take()).containsExactlyInAnyOrder("a=2@none", "b=1@none");
        }
    }

    @Test
    void stateOfAStreamThatIsNotKeyedIsRefusedWithTheWordThatHelps() {
        env.fromData("a1").process(new Counting());
        assertThatThrownBy(() -> run(Edges.CHAINED)).hasMessageContaining("call keyBy before it");
    }

    /** Joins each record with what the other input had last for the key. */
    private static final class Joining implements TwoInputNonBroadcastStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private static final ValueStateDescriptor<String> LAST = new ValueStateDescriptor<>("last", Types.STRING);

        @Override
        public void processRecordFromFirstInput(String value, Collector<String> out, PartitionedContext<String> ctx)
                throws Exception {
            ctx.getStateManager().getState(LAST).update(value);
        }

        @Override
        public void processRecordFromSecondInput(String value, Collector<String> out, PartitionedContext<String> ctx)
                throws Exception {
            out.collect(ctx.getStateManager().getState(LAST).value() + "+" + value);
        }

        @Override
        public void endFirstInput(NonPartitionedContext<String> ctx) {
            Probes.LOG.add("end1");
        }

        @Override
        public void endSecondInput(NonPartitionedContext<String> ctx) {
            Probes.LOG.add("end2");
        }
    }

    @Test
    void twoKeyedInputsShareTheStateOfTheKey() {
        try (Piece piece = Piece.of(
                StreamHarness.create(),
                (first, second) -> Piece.keyed(first).connectAndProcess(Piece.keyed(second), new Joining()))) {
            piece.record(0, "a1", 1);
            piece.record(0, "b1", 2);
            piece.record(1, "a2", 3);
            assertThat(piece.take()).containsExactly("a1+a2@3");
            piece.input(0).end();
            piece.input(1).end();
            assertThat(Probes.take()).isEqualTo("end1 end2");
        }
    }

    @Test
    void oneKeyedAndOneOtherStreamAreRefusedWhenConnected() {
        DataStream<String> other = env.fromData("b1");
        assertThatThrownBy(() -> env.fromData("a1").keyBy(value -> value).connectAndProcess(other, new Joining()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("one of the two streams is keyed");
        assertThatThrownBy(() -> env.fromData("a1")
                        .keyBy(value -> value)
                        .connectAndProcess(env.fromData("b").keyBy(value -> value.length()), new Joining()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("of two types");
    }

    /** Passes records on, and every rule to every partition. */
    private static final class Ruled implements TwoInputBroadcastStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private final boolean applies;

        Ruled(boolean applies) {
            this.applies = applies;
        }

        @Override
        public void processRecordFromNonBroadcastInput(
                String record, Collector<String> output, PartitionedContext<String> ctx) {
            output.collect(record);
        }

        @Override
        public void processRecordFromBroadcastInput(String rule, NonPartitionedContext<String> ctx) throws Exception {
            if (applies) {
                ctx.applyToAllPartitions((output, partition) ->
                        output.collect(rule + partition.getTaskInfo().subtask()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everySubtaskGetsAllRecordsOfTheBroadcastInput(Edges edges) throws Exception {
        BroadcastStream<String> rules = env.fromData("rule").broadcast();
        env.setParallelism(2);
        rules.connectAndProcess(env.fromData("r1", "r2").rebalance(), new Ruled(true))
                .process(new Probe("p"))
                .setParallelism(1);
        assertThat(run(edges).split(" ")).containsExactlyInAnyOrder("p:r1", "p:r2", "p:rule0", "p:rule1", "p:end");
    }

    /** Counts by key, and says all counts when a rule comes. */
    private static final class Told implements TwoInputBroadcastStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private static final ValueStateDescriptor<Long> COUNT = new ValueStateDescriptor<>("count", Types.LONG);

        @Override
        public void processRecordFromNonBroadcastInput(
                String record, Collector<String> output, PartitionedContext<String> ctx) throws Exception {
            ValueState<Long> count = ctx.getStateManager().getState(COUNT);
            count.update(count.value() == null ? 1 : count.value() + 1);
        }

        @Override
        public void processRecordFromBroadcastInput(String rule, NonPartitionedContext<String> ctx) throws Exception {
            ctx.applyToAllPartitions((output, partition) -> {
                String key = partition.getStateManager().getCurrentKey();
                output.collect(
                        key + "=" + partition.getStateManager().getState(COUNT).value());
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void onAKeyedStreamAllPartitionsAreTheKeysThatHaveHadARecord(Mode mode) {
        try (Piece piece = Piece.of(
                mode.harness(),
                (records, rules) -> rules.broadcast().connectAndProcess(Piece.keyed(records), new Told()))) {
            piece.record(1, "rule", 1);
            assertThat(piece.take()).isEmpty();
            for (String record : List.of("a1", "b1", "a2", "c1")) {
                piece.record(0, record, 1);
            }
            piece.record(1, "rule", 1);
            assertThat(piece.take()).containsExactlyInAnyOrder("a=2@none", "b=1@none", "c=1@none");
        }
    }

    /** Asks for all keys, and says so or not. */
    private static final class AskingForAll implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private final boolean says;

        AskingForAll(boolean says) {
            this.says = says;
        }

        @Override
        public boolean usesAllPartitions() {
            return says;
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx)
                throws Exception {
            ctx.getNonPartitionedContext()
                    .applyToAllPartitions(
                            (out, all) -> out.collect(all.getStateManager().<String>getCurrentKey() + " at " + record));
            output.collect(ctx.getStateManager().<String>getCurrentKey() + " itself");
        }
    }

    @Test
    void whoAsksForAllKeysMustSaySoBeforeAndHasItsOwnKeyAfterwards() throws Exception {
        env.fromData("b", "a")
                .keyBy(value -> value)
                .process(new AskingForAll(true))
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("said"), Edges.CHAINED)) {
            job.run();
        }
        assertThat(Probes.LOG)
                .startsWith("p:b at b", "p:b itself")
                .contains("p:a at a", "p:b at a")
                .endsWith("p:a itself", "p:end");

        StreamExecutionEnvironment other = StreamExecutionEnvironment.getExecutionEnvironment();
        other.setParallelism(1);
        other.fromData("a").keyBy(value -> value).process(new AskingForAll(false));
        try (HandJob job = new HandJob(other.buildPlan("unsaid"), Edges.CHAINED)) {
            assertThatThrownBy(job::run).hasMessageContaining("override usesAllPartitions");
        }
    }

    @ParameterizedTest
    @EnumSource
    void watermarksOfBothInputsOfABroadcastAreCombined(Edges edges) throws Exception {
        LongWatermarkDeclaration l = WatermarkDeclarations.newBuilder("L")
                .typeLong()
                .combineWaitForAllChannels(true)
                .build();
        env.fromData("L5", "r1")
                .process(new Emitter(l))
                .connectAndProcess(env.fromData("L3").process(new Emitter()).broadcast(), new Ruled(false))
                .process(new Probe("p"));
        // Which of the two inputs ends first is not said; both values come out in the end, the smaller one first.
        assertThat(Probes.distinct(run(edges))).contains("p:<L3>", "p:r1", "p:end");
    }
}
