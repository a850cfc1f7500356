package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EventTimeManager;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.function.TwoInputNonBroadcastEventTimeStreamProcessFunction;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.HandSource.Status;
import io.tidemark.testing.Probes.Probe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of event time that are about whole jobs: sources, windows and inputs together, chained and by network. */
class EventTimeOfJobsTest {
    private static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    @BeforeEach
    void anEmptyLog() {
        Probes.LOG.clear();
        env.setParallelism(1);
    }

    private static long time(String record) {
        return Long.parseLong(record.substring(1));
    }

    /** Each record is a watermark. */
    private static final class AtOnce implements WatermarkGenerator<String> {
        @Override
        public void onEvent(String event, long eventTimestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(eventTimestamp));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    /** Texts such as {@code x10}, of which the number is the time and, at once, the watermark. */
    private DataStream<String> timed(HandSource source) {
        return env.fromSource(
                source.texts(),
                WatermarkStrategy.<String>forGenerator(context -> new AtOnce())
                        .withTimestampAssigner((record, previous) -> time(record)),
                "hand",
                Types.STRING);
    }

    private static SingleOutputStreamOperator<String> windows(DataStream<String> stream) {
        return stream.keyBy(record -> 0, Types.INT)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .sideOutputLateData(LATE)
                .reduce((a, b) -> a + "+" + b);
    }

    // ------------------------------------------------------------------------------------ the end of input

    @ParameterizedTest
    @EnumSource
    void trW7_theTrailingWindowsFireWhenTheInputEndsWhileOneSubtaskIsIdle(Edges edges) throws Exception {
        HandSource source = new HandSource("trW7-" + edges, true, List.of("a", "b"));
        env.setParallelism(2);
        windows(timed(source)).process(new Probe("p")).setParallelism(1);
        try (HandJob job = new HandJob(env.buildPlan("ends"), edges)) {
            source.content().add("a", "x1", "x15");
            source.content().add("b", "x2", Status.IDLE);
            job.run();
            assertThat(Probes.takeSorted()).contains("p:x1+x2").doesNotContain("p:x15", "p:end");
            source.content().ended.addAll(List.of("a", "b"));
            job.run();
        }
        assertThat(Probes.takeSorted()).contains("p:x15", "p:end");
    }

    // ------------------------------------------------------------------------------------ restore

    @ParameterizedTest
    @EnumSource
    void trW11_anEventOfAWindowThatHasFiredIsLateAfterAKillAsItWouldHaveBeen(Edges edges) throws Exception {
        HandSource source = new HandSource("trW11-" + edges, false, List.of("a", "b"));
        SingleOutputStreamOperator<String> fired = windows(timed(source));
        fired.process(new Probe("p"));
        fired.getSideOutput(LATE).process(new Probe("late"));
        Map<String, TaskSnapshot> checkpoint;
        try (HandJob job = new HandJob(env.buildPlan("late"), edges)) {
            source.content().add("a", "x1", "x12");
            source.content().add("b", "x3", "x11");
            job.run();
            assertThat(Probes.takeSorted()).contains("p:x1+x3");
            checkpoint = job.checkpoint();
        }
        Probes.LOG.clear();
        try (HandJob again = new HandJob(env.buildPlan("late"), edges, checkpoint)) {
            // Only one split says something: by its own watermark the event would be in time.
            source.content().add("b", "x4");
            again.run();
            assertThat(Probes.takeSorted()).contains("late:x4").noneMatch(entry -> entry.startsWith("p:x"));
            source.content().add("a", "x25");
            source.content().add("b", "x25");
            again.run();
        }
        assertThat(Probes.takeSorted()).contains("p:x12+x11").doesNotContain("p:x4");
    }

    // ------------------------------------------------------------------------------------ a stream with itself

    /** Counts what comes on each side, and says so when event time has passed the record by ten. */
    private static final class BothSides
            implements TwoInputNonBroadcastEventTimeStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient EventTimeManager eventTime;
        private transient StringBuilder seen;

        @Override
        public void initEventTimeProcessFunction(EventTimeManager eventTimeManager) {
            eventTime = eventTimeManager;
            seen = new StringBuilder();
        }

        @Override
        public void processRecordFromFirstInput(String record, Collector<String> out, PartitionedContext<String> ctx) {
            note("1", record);
        }

        @Override
        public void processRecordFromSecondInput(String record, Collector<String> out, PartitionedContext<String> ctx) {
            note("2", record);
        }

        private void note(String side, String record) {
            seen.append(side).append(record).append(' ');
            eventTime.registerTimer(time(record) + 10);
        }

        @Override
        public void onEventTimer(long timestamp, Collector<String> output, PartitionedContext<String> ctx) {
            List<String> of = List.of(seen.toString().split(" ")).stream()
                    .filter(entry -> entry.endsWith("x" + (timestamp - 10)))
                    .sorted()
                    .toList();
            output.collect(timestamp + ":" + String.join("&", of));
        }
    }

    @ParameterizedTest
    @CsvSource({"CHAINED,false", "LOCAL,false", "WIRE,false", "CHAINED,true", "LOCAL,true", "WIRE,true"})
    void trW10_aStreamJoinedWithItselfByTwoInputsHasEachRecordOnBothAndItsTimersFire(Edges edges, boolean deterministic)
            throws Exception {
        HandSource source = new HandSource("trW10-" + edges + deterministic, true, List.of("a"));
        env.configure(Configuration.empty().with(JobOptions.DETERMINISTIC, deterministic));
        DataStream<String> stream = timed(source);
        stream.keyBy(record -> 0, Types.INT)
                .connectAndProcess(stream.keyBy(record -> 0, Types.INT), new BothSides())
                .process(new Probe("p"));
        try (HandJob job = new HandJob(env.buildPlan("itself"), edges)) {
            source.content().add("a", "x1", "x5", "x12");
            job.run();
            if (!deterministic) {
                assertThat(Probes.take()).contains("p:11:1x1&2x1");
            }
            source.content().ended.add("a");
            job.run();
        }
        String log = Probes.take();
        assertThat(log).contains("p:15:1x5&2x5", "p:22:1x12&2x12");
    }
}
