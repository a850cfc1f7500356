package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.TwoOutputStreams;
import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.NonPartitionedContext;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.RichMapFunction;
import io.tidemark.api.function.TwoInputNonBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoOutputPartitionedContext;
import io.tidemark.api.function.TwoOutputStreamProcessFunction;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.BoolWatermarkDeclaration;
import io.tidemark.api.watermark.InvalidWatermarkException;
import io.tidemark.api.watermark.LongWatermark;
import io.tidemark.api.watermark.LongWatermarkDeclaration;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Emitter;
import io.tidemark.testing.Probes.Probe;
import io.tidemark.testing.Probes.ProbeSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows D of the semantics, with TM-6 to TM-9: whole jobs, chained and by network. */
class DeclaredWatermarksTest {
    private static final LongWatermarkDeclaration L =
            WatermarkDeclarations.newBuilder("L").typeLong().build();
    private static final LongWatermarkDeclaration WAITING_L = WatermarkDeclarations.newBuilder("L")
            .typeLong()
            .combineWaitForAllChannels(true)
            .build();
    private static final LongWatermarkDeclaration MAX_L = WatermarkDeclarations.newBuilder("L")
            .typeLong()
            .combineFunctionMax()
            .build();
    private static final LongWatermarkDeclaration IGNORED_L = WatermarkDeclarations.newBuilder("L")
            .typeLong()
            .defaultHandlingStrategyIgnore()
            .build();
    private static final LongWatermarkDeclaration M =
            WatermarkDeclarations.newBuilder("M").typeLong().build();
    private static final BoolWatermarkDeclaration B =
            WatermarkDeclarations.newBuilder("B").typeBool().build();
    private static final BoolWatermarkDeclaration FLAG_L =
            WatermarkDeclarations.newBuilder("L").typeBool().build();

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    @BeforeEach
    void anEmptyLog() {
        Probes.LOG.clear();
        env.setParallelism(1);
    }

    private String run(Edges edges) throws Exception {
        return run(env.buildPlan("declared"), edges);
    }

    private static String run(JobPlan plan, Edges edges) throws Exception {
        try (HandJob job = new HandJob(plan, edges)) {
            job.run();
        }
        return Probes.take();
    }

    @ParameterizedTest
    @EnumSource
    void d1_d2_tm6_equalValuesAreSuppressedOnEveryEdgeAndTheOrderWithTheRecordsIsKept(Edges edges) throws Exception {
        env.fromData("r1", "L5", "r2", "L5", "L6", "L3", "r3")
                .process(new Emitter(L))
                .process(new Probe("p"));
        assertThat(run(edges)).isEqualTo("p:r1 p:<L5> p:r2 p:<L6> p:<L3> p:r3 p:end");
    }

