package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessAllWindowFunction;
import io.tidemark.api.function.RichCoGroupFunction;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TaggedUnion;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Probe;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two streams joined in windows, and windows over a whole stream. A record is its key, a number and {@code @} its time. */
class JoinedStreamsTest {
    private static final TumblingEventTimeWindows TEN = TumblingEventTimeWindows.of(Duration.ofMillis(10));

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    @BeforeEach
    void anEmptyLog() {
        Probes.LOG.clear();
        env.setParallelism(2);
    }

    private static long time(String record) {
        return Long.parseLong(record.substring(record.indexOf('@') + 1));
    }

    /** Its records, of which each moves event time to its own time. */
    private DataStream<String> stream(String... records) {
        return env.fromData(List.of(records), Types.STRING)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<String>forRowTime(Duration.ZERO)
                        .withTimestampAssigner((record, previous) -> time(record)));
    }

    private List<String> run(DataStream<String> results, Edges edges) throws Exception {
        results.process(new Probe("out")).setParallelism(1);
        try (HandJob job = new HandJob(env.buildPlan("join"), edges)) {
            job.run();
        }
        String log = Probes.take().replaceAll(" ?\\w+:<[^>]*>", "").trim();
        return Arrays.stream(Probes.of("out", log).split(" "))
                .filter(word -> !word.equals("end"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void recordsOfTwoStreamsWithOneKeyInOneWindowMeetEachOther(Edges edges) throws Exception {
        DataStream<String> joined = stream("a1@1", "a2@9", "b3@3", "a4@11")
                .join(stream("a5@5", "c6@6", "a7@19", "b8@21"))
                .where(record -> record.substring(0, 1), Types.STRING)
                .equalTo(record -> record.substring(0, 1), Types.STRING)
                .window(TEN)
                .apply((first, second) -> first + "+" + second, Types.STRING);
        assertThat(run(joined, edges)).containsExactly("a1@1+a5@5", "a2@9+a5@5", "a4@11+a7@19");
    }

    @Test
    void aFlatJoinGivesAnyNumberOfResultsOfEachPair() throws Exception {
        DataStream<String> joined = stream("a1@1", "a2@9")
                .join(stream("a5@5"))
                .where(record -> record.substring(0, 1), Types.STRING)
                .equalTo(record -> record.substring(0, 1), Types.STRING)
                .window(TEN)
                .apply(
                        (String first, String second, Collector<String> out) -> {
                            if (first.startsWith("a1")) {
                                out.collect(first);
                                out.collect(second);
                            }
                        },
                        Types.STRING);
        assertThat(run(joined, Edges.CHAINED)).containsExactly("a1@1", "a5@5");
    }

    /** Writes what both streams have of a key, and was opened before. */
    private static final class Both extends RichCoGroupFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient String opened;

        @Override
        public void open(OpenContext openContext) {
            opened = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks() + "";
        }

        @Override
        public void coGroup(Iterable<String> first, Iterable<String> second, Collector<String> out) {
            out.collect(opened + String.join(",", first) + "|" + String.join(",", second));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCoGroupHasAllRecordsOfAKeyAlsoWhereOneStreamHasNone(Edges edges) throws Exception {
        DataStream<String> grouped = stream("a1@1", "a2@9", "b3@3")
                .coGroup(stream("a5@5", "c6@6"))
                .where(record -> record.substring(0, 1), Types.STRING)
                .equalTo(record -> record.substring(0, 1), Types.STRING)
                .window(TEN)
                .apply(new Both());
        assertThat(run(grouped, edges)).containsExactly("2a1@1,a2@9|a5@5", "2b3@3|", "2|c6@6");
    }

    @Test
    void recordsTooLateToBeJoinedGoAsideOnceBothStreamsArePastTheirWindow() {
        OutputTag<TaggedUnion<String, String>> late =
                new OutputTag<>("late", TaggedUnion.type(Types.STRING, Types.STRING));
        try (StreamHarness harness = StreamHarness.create()) {
            TestInput<String> first = harness.input(String.class);
            TestInput<String> second = harness.input(String.class);
            SingleOutputStreamOperator<String> grouped = first.stream()
                    .coGroup(second.stream())
                    .where(record -> record.substring(0, 1), Types.STRING)
                    .equalTo(record -> record.substring(0, 1), Types.STRING)
                    .window(TEN)
                    .sideOutputLateData(late)
                    .apply(new Both());
            TestOutput<String> inTime = harness.output(grouped);
            TestOutput<String> tooLate =
                    harness.output(grouped.getSideOutput(late).map(TaggedUnion::getOne, Types.STRING));

            first.watermark(30);
            first.record("a1@2", 2);
            assertThat(tooLate.takeValues()).isEmpty();
            second.watermark(9);
            assertThat(inTime.takeValues()).containsExactly("1a1@2|");
            first.record("a2@9", 9);
            assertThat(tooLate.takeValues()).containsExactly("a2@9");
            first.record("a3@10", 10);
            assertThat(tooLate.takeValues()).isEmpty();
        }
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void keysOfTwoTypesAreRefusedWithBothTypes() {
        TypeInformation numbers = Types.LONG;
        KeySelector<String, String> number = record -> "1";
        assertThatThrownBy(() -> stream("a1@1")
                        .join(stream("a2@2"))
                        .where(record -> record, Types.STRING)
                        .equalTo(number, numbers))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("String")
                .hasMessageContaining("Long");
    }

    /** Writes how many records a window has, and how many windows came before. */
    private static final class Counted extends ProcessAllWindowFunction<String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(Context context, Iterable<String> elements, Collector<String> out) throws Exception {
            int count = 0;
            for (String ignored : elements) {
                count++;
            }
            ValueState<Integer> before =
                    context.globalState().getState(new ValueStateDescriptor<>("before", Types.INT));
            int windows = before.value() == null ? 0 : before.value();
            before.update(windows + 1);
            out.collect(context.window().getStart() + ":" + count + "/" + windows);
        }
    }

    @ParameterizedTest
    @EnumSource
    void windowsOverAWholeStreamHoldTheRecordsOfAllSubtasks(Edges edges) throws Exception {
        DataStream<String> counted = stream("a1@1", "b2@9", "c3@3", "d4@11", "e5@12")
                .rebalance()
                .map(record -> record, Types.STRING)
                .windowAll(TEN)
                .process(new Counted());
        assertThat(run(counted, edges)).containsExactly("0:3/0", "10:2/1");
    }

    @Test
    void countWindowsOverAWholeStreamFireAtEachSoManyRecords() throws Exception {
        env.setParallelism(1);
        DataStream<String> counted = stream("a1@1", "b2@9", "c3@3", "d4@11", "e5@12")
                .countWindowAll(2)
                .apply(
                        (window, values, out) -> values.forEach(value -> out.collect(value.substring(0, 1))),
                        Types.STRING);
        assertThat(run(counted, Edges.CHAINED)).containsExactly("a", "b", "c", "d");
    }

    @Test
    void windowsOverAWholeStreamReduceAndAggregateAsOthersDo() throws Exception {
        DataStream<String> reduced = stream("a1@1", "b2@9", "d4@11")
                .windowAll(TEN)
                .reduce(
                        (first, second) -> first.substring(0, 2) + second.substring(0, 2),
                        (window, values, out) -> out.collect(
                                window.getEnd() + "=" + values.iterator().next()),
                        Types.STRING);
        assertThat(run(reduced, Edges.CHAINED)).containsExactly("10=a1b2", "20=d4@11");
    }

    @Test
    void windowsOverAWholeStreamRunInOneSubtaskAndNoOtherNumberIsTaken() {
        assertThatThrownBy(() ->
                        stream("a1@1").windowAll(TEN).process(new Counted()).setParallelism(2))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
