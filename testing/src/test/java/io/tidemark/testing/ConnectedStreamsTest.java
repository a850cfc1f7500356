package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.function.CoFlatMapFunction;
import io.tidemark.api.function.CoMapFunction;
import io.tidemark.api.function.CoProcessFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.RichCoFlatMapFunction;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.LongWatermarkDeclaration;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Probe;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Functions of two connected streams. */
class ConnectedStreamsTest {
    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);

    private static final class Mapping implements CoMapFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map1(String value) {
            return "1" + value;
        }

        @Override
        public String map2(String value) {
            return "2" + value;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCoMapMakesOneRecordOfEachOfBothInputsWithItsTimestamp(Mode mode) {
        try (Piece piece = Piece.of(
                mode.harness(), (first, second) -> first.connect(second).map(new Mapping()))) {
            piece.record(0, "a", 1);
            piece.record(1, "b", 2);
            piece.record(0, "c", 3);
            assertThat(piece.take()).containsExactly("1a@1", "2b@2", "1c@3");
        }
    }

    /** Lets records of the first input through whose key the second one has switched on. */
    private static final class Switch extends RichCoFlatMapFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Boolean> isOn;

        @Override
        public void open(OpenContext context) {
            isOn = getRuntimeContext().getState(new ValueStateDescriptor<>("on", Boolean.class));
        }

        @Override
        public void flatMap1(String value, Collector<String> out) throws Exception {
            if (isOn.value() != null) {
                out.collect(value);
                out.collect(value + "!");
            }
        }

        @Override
        public void flatMap2(String value, Collector<String> out) throws Exception {
            isOn.update(true);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothInputsSeeTheStateOfAKey(Mode mode) {
        try (Piece piece = Piece.of(
                mode.harness(),
                (first, second) ->
                        Piece.keyed(first).connect(Piece.keyed(second)).flatMap(new Switch()))) {
            piece.record(0, "a1", 1);
            piece.record(1, "a", 2);
            piece.record(0, "b1", 3);
            piece.record(0, "a2", 4);
            assertThat(piece.take()).containsExactly("a2@4", "a2!@4");
        }
    }

    /** Pairs what comes on the two inputs; a first record that waits past its time goes aside. */
    private static final class Pairing extends KeyedCoProcessFunction<String, String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<String> waiting;

        @Override
        public void open(OpenContext context) {
            waiting = getRuntimeContext().getState(new ValueStateDescriptor<>("waiting", String.class));
        }

        @Override
        public void processElement1(String value, Context ctx, Collector<String> out) throws Exception {
            waiting.update(value);
            ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 10);
        }

        @Override
        public void processElement2(String value, Context ctx, Collector<String> out) throws Exception {
            String first = waiting.value();
            if (first == null) {
                ctx.output(SIDE, "alone " + value);
            } else {
                out.collect(ctx.getCurrentKey() + ":" + first + "+" + value);
                waiting.clear();
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) throws Exception {
            if (waiting.value() != null) {
                assertThat(ctx.timeDomain()).isEqualTo(TimeDomain.EVENT_TIME);
                ctx.output(SIDE, "unpaired " + waiting.value());
                waiting.clear();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyedCoProcessFunctionHasStateTimersAndSideOutputsOverBothInputs(Mode mode) {
        try (Piece piece = Piece.of(
                mode.harness(),
                (first, second) ->
                        Piece.keyed(first).connect(Piece.keyed(second)).process(new Pairing()),
                SIDE)) {
            piece.record(0, "a1", 1);
            piece.record(0, "b1", 2);
            piece.record(1, "a2", 3);
            piece.record(1, "c2", 4);
            piece.watermark(0, 20);
            assertThat(piece.take()).containsExactly("a:a1+a2@3");
            assertThat(piece.take(SIDE)).containsExactly("alone c2@4");

            piece.watermark(1, 12);
            assertThat(piece.take()).containsExactly("WM(12)");
            assertThat(piece.take(SIDE)).containsExactly("unpaired b1@12");
        }
    }

    private static final class Clocked extends CoProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement1(String value, Context ctx, Collector<String> out) {
            out.collect("1" + value + "(" + ctx.timestamp() + ",wm="
                    + Emitted.time(ctx.timerService().currentWatermark()) + ")");
        }

        @Override
        public void processElement2(String value, Context ctx, Collector<String> out) {
            ctx.output(SIDE, "2" + value);
            if (value.equals("timer")) {
                ctx.timerService().registerEventTimeTimer(1);
            }
        }
    }

    private static Piece clocked(StreamHarness harness) {
        return Piece.of(harness, (first, second) -> first.connect(second).process(new Clocked()), SIDE);
    }

    @ParameterizedTest
    @EnumSource
    void aCoProcessFunctionSeesTheOneEventTimeOfBothInputs(Mode mode) {
        try (Piece piece = clocked(mode.harness())) {
            piece.watermark(0, 9);
            piece.record(0, "a", 10);
            piece.watermark(1, 5);
            piece.record(0, "b", 11);
            piece.record(1, "c", 12);
            assertThat(piece.take()).containsExactly("1a(10,wm=MIN)@10", "WM(5)", "1b(11,wm=5)@11");
            assertThat(piece.take(SIDE)).containsExactly("2c@12");
        }
    }

    @Test
    void j12_timersOfACoProcessFunctionOnStreamsThatAreNotKeyedAreRefused() {
        try (Piece piece = clocked(StreamHarness.create())) {
            assertThatThrownBy(() -> piece.record(1, "timer", 1))
                    .hasMessageContaining("Setting timers is only supported on a keyed stream");
        }
    }

    /** Asks for state where there is no key. */
    private static final class Asking extends KeyedCoProcessFunction<String, String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement1(String value, Context ctx, Collector<String> out) {
            out.collect(value);
        }

        @Override
        public void processElement2(String value, Context ctx, Collector<String> out) {
            out.collect(value);
        }

        @Override
        public WatermarkHandlingResult onWatermark2(Watermark watermark, Collector<String> out) throws Exception {
            getRuntimeContext()
                    .getState(new ValueStateDescriptor<>("some", String.class))
                    .update("some");
            return WatermarkHandlingResult.PEEK;
        }
    }

    @Test
    void aDeclaredWatermarkHasNoKeyOfTheRecordBefore() {
        LongWatermarkDeclaration declared =
                WatermarkDeclarations.newBuilder("l").typeLong().build();
        try (Piece piece = Piece.of(
                StreamHarness.create(),
                (first, second) ->
                        Piece.keyed(first).connect(Piece.keyed(second)).process(new Asking()))) {
            piece.input(1).declaring(declared);
            piece.record(0, "a1", 1);
            assertThatThrownBy(() -> piece.input(1).watermark(declared.newWatermark(5)))
                    .hasMessageContaining("no key is set");
        }
    }

    // ------------------------------------------------------------------------------------ in a job

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    @ParameterizedTest
    @EnumSource
    void connectedStreamsAreKeyedEachByItsOwnSelectorAndMeetByKey(Edges edges) throws Exception {
        Probes.LOG.clear();
        env.setParallelism(1);
        DataStream<String> switches = env.fromData("a", "c");
        DataStream<Integer> numbers = env.fromData(97, 98, 99);
        switches.connect(numbers)
                .keyBy(text -> text, number -> Character.toString(number), Types.STRING)
                .flatMap(new Joining())
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("connected"), edges)) {
            job.run();
        }
        assertThat(List.of(Probes.take().split(" "))).contains("p:a97", "p:c99").noneMatch(one -> one.contains("98"));
    }

    /** Gives pairs of equal keys, whichever comes first. */
    private static final class Joining extends RichCoFlatMapFunction<String, Integer, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<String> text;
        private transient ValueState<Integer> number;

        @Override
        public void open(OpenContext context) {
            text = getRuntimeContext().getState(new ValueStateDescriptor<>("text", String.class));
            number = getRuntimeContext().getState(new ValueStateDescriptor<>("number", Integer.class));
        }

        @Override
        public void flatMap1(String value, Collector<String> out) throws Exception {
            text.update(value);
            emit(out);
        }

        @Override
        public void flatMap2(Integer value, Collector<String> out) throws Exception {
            number.update(value);
            emit(out);
        }

        private void emit(Collector<String> out) throws Exception {
            if (text.value() != null && number.value() != null) {
                out.collect(text.value() + number.value());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyedStreamMayBeConnectedWithOneThatIsNot(Edges edges) throws Exception {
        Probes.LOG.clear();
        env.setParallelism(1);
        env.fromData("a")
                .keyBy(text -> text, Types.STRING)
                .connect(env.fromData("b"))
                .flatMap(new Marking())
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("half"), edges)) {
            job.run();
        }
        assertThat(List.of(Probes.take().split(" "))).contains("p:1a", "p:2b");
    }

    @Test
    void aKeyedCoProcessFunctionOnStreamsThatAreNotKeyedIsRefusedWhenThePlanIsMade() {
        DataStream<String> stream = env.fromData("a");
        assertThatThrownBy(() -> stream.connect(stream).process(new Pairing()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("process (ConnectedStreamsTest.java:")
                .hasMessageContaining("needs two keyed streams");
    }

    @Test
    void keysOfTwoTypesAreRefusedWhenThePlanIsMade() {
        DataStream<String> stream = env.fromData("a");
        assertThatThrownBy(() -> stream.keyBy(text -> text, Types.STRING)
                        .connect(stream.keyBy(String::length, Types.INT))
                        .map(new Mapping()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("the keys of the two streams are of two types");
    }

    @ParameterizedTest
    @EnumSource
    void aStreamMayBeConnectedWithABroadcastOneForAFunctionWithoutBroadcastState(Edges edges) throws Exception {
        Probes.LOG.clear();
        env.setParallelism(1);
        env.fromData("a")
                .connect(env.fromData("b").broadcast())
                .flatMap(new Marking())
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("broadcast"), edges)) {
            job.run();
        }
        assertThat(List.of(Probes.take().split(" "))).contains("p:1a", "p:2b");
    }

    private static final class Marking implements CoFlatMapFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap1(String value, Collector<String> out) {
            out.collect("1" + value);
        }

        @Override
        public void flatMap2(String value, Collector<String> out) {
            out.collect("2" + value);
        }
    }
}
