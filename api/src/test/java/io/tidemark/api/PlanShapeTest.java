package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.Plans.Nowhere;
import io.tidemark.api.Plans.Word;
import io.tidemark.api.Plans.Words;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.function.WindowFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.SplitAssignmentSerializer;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanEdge;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.plan.PlanOutput;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanShapeTest {
    private static final OutputTag<String> SIDE = new OutputTag<>("side") {};
    private static final OutputTag<Long> OTHER_SIDE = new OutputTag<>("other side") {};
    private static final OutputTag<Word> LATE = new OutputTag<>("late") {};
    private static final TumblingEventTimeWindows MINUTES = TumblingEventTimeWindows.of(Duration.ofMinutes(1));

    private final StreamExecutionEnvironment env =
            StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(2);

    private DataStreamSource<Word> words() {
        return env.fromSource(new Words(), WatermarkStrategy.forMonotonousTimestamps(), "words");
    }

    @Test
    void aSourceIsAnEnumeratorAndReadersJoinedByDirectedSplits() {
        words().setParallelism(3).sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        PlanNode enumerator = Plans.node(plan, "words splits");
        PlanNode reader = Plans.node(plan, "words");
        assertThat(enumerator.kind()).isEqualTo("SOURCE_ENUMERATOR");
        assertThat(enumerator.parallelism()).isEqualTo(1);
        assertThat(enumerator.chainable()).isFalse();
        assertThat(enumerator.inputs()).isEmpty();
        assertThat(Plans.spec(enumerator, OperatorSpec.SourceEnumeratorSpec.class)
                        .readerParallelism())
                .isEqualTo(3);
        assertThat(Plans.serializer(enumerator, 0)).isInstanceOf(SplitAssignmentSerializer.class);
        assertThat(reader.kind()).isEqualTo("SOURCE_READER");
        assertThat(reader.parallelism()).isEqualTo(3);
        assertThat(reader.inputs()).hasSize(1);
        assertThat(Plans.spec(reader, OperatorSpec.SourceReaderSpec.class).source())
                .isInstanceOf(Words.class);
        assertThat(Plans.into(plan, reader)).singleElement().satisfies(edge -> {
            assertThat(edge.partitioning()).isEqualTo(Partitioning.DIRECT);
            assertThat(edge.source()).isEqualTo(enumerator.id());
        });
        assertThat(plan.bounded()).isFalse();
    }

    @Test
    void aPlanIsBoundedWhenEverySourceIs() {
        DataStream<Long> numbers = env.fromSequence(1, 5);
        numbers.sinkTo(new Nowhere<>());
        assertThat(env.buildPlan("job").bounded()).isTrue();

        words().map(Word::timeMs).union(numbers).sinkTo(new Nowhere<>());
        assertThat(env.buildPlan("job").bounded()).isFalse();
    }

    @Test
    void edgesLeadFromLowerToHigherIds() {
        DataStream<Word> words = words();
        DataStream<Word> filtered = words.filter(word -> word.count() > 1);
        filtered.union(words).keyBy(Word::text).sum("count").sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(plan.edges()).allSatisfy(edge -> assertThat(edge.source()).isLessThan(edge.target()));
        assertThat(plan.nodes().stream().map(PlanNode::id)).doesNotHaveDuplicates();
        assertThat(plan.edges().stream().map(PlanEdge::id)).doesNotHaveDuplicates();
    }

    @Test
    void edgesAreForwardBetweenEqualParallelismAndRebalancedOtherwise() {
        words().map(Word::text)
                .name("same")
                .map(String::length)
                .name("wider")
                .setParallelism(4)
                .sinkTo(new Nowhere<>())
                .name("narrower")
                .setParallelism(1);
        JobPlan plan = env.buildPlan("job");

        assertThat(partitioningInto(plan, "same")).isEqualTo(Partitioning.FORWARD);
        assertThat(partitioningInto(plan, "wider")).isEqualTo(Partitioning.REBALANCE);
        assertThat(partitioningInto(plan, "narrower")).isEqualTo(Partitioning.REBALANCE);
    }

    private static Partitioning partitioningInto(JobPlan plan, String name) {
        List<PlanEdge> edges = Plans.into(plan, Plans.node(plan, name));
        assertThat(edges).hasSize(1);
        return edges.get(0).partitioning();
    }

    @Test
    void aStreamIsSpreadAsItIsToldTo() {
        DataStream<Word> words = words();
        words.rebalance().map(Word::text).name("rebalance").sinkTo(new Nowhere<>());
        words.broadcast().map(Word::text).name("broadcast").sinkTo(new Nowhere<>());
        words.forward().map(Word::text).name("forward").sinkTo(new Nowhere<>());
        words.global().map(Word::text).name("global").sinkTo(new Nowhere<>());
        words.partitionCustom((key, n) -> key % n, Word::count)
                .map(Word::text)
                .name("custom")
                .sinkTo(new Nowhere<>());
        words.keyBy(Word::text).map(Word::text).name("hash").sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(partitioningInto(plan, "rebalance")).isEqualTo(Partitioning.REBALANCE);
        assertThat(partitioningInto(plan, "broadcast")).isEqualTo(Partitioning.BROADCAST);
        assertThat(partitioningInto(plan, "forward")).isEqualTo(Partitioning.FORWARD);
        assertThat(partitioningInto(plan, "global")).isEqualTo(Partitioning.CUSTOM);
        assertThat(partitioningInto(plan, "custom")).isEqualTo(Partitioning.CUSTOM);
        assertThat(partitioningInto(plan, "hash")).isEqualTo(Partitioning.HASH);
    }

    @Test
    void trW10_aStreamInUnionWithItselfHasTwoEdges() {
        DataStream<Word> words = words();
        words.union(words).map(Word::text).name("twice").sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(Plans.into(plan, Plans.node(plan, "twice")))
                .hasSize(2)
                .allSatisfy(edge -> assertThat(edge.input()).isZero())
                .allSatisfy(edge -> assertThat(edge.source())
                        .isEqualTo(Plans.node(plan, "words").id()));
        assertThat(Plans.node(plan, "twice").inputs()).hasSize(1);
    }

    @Test
    void aKeyedInputHasItsKeyInTheEdgeAndInTheNode() throws Exception {
        words().keyBy(Word::text).process(new CountPerKey()).uid("counts").sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        PlanNode node = Plans.node(plan, "Keyed Process");
        PlanEdge edge = Plans.into(plan, node).get(0);
        assertThat(edge.partitioner()).isEqualTo(node.inputs().get(0).keySpec());
        @SuppressWarnings("unchecked")
        KeySpec<Word, String> key =
                PlanObjects.read(edge.partitioner(), KeySpec.class, getClass().getClassLoader());
        assertThat(key.selector().getKey(new Word("a", 1, 2))).isEqualTo("a");
        assertThat(key.serializer()).isEqualTo(Types.STRING.createSerializer());
        assertThat(node.inputs().get(0).isKeyed()).isTrue();
        assertThat(Plans.node(plan, "words").inputs().get(0).isKeyed()).isFalse();
        assertThat(node.outputs().get(0).type()).isEqualTo("Tuple2<String, Integer>");
    }

    /** Results of a generic type. */
    private static final class CountPerKey extends KeyedProcessFunction<String, Word, Tuple2<String, Integer>> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Word value, Context ctx, Collector<Tuple2<String, Integer>> out) {
            out.collect(Tuple2.of(ctx.getCurrentKey(), value.count()));
        }
    }

    @Test
    void aUnionOfKeyedInputsIsKeyedOnEveryEdge() {
        DataStream<Word> words = words();
        words.union(env.fromData(new Word("a", 1, 2)))
                .keyBy(Word::text)
                .process(new CountPerKey())
                .sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(Plans.into(plan, Plans.node(plan, "Keyed Process")))
                .hasSize(2)
                .allSatisfy(edge -> assertThat(edge.partitioning()).isEqualTo(Partitioning.HASH));
    }

    @Test
    void outputsAreTheMainOneAndTheSideOutputsThatAreConsumed() {
        SingleOutputStreamOperator<Long> process = words().process(new ToSides());
        process.sinkTo(new Nowhere<>());
        process.getSideOutput(SIDE);
        process.getSideOutput(OTHER_SIDE).map(value -> value + 1).name("other").sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(Plans.node(plan, "Process").outputs())
                .extracting(PlanOutput::ordinal, PlanOutput::tagId, PlanOutput::type)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0, "", "Long"),
                        org.assertj.core.groups.Tuple.tuple(1, "other side", "Long"));
        assertThat(Plans.into(plan, Plans.node(plan, "other")).get(0).output()).isEqualTo(1);
        assertThat(Plans.node(plan, "Sink: Nowhere").outputs()).isEmpty();
    }

    private static final class ToSides extends ProcessFunction<Word, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Word value, Context ctx, Collector<Long> out) {
            ctx.output(SIDE, value.text());
            ctx.output(OTHER_SIDE, 1L);
        }
    }

    @Test
    void aWindowKnowsItsPartsAndTheSerializerOfWhatItKeeps() {
        words().keyBy(Word::text)
                .window(MINUTES)
                .allowedLateness(Duration.ofSeconds(5))
                .sideOutputLateData(LATE)
                .aggregate(new Average(), new Describe())
                .sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        PlanNode node = Plans.node(plan, "Window Aggregate (TumblingEventTimeWindows)");
        OperatorSpec.WindowSpec spec = Plans.spec(node, OperatorSpec.WindowSpec.class);
        assertThat(spec.aggregate()).isInstanceOf(Average.class);
        assertThat(spec.process()).isInstanceOf(Describe.class);
        assertThat(spec.reduce()).isNull();
        assertThat(spec.trigger()).isNull();
        assertThat(spec.allowedLatenessMs()).isEqualTo(5_000);
        assertThat(spec.lateTag()).isEqualTo(LATE);
        assertThat(spec.contents().schema())
                .isEqualTo(Types.TUPLE(Types.LONG, Types.INT).createSerializer().schema());
        assertThat(node.outputs().get(0).type()).isEqualTo("String");
    }

    private static final class Average implements AggregateFunction<Word, Tuple2<Long, Integer>, Double> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Long, Integer> createAccumulator() {
            return Tuple2.of(0L, 0);
        }

        @Override
        public Tuple2<Long, Integer> add(Word value, Tuple2<Long, Integer> accumulator) {
            return Tuple2.of(accumulator.f0 + value.count(), accumulator.f1 + 1);
        }

        @Override
        public Double getResult(Tuple2<Long, Integer> accumulator) {
            return (double) accumulator.f0 / accumulator.f1;
        }

        @Override
        public Tuple2<Long, Integer> merge(Tuple2<Long, Integer> a, Tuple2<Long, Integer> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }

    private static final class Describe extends ProcessWindowFunction<Double, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(String key, Context context, Iterable<Double> elements, Collector<String> out) {
            out.collect(key + context.window() + elements.iterator().next());
        }
    }

    @Test
    void everyWayToEndAWindowIsPlanned() {
        KeyedStream<Word, String> keyed = words().keyBy(Word::text);
        WindowFunction<Word, String, String, TimeWindow> apply = (key, window, words, out) -> out.collect(key);

        keyed.window(MINUTES).reduce((a, b) -> b).name("reduce").sinkTo(new Nowhere<>());
        keyed.window(MINUTES).sum("count").name("sum").sinkTo(new Nowhere<>());
        keyed.window(MINUTES).aggregate(new Average()).name("aggregate").sinkTo(new Nowhere<>());
        keyed.window(MINUTES)
                .trigger(EventTimeTrigger.create())
                .apply(apply)
                .returns(Types.STRING)
                .name("apply")
                .sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(Plans.spec(Plans.node(plan, "reduce"), OperatorSpec.WindowSpec.class)
                        .reduce())
                .isNotNull();
        assertThat(Plans.spec(Plans.node(plan, "sum"), OperatorSpec.WindowSpec.class)
                        .reduce())
                .isNotNull();
        assertThat(Plans.node(plan, "aggregate").outputs().get(0).type()).isEqualTo("Double");
        OperatorSpec.WindowSpec spec = Plans.spec(Plans.node(plan, "apply"), OperatorSpec.WindowSpec.class);
        assertThat(spec.process()).isNotNull();
        assertThat(spec.trigger()).isInstanceOf(EventTimeTrigger.class);
        assertThat(spec.contents().schema().typeName()).isEqualTo(Word.class.getName());
    }

    @Test
    void anOperatorOfItsOwnCodeHasItsInputsInOrder() {
        DataStream<Word> words = words();
        env.addOperator(
                        "join",
                        () -> {
                            throw new AssertionError("only planned");
                        },
                        Types.STRING,
                        List.of(words.keyBy(Word::text), words.broadcast()))
                .sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        PlanNode join = Plans.node(plan, "join");
        assertThat(join.kind()).isEqualTo("CUSTOM");
        assertThat(join.inputs()).extracting(input -> input.isKeyed()).containsExactly(true, false);
        assertThat(Plans.into(plan, join))
                .extracting(PlanEdge::input, PlanEdge::partitioning)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0, Partitioning.HASH),
                        org.assertj.core.groups.Tuple.tuple(1, Partitioning.BROADCAST));
    }

    @Test
    void chainingCanBeTurnedOffForOneOperatorAndForAll() {
        words().map(Word::text)
                .name("alone")
                .disableChaining()
                .map(String::length)
                .name("free")
                .sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");
        assertThat(Plans.node(plan, "alone").chainable()).isFalse();
        assertThat(Plans.node(plan, "free").chainable()).isTrue();

        env.disableOperatorChaining();
        assertThat(env.buildPlan("job").nodes()).noneMatch(PlanNode::chainable);
    }

    @Test
    void maxParallelismIsTheSmallestThatTheJobFitsIn() {
        words().map(Word::text).setParallelism(2).sinkTo(new Nowhere<>());
        assertThat(env.buildPlan("job").maxParallelism()).isEqualTo(128);

        words().map(Word::text).setParallelism(129).sinkTo(new Nowhere<>());
        assertThat(env.buildPlan("job").maxParallelism()).isEqualTo(256);
    }

    @Test
    void maxParallelismThatIsAskedForIsRoundedUpWithANote() {
        env.setMaxParallelism(300);
        words().sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(plan.maxParallelism()).isEqualTo(512);
        assertThat(plan.notes()).contains("max parallelism is 512 instead of 300: it is 128 times a power of two");
    }

    @Test
    void anOperatorCanAskForMoreKeyGroups() {
        words().keyBy(Word::text)
                .sum("count")
                .setMaxParallelism(1024)
                .uid("sum")
                .sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        assertThat(plan.maxParallelism()).isEqualTo(1024);
        assertThat(plan.notes()).isEmpty();
    }

    @Test
    void theOptionsOfTheJobAreInThePlan() {
        env.getConfig().setAutoWatermarkInterval(50);
        env.enableCheckpointing(5_000);
        env.configure(Configuration.empty().with(JobOptions.DETERMINISTIC, true));
        words().sinkTo(new Nowhere<>());
        Configuration configuration = Configuration.of(env.buildPlan("job").configuration());

        assertThat(configuration.get(JobOptions.AUTO_WATERMARK_INTERVAL)).isEqualTo(Duration.ofMillis(50));
        assertThat(configuration.get(JobOptions.CHECKPOINT_INTERVAL)).isEqualTo(Duration.ofSeconds(5));
        assertThat(configuration.get(JobOptions.DETERMINISTIC)).isTrue();
        assertThat(configuration.get(JobOptions.PARALLELISM)).isEqualTo(2);
    }

    @Test
    void anOperatorThatNobodyListensToNeedsNoType() {
        words().map(word -> List.of(word)).name("unheard");

        assertThat(Plans.node(env.buildPlan("job"), "unheard").outputs().get(0).serializer())
                .isEmpty();
    }

    @Test
    void elementsComeFromOneSubtaskWithTheirType() {
        env.fromData(Tuple2.of("a", 1), Tuple2.of("b", 2))
                .keyBy(value -> value.f0)
                .sum(1)
                .sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("job");

        PlanNode elements = Plans.node(plan, "Elements");
        assertThat(elements.parallelism()).isEqualTo(1);
        assertThat(elements.outputs().get(0).type()).isEqualTo("Tuple2<String, Integer>");
        assertThat(plan.bounded()).isTrue();
    }
}
