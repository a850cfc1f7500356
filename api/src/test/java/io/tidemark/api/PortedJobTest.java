package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.Plans.Nowhere;
import io.tidemark.api.Plans.Word;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.function.RichFlatMapFunction;
import io.tidemark.api.function.RichMapFunction;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Job code in the shapes that users bring along, down to the long names of inner classes that their tools wrote for
 * them. That it compiles is half of the claim.
 */
class PortedJobTest {

    /** What the count of a key looks like in its state. */
    public static class CountWithTimestamp {
        public String key;
        public long count;
        public long lastModified;
    }

    /** Counts by key, and emits a count once nothing has come for a minute. */
    public static class CountWithTimeout extends KeyedProcessFunction<String, Word, Tuple2<String, Long>> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<CountWithTimestamp> state;
        private transient ListState<Long> seen;
        private transient MapState<String, Integer> byText;

        @Override
        public void open(OpenContext openContext) throws Exception {
            state = getRuntimeContext().getState(new ValueStateDescriptor<>("myState", CountWithTimestamp.class));
            seen = getRuntimeContext().getListState(new ListStateDescriptor<>("seen", Types.LONG));
            byText = getRuntimeContext()
                    .getMapState(new MapStateDescriptor<>(
                            "byText", TypeInformation.of(new TypeHint<String>() {}), Types.INT));
        }

        @Override
        public void processElement(
                Word value,
                KeyedProcessFunction<String, Word, Tuple2<String, Long>>.Context ctx,
                Collector<Tuple2<String, Long>> out)
                throws Exception {
            CountWithTimestamp current = state.value();
            if (current == null) {
                current = new CountWithTimestamp();
                current.key = ctx.getCurrentKey();
            }
            current.count++;
            current.lastModified = ctx.timestamp();
            state.update(current);
            seen.add(ctx.timestamp());
            byText.put(value.text(), 1);
            ctx.timerService().registerEventTimeTimer(current.lastModified + 60000);
        }

        @Override
        public void onTimer(
                long timestamp,
                KeyedProcessFunction<String, Word, Tuple2<String, Long>>.OnTimerContext ctx,
                Collector<Tuple2<String, Long>> out)
                throws IOException {
            CountWithTimestamp result = state.value();
            if (ctx.timeDomain() == TimeDomain.EVENT_TIME && timestamp == result.lastModified + 60000) {
                out.collect(new Tuple2<>(result.key, result.count));
                state.clear();
            }
        }
    }

    /** A generator that emits at every record that says so. */
    private static final class Punctuated implements WatermarkGenerator<Word> {
        @Override
        public void onEvent(Word event, long eventTimestamp, WatermarkOutput output) {
            if (event.count() == 0) {
                output.emitWatermark(new Watermark(eventTimestamp));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    @Test
    void aJobOfTheUsualPartsIsPlanned() {
        final OutputTag<Word> lateTag = new OutputTag<Word>("late") {};
        final OutputTag<String> rejectedTag = new OutputTag<String>("rejected") {};
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.getConfig().setAutoWatermarkInterval(100);

        SingleOutputStreamOperator<Word> valid = env.fromData(new Word("a", 1, 10), new Word("b", 2, 20))
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Word>forGenerator(context -> new Punctuated())
                        .withTimestampAssigner((word, recordTimestamp) -> word.timeMs())
                        .withIdleness(Duration.ofSeconds(30)))
                .process(new ProcessFunction<Word, Word>() {
                    @Override
                    public void processElement(
                            Word value, ProcessFunction<Word, Word>.Context ctx, Collector<Word> out) {
                        if (value.count() > 0) {
                            out.collect(value);
                        } else {
                            ctx.output(rejectedTag, value.text());
                        }
                    }
                })
                .name("validate")
                .uid("validate");

        SingleOutputStreamOperator<String> windows = valid.keyBy(Word::text)
                .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1), Duration.ofSeconds(-10)))
                .allowedLateness(Duration.ofSeconds(5))
                .sideOutputLateData(lateTag)
                .process(new ProcessWindowFunction<Word, String, String, TimeWindow>() {
                    @Override
                    public void process(
                            String key,
                            ProcessWindowFunction<Word, String, String, TimeWindow>.Context context,
                            Iterable<Word> elements,
                            Collector<String> out) {
                        out.collect(key + context.window().getStart());
                    }
                })
                .uid("windows");

        windows.map(new RichMapFunction<String, String>() {
                    @Override
                    public void open(OpenContext openContext) {
                        getRuntimeContext().counter("opened").add(1);
                    }

                    @Override
                    public String map(String value) {
                        return value + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
                    }
                })
                .sinkTo(new Nowhere<>());
        windows.getSideOutput(lateTag)
                .flatMap(new RichFlatMapFunction<Word, Tuple2<String, Integer>>() {
                    @Override
                    public void flatMap(Word value, Collector<Tuple2<String, Integer>> out) {
                        out.collect(Tuple2.of(value.text(), value.count()));
                    }
                })
                .keyBy(pair -> pair.f0)
                .reduce((a, b) -> Tuple2.of(a.f0, a.f1 + b.f1))
                .uid("late counts")
                .sinkTo(new Nowhere<>())
                .name("late");
        valid.getSideOutput(rejectedTag)
                .sinkTo(new Nowhere<>())
                .name("rejected")
                .setParallelism(1);
        valid.keyBy(Word::text).process(new CountWithTimeout()).uid("timeouts").sinkTo(new Nowhere<>());
        JobPlan plan = env.buildPlan("ported");

        assertThat(plan.nodes())
                .extracting(PlanNode::kind)
                .containsExactly(
                        "SOURCE_ENUMERATOR",
                        "SOURCE_READER",
                        "TIMESTAMPS",
                        "PROCESS",
                        "WINDOW",
                        "MAP",
                        "SINK",
                        "FLAT_MAP",
                        "KEYED_REDUCE",
                        "SINK",
                        "SINK",
                        "KEYED_PROCESS",
                        "SINK");
        assertThat(plan.notes()).isEmpty();
        assertThat(Configuration.of(plan.configuration()).toMap())
                .isEqualTo(Map.of("parallelism.default", "2", "pipeline.auto-watermark-interval", "100 ms"));
    }
}