    /** A classic function of the same name as the emitter, which declares nothing itself. */
    private static final class EmitsUndeclared extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String record) {
            Watermark watermark = Probes.watermarkOf(record);
            if (watermark != null) {
                getRuntimeContext().getWatermarkManager().emitWatermark(watermark);
            }
            return record;
        }
    }

    @ParameterizedTest
    @EnumSource
    void d6_aSinkDeclaresWatermarksAndItsWriterIsToldThemAndEventTimeInOrderWithTheRecords(Edges edges)
            throws Exception {
        env.fromData("r1", "L5", "r2")
                .assignTimestampsAndWatermarks(WatermarkStrategy.<String>forGenerator(context -> new EachRecord())
                        .withTimestampAssigner((record, previous) -> Long.parseLong(record.substring(1))))
                .map(new EmitsUndeclared())
                .sinkTo(new ProbeSink("sink", Set.of(L)));
        assertThat(run(edges)).isEqualTo("sink:r1 sink:WM1 sink:<L5> sink:L5 sink:WM5 sink:r2 sink:WMMAX");
    }

    /** The timestamp of each record. */
    private static final class EachRecord implements WatermarkGenerator<String> {
        @Override
        public void onEvent(String event, long eventTimestamp, WatermarkOutput output) {
            output.emitWatermark(new io.tidemark.api.eventtime.Watermark(eventTimestamp));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    @Test
    void d7b_tm9_aSinkThatDeclaresOtherwiseThanAFunctionIsNamed() {
        env.fromData("r1").process(new Emitter(L)).sinkTo(new ProbeSink("sink", Set.of(MAX_L)));
        assertThatThrownBy(() -> env.buildPlan("conflict"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("watermark \"L\" is declared as")
                .hasMessageContaining("ink");
    }

    @ParameterizedTest
    @EnumSource
    void d2_flagsAndOtherFunctionsTravelAlike(Edges edges) throws Exception {
        env.fromData("r1", "Btrue", "Bfalse", "r2", "Bfalse", "Btrue")
                .process(new Emitter(B))
                .process(new Probe("p"));
        assertThat(run(edges)).isEqualTo("p:r1 p:<Btrue> p:<Bfalse> p:r2 p:<Btrue> p:end");
    }

    @ParameterizedTest
    @EnumSource
    void d3_everyFunctionIsToldAndOnlyWhatIsForwardedAndPeekedGoesOn(Edges edges) throws Exception {
        for (WatermarkDeclaration declaration : List.of(IGNORED_L, L)) {
            for (WatermarkHandlingResult result : WatermarkHandlingResult.values()) {
                StreamExecutionEnvironment one = StreamExecutionEnvironment.getExecutionEnvironment();
                one.setParallelism(1);
                one.fromData("r1", "L5", "r2")
                        .process(new Emitter(declaration))
                        .process(new Probe("mid", result, false))
                        .process(new Probe("last"));
                String log = run(one.buildPlan("matrix"), edges);
                boolean goesOn = declaration == L && result == WatermarkHandlingResult.PEEK;
                assertThat(Probes.of("mid", log)).isEqualTo("r1 <L5> r2 end");
                assertThat(Probes.of("last", log)).isEqualTo(goesOn ? "r1 <L5> r2 end" : "r1 r2 end");
            }
        }
    }

    /** Says which input a watermark came from, and polls what it is told to. */
    private static final class Two implements TwoInputNonBroadcastStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private final int polledInput;

        Two(int polledInput) {
            this.polledInput = polledInput;
        }

        @Override
        public void processRecordFromFirstInput(String value, Collector<String> out, PartitionedContext<String> ctx) {
            out.collect("1:" + value);
        }

        @Override
        public void processRecordFromSecondInput(String value, Collector<String> out, PartitionedContext<String> ctx) {
            out.collect("2:" + value);
        }

        @Override
        public WatermarkHandlingResult onWatermarkFromFirstInput(
                Watermark watermark, Collector<String> output, NonPartitionedContext<String> ctx) {
            output.collect("1:" + Probes.text(watermark));
            return polledInput == 1 ? WatermarkHandlingResult.POLL : WatermarkHandlingResult.PEEK;
        }

        @Override
        public WatermarkHandlingResult onWatermarkFromSecondInput(
                Watermark watermark, Collector<String> output, NonPartitionedContext<String> ctx) {
            output.collect("2:" + Probes.text(watermark));
            return polledInput == 2 ? WatermarkHandlingResult.POLL : WatermarkHandlingResult.PEEK;
        }
    }

    private static Piece two(Mode mode, int polledInput, WatermarkDeclaration declaration, int first, int second) {
        Piece piece = Piece.of(
                mode.harness(), first, second, (one, other) -> one.connectAndProcess(other, new Two(polledInput)));
        piece.input(0).declaring(declaration);
        return piece;
    }

    /** Steps {@code input.channel:value}; what comes out after each. */
    private static String play(Piece piece, String script) {
        List<String> out = new ArrayList<>();
        for (String step : script.split(" ")) {
            int input = step.charAt(0) - '1';
            int channel = step.charAt(2) - '0';
            String value = step.substring(4);
            TestChannel<String> of = piece.input(input).channel(channel);
            if (value.equals("END")) {
                of.end();
            } else {
                of.watermark(new LongWatermark(Long.parseLong(value), "L"));
            }
            out.add(String.join(" ", piece.take()).replace("@none", ""));
        }
        return String.join(" ; ", out);
    }

    @ParameterizedTest
    @EnumSource
    void d4_tm8_watermarksAreToldPerInputAndTheirCombinationGoesOn(Mode mode) {
        try (Piece piece = two(mode, 0, L, 1, 1)) {
            assertThat(play(piece, "1.0:5 2.0:3 2.0:9 1.0:5")).isEqualTo("1:<L5> <L5> ; 2:<L3> <L3> ; 2:<L9> <L5> ; ");
        }
    }

    /** Notes what it is told on which input, and lets it pass. */
    private static final class BroadcastProbe extends BroadcastProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) {
            Probes.LOG.add("one:" + value);
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) {
            Probes.LOG.add("all:" + value);
        }

        @Override
        public WatermarkHandlingResult onWatermark(Watermark watermark, Collector<String> out) {
            Probes.LOG.add("one:" + Probes.text(watermark));
            return WatermarkHandlingResult.PEEK;
        }

        @Override
        public WatermarkHandlingResult onBroadcastWatermark(Watermark watermark, Collector<String> out) {
            Probes.LOG.add("all:" + Probes.text(watermark));
            return WatermarkHandlingResult.PEEK;
        }
    }

    @ParameterizedTest
    @EnumSource
    void d4_aClassicFunctionWithABroadcastInputIsToldPerInputToo(Edges edges) throws Exception {
        env.fromData("L5", "r1")
                .process(new Emitter(L))
                .connect(env.fromData("L3", "b1")
                        .process(new Emitter())
                        .broadcast(new MapStateDescriptor<>("rules", Types.STRING, Types.STRING)))
                .process(new BroadcastProbe())
                .process(new Probe("p"));
        String log = run(edges);
        assertThat(Probes.of("one", log)).isEqualTo("<L5> r1");
        assertThat(Probes.of("all", log)).isEqualTo("<L3> b1");
        assertThat(Probes.of("p", log)).endsWith("<L3> end");
    }

    @ParameterizedTest
    @EnumSource
    void tm8_whatGoesOnIsTheCombinationOverTheChannelsOfBothInputs(Mode mode) {
        try (Piece piece = two(mode, 0, WAITING_L, 2, 1)) {
            assertThat(play(piece, "2.0:7 1.0:4 1.1:9 1.0:8 1.0:6"))
                    .isEqualTo("2:<L7> ;  ; 1:<L4> <L4> ; 1:<L8> <L7> ; 1:<L6> <L6>");
        }
    }

    @ParameterizedTest
    @EnumSource
    void tm8_whatTheFunctionPollsIsLeftOutAndNotWaitedFor(Mode mode) {
        try (Piece piece = two(mode, 1, WAITING_L, 1, 1)) {
            assertThat(play(piece, "2.0:7 1.0:4 1.0:2 2.0:9")).isEqualTo("2:<L7> ; 1:<L4> <L7> ; 1:<L2> ; 2:<L9> <L9>");
        }
    }

    @ParameterizedTest
    @EnumSource
    void tm7_theEndOfAnInputCombinesTheOthersAnew(Mode mode) {
        try (Piece piece = two(mode, 0, WAITING_L, 1, 1)) {
            assertThat(play(piece, "1.0:5 2.0:END 1.0:6 1.0:END"))
                    .isEqualTo("1:<L5> ; <L5> ; 1:<L6> <L6> ; WM(MAX) END");
        }
    }

    @ParameterizedTest
    @EnumSource
    void d5_tm9_anUndeclaredIdentifierFailsNamingItAndThoseThatAreDeclared(Edges edges) {
        env.fromData("r1", "X5", "r2").process(new Emitter(M, L)).process(new Probe("p"));
        assertThatThrownBy(() -> run(edges))
                .hasMessageContaining(InvalidWatermarkException.class.getSimpleName())
                .hasMessageContaining("\"X\" is not declared")
                .hasMessageContaining("the job declares L, M")
                .hasMessageContaining("declareWatermarks");
    }

    @Test
    void d5_tm9_soItDoesWhenTheJobDeclaresNothing() {
        env.fromData("X5").process(new Emitter());
        assertThatThrownBy(() -> run(Edges.CHAINED)).hasMessageContaining("the job declares none");
    }

    @ParameterizedTest
    @EnumSource
    void d6_itIsEnoughThatTheFunctionDownstreamDeclaresIt(Edges edges) throws Exception {
        env.fromData("r1", "L5").process(new Emitter()).process(new Probe("p", L));
        assertThat(run(edges)).isEqualTo("p:r1 p:<L5> p:end");
    }

    @Test
    void d7_twoEqualDeclarationsAreOne() throws Exception {
        LongWatermarkDeclaration again = WatermarkDeclarations.newBuilder("L")
                .typeLong()
                .combineFunctionMin()
                .build();
        env.fromData("r1", "L5").process(new Emitter(L)).process(new Probe("p", again));
        JobPlan plan = env.buildPlan("twice");
        assertThat(plan.watermarks()).containsExactly(L);
        assertThat(run(plan, Edges.WIRE)).isEqualTo("p:r1 p:<L5> p:end");
    }

    @Test
    void d7b_tm9_declarationsThatDifferInFunctionFailTheJobWhenItIsPlannedNamingBothPlaces() {
        env.fromData("r1")
                .process(new Emitter(L))
                .name("first")
                .process(new Probe("p", MAX_L))
                .name("second");
        assertThatThrownBy(() -> env.buildPlan("differing"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(
                        "\"L\" is declared as Long MIN, FORWARD by operator \"first\" (DeclaredWatermarksTest")
                .hasMessageContaining("and as Long MAX, FORWARD by operator \"second\" (DeclaredWatermarksTest");
    }

    @Test
    void d7c_tm9_soDoDeclarationsThatDifferInStrategy() {
        env.fromData("r1").process(new Emitter(L)).process(new Probe("p", IGNORED_L));
        assertThatThrownBy(() -> env.buildPlan("differing"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("Long MIN, IGNORE");
    }

    @Test
    void d7d_tm9_soDoDeclarationsThatDifferInTypeInOneFunction() {
        env.fromData("r1").process(new Emitter(L, FLAG_L));
        assertThatThrownBy(() -> env.buildPlan("differing"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("Long MIN, FORWARD")
                .hasMessageContaining("Bool AND, FORWARD");
    }

    @ParameterizedTest
    @EnumSource
    void d8_tm6_aWrongTypeIsAnErrorWhereItIsEmittedOnEveryEdge(Edges edges) {
        env.fromData("r1", "Ltrue", "r2")
                .process(new Emitter(L))
                .name("emitter")
                .process(new Probe("p"));
        assertThatThrownBy(() -> run(edges))
                .hasMessageContaining("\"emitter\"")
                .hasMessageContaining("\"L\" is declared as Long")
                .hasMessageContaining("of type Bool was emitted: L=true");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "WIRE"})
    void d9_everySubtaskDownstreamGetsEachValueOnce(Edges edges) throws Exception {
        env.fromData("L5", "L6")
                .process(new Emitter(L))
                .process(new Probe("p", WatermarkHandlingResult.PEEK, true))
                .setParallelism(3);
        run(env.buildPlan("one to three"), edges, "p0:<L5>", "p0:<L6>", "p1:<L5>", "p1:<L6>", "p2:<L5>", "p2:<L6>");

        StreamExecutionEnvironment keyed = StreamExecutionEnvironment.getExecutionEnvironment();
        keyed.setParallelism(1);
        keyed.fromData("k1", "L5")
                .process(new Emitter(L))
                .keyBy(value -> value)
                .process(new Probe("p", WatermarkHandlingResult.PEEK, true))
                .setParallelism(2);
        assertThat(run(keyed.buildPlan("keyed"), edges).split(" "))
                .filteredOn(entry -> entry.contains("L"))
                .containsExactlyInAnyOrder("p0:<L5>", "p1:<L5>");
    }

    private static void run(JobPlan plan, Edges edges, String... expected) throws Exception {
        assertThat(run(plan, edges).split(" "))
                .filteredOn(entry -> !entry.endsWith(":end"))
                .containsExactlyInAnyOrder(expected);
    }

    /** Emits 5 from the first subtask only. */
    private static final class OnlyTheFirst implements OneInputStreamProcessFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processRecord(Long record, Collector<String> output, PartitionedContext<String> ctx) {
            if (ctx.getTaskInfo().subtask() == 0) {
                ctx.getNonPartitionedContext().getWatermarkManager().emitWatermark(L.newWatermark(5));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "WIRE"})
    void d10_tm7_aChannelThatEndedSilentlyIsNotWaitedForAnyLonger(Edges edges) throws Exception {
        for (WatermarkDeclaration declaration : List.of(L, WAITING_L)) {
            StreamExecutionEnvironment two = StreamExecutionEnvironment.getExecutionEnvironment();
            two.setParallelism(2);
            two.fromSequence(0, 1)
                    .process(new OnlyTheFirst())
                    .rebalance()
                    .process(new Probe("p", declaration))
                    .setParallelism(1);
            assertThat(run(two.buildPlan("silent"), edges)).isEqualTo("p:<L5> p:end");
        }
    }

    /** Reads one split of texts, and emits a watermark for each that says one. */
    private static final class EmittingSource implements Source<String, HandSource.Split> {
        private static final long serialVersionUID = 1L;

        private final List<String> texts;
        private final Set<WatermarkDeclaration> declarations;

        EmittingSource(List<String> texts, WatermarkDeclaration... declarations) {
            this.texts = List.copyOf(texts);
            this.declarations = Set.of(declarations);
        }

        @Override
        public Set<? extends WatermarkDeclaration> declareWatermarks() {
            return declarations;
        }

        @Override
        public Boundedness boundedness() {
            return Boundedness.BOUNDED;
        }

        @Override
        public List<HandSource.Split> enumerateSplits(int parallelism) {
            return List.of(new HandSource.Split("texts", 0));
        }

        @Override
        public TypeSerializer<HandSource.Split> splitSerializer() {
            return new HandSource("emitting", true, List.of()).splitSerializer();
        }

        @Override
        public SourceReader<String, HandSource.Split> createReader(SourceReaderContext context) {
            return new SourceReader<>() {
                private int position;

                @Override
                public void addSplits(List<HandSource.Split> splits) {
                    position = splits.get(0).position();
                }

                @Override
                public ReadStatus poll(ReaderOutput<String> output) {
                    if (position == texts.size()) {
                        return ReadStatus.DONE;
                    }
                    String text = texts.get(position++);
                    Watermark watermark = Probes.watermarkOf(text);
                    if (watermark == null) {
                        output.split("texts").collect(text);
                    } else {
                        context.emitWatermark(watermark);
                    }
                    return ReadStatus.MORE;
                }

                @Override
                public List<HandSource.Split> snapshot() {
                    return List.of(new HandSource.Split("texts", position));
                }

                @Override
                public void close() {}
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void d11_aSourceReaderEmitsAsAFunctionDoes(Edges edges) throws Exception {
        env.fromSource(
                        new EmittingSource(List.of("r1", "L5", "r2", "L5", "L6"), L),
                        WatermarkStrategy.noWatermarks(),
                        "emitting",
                        Types.STRING)
                .process(new Probe("p"));
        assertThat(run(edges)).isEqualTo("p:r1 p:<L5> p:r2 p:<L6> p:end");
    }

    @Test
    void d11_tm9_aSourceReaderThatEmitsWhatNobodyDeclaresIsToldSo() {
        env.fromSource(
                        new EmittingSource(List.of("r1", "X5")),
                        WatermarkStrategy.noWatermarks(),
                        "emitting",
                        Types.STRING)
                .process(new Probe("p", M));
        assertThatThrownBy(() -> run(Edges.CHAINED))
                .hasMessageContaining("\"emitting\"")
                .hasMessageContaining("\"X\" is not declared; the job declares M");
    }

    /** Takes a number, and sends a record and a larger number on instead. */
    private static final class Translating implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx) {
            output.collect(record);
        }

        @Override
        public WatermarkHandlingResult onWatermark(
                Watermark watermark, Collector<String> output, NonPartitionedContext<String> ctx) {
            if (watermark instanceof LongWatermark number
                    && number.getIdentifier().equals("L")) {
                output.collect("from-onWatermark");
                ctx.getWatermarkManager().emitWatermark(L.newWatermark(number.getValue() + 100));
                return WatermarkHandlingResult.POLL;
            }
            return WatermarkHandlingResult.PEEK;
        }

        @Override
        public void endInput(NonPartitionedContext<String> ctx) {
            ctx.getWatermarkManager().emitWatermark(L.newWatermark(99));
        }
    }

    @ParameterizedTest
    @EnumSource
    void d12_recordsAndOtherWatermarksMayBeEmittedInOnWatermark(Edges edges) throws Exception {
        env.fromData("r1", "L5", "r2")
                .process(new Emitter(L))
                .process(new Translating())
                .process(new Probe("p"));
        assertThat(run(edges)).startsWith("p:r1 p:from-onWatermark p:<L105> p:r2");
    }

    @ParameterizedTest
    @EnumSource
    void d13_whatIsEmittedAtTheEndOfTheInputComesBeforeTheEndDownstream(Edges edges) throws Exception {
        env.fromData("r1").process(new Translating()).process(new Probe("p", L));
        assertThat(run(edges)).isEqualTo("p:r1 p:<L99> p:end");
    }

    @ParameterizedTest
    @EnumSource
    void d14_twoIdentifiersAreIndependent(Edges edges) throws Exception {
        env.fromData("L5", "M5", "M6", "L5").process(new Emitter(L, M)).process(new Probe("p"));
        assertThat(run(edges)).isEqualTo("p:<L5> p:<M5> p:<M6> p:end");
    }

    // ------------------------------------------------------------------------------------ beyond the rows

    /** A classic function that declares, emits from its records, and passes on what it is told as records. */
    private static final class Classic extends ProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Set<? extends WatermarkDeclaration> declareWatermarks() {
            return Set.of(L, M);
        }

        @Override
        public void processElement(String value, Context ctx, Collector<String> out) {
            out.collect(value);
            getRuntimeContext().getWatermarkManager().emitWatermark(M.newWatermark(value.length()));
        }

        @Override
        public WatermarkHandlingResult onWatermark(Watermark watermark, Collector<String> out) {
            out.collect("told" + Probes.text(watermark));
            return WatermarkHandlingResult.PEEK;
        }
    }

    private static final class ClassicKeyed extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, Context ctx, Collector<String> out) {
            out.collect(value);
        }

        @Override
        public WatermarkHandlingResult onWatermark(Watermark watermark, Collector<String> out) {
            out.collect("keyed" + Probes.text(watermark));
            return WatermarkHandlingResult.POLL;
        }
    }

    private static final class EmittingMap extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String value) {
            getRuntimeContext().getWatermarkManager().emitWatermark(L.newWatermark(value.length()));
            return value;
        }
    }

    @ParameterizedTest
    @EnumSource
    void classicFunctionsDeclareEmitAndReceiveToo(Edges edges) throws Exception {
        env.fromData("r1").map(new EmittingMap()).process(new Classic()).process(new Probe("p"));
        // The value is emitted while the record is mapped, so it goes before it.
        assertThat(run(edges)).isEqualTo("p:told<L2> p:<L2> p:r1 p:<M2> p:end");

        StreamExecutionEnvironment keyed = StreamExecutionEnvironment.getExecutionEnvironment();
        keyed.setParallelism(1);
        keyed.fromData("L7")
                .process(new Emitter(L))
                .keyBy(value -> value)
                .process(new ClassicKeyed())
                .process(new Probe("p"));
        assertThat(run(keyed.buildPlan("keyed"), edges)).isEqualTo("p:keyed<L7> p:end");
    }

    /** Each record goes to one of the outputs, each number to both. */
    private static final class Splitting implements TwoOutputStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processRecord(
                String value,
                Collector<String> first,
                Collector<String> second,
                TwoOutputPartitionedContext<String, String> ctx) {
            (value.startsWith("a") ? first : second).collect(value);
            if (value.equals("a2")) {
                ctx.getNonPartitionedContext().getWatermarkManager().emitWatermark(M.newWatermark(2));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothOutputsGetEveryWatermark(Edges edges) throws Exception {
        TwoOutputStreams<String, String> both =
                env.fromData("a1", "L5", "b1", "a2").process(new Emitter(L, M)).process(new Splitting());
        both.getFirst().process(new Probe("one"));
        both.getSecond().process(new Probe("two"));
        String log = run(edges);
        assertThat(Probes.of("one", log)).isEqualTo("a1 <L5> a2 <M2> end");
        assertThat(Probes.of("two", log)).isEqualTo("<L5> b1 <M2> end");
    }

    @ParameterizedTest
    @EnumSource
    void tm1_afterARestoreValuesAreKnownAndCombinedAsBefore(Edges edges) throws Exception {
        HandSource source = new HandSource("tm1-" + edges, false, List.of("a"));
        env.fromSource(source.texts(), WatermarkStrategy.noWatermarks(), "hand", Types.STRING)
                .process(new Emitter(WAITING_L))
                .process(new Probe("mid"))
                .process(new Probe("last"));
        JobPlan plan = env.buildPlan("restored");
        Map<String, TaskSnapshot> taken;
        try (HandJob job = new HandJob(plan, edges)) {
            source.content().add("a", "r1", "L5");
            job.run();
            assertThat(Probes.of("last", Probes.take())).isEqualTo("r1 <L5>");
            taken = job.checkpoint();
        }
        try (HandJob job = new HandJob(plan, edges, taken)) {
            job.run();
            assertThat(Probes.take()).as("nothing is told twice").isEmpty();
            source.content().add("a", "L5", "r2", "L4");
            job.run();
            assertThat(Probes.of("last", Probes.take())).isEqualTo("r2 <L4>");
        }
    }

    @Test
    void tm1_subtasksThatBecomeOneSendTheCombinationOfWhatTheyHadSent() {
        OperatorSpec spec = new OperatorSpec.StreamProcessSpec(new Emitter(MAX_L));
        List<HarnessSnapshot> before = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (OperatorHarness harness = OperatorHarness.of(spec)
                    .watermarks(MAX_L)
                    .subtask(subtask, 2)
                    .open()) {
                harness.record("L1" + subtask);
                before.add(harness.snapshot());
            }
        }
        try (OperatorHarness one = OperatorHarness.of(spec).watermarks(MAX_L).openRescaled(before)) {
            assertThat(one.take()).containsExactly("<L11>");
            one.record("L11");
            assertThat(one.take()).isEmpty();
        }
    }

    @Test
    void tm1_aGateKnowsItsChannelsAndWhatIsWaitedForAfterARestore() {
        for (Mode mode : Mode.values()) {
            try (Piece piece = Piece.of(mode.harness(), 3, records -> records.process(new Probe("p")))) {
                piece.input(0).declaring(WAITING_L);
                assertThat(play(piece, "1.0:5 1.1:8 1.2:6 1.0:7 1.2:END 1.1:7"))
                        .isEqualTo(" ;  ; <L5> ; <L6> ; <L7> ; ");
            }
        }
    }
}
