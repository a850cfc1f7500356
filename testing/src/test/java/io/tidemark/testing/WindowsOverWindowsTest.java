package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Probe;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WindowsOverWindowsTest {
    private static final OutputTag<Long> LATE = new OutputTag<>("late", Types.LONG);

    @BeforeEach
    void anEmptyLog() {
        Probes.LOG.clear();
    }

    @ParameterizedTest
    @EnumSource
    void trL3_minutesOfTenSecondWindowsLoseNothing(Edges edges) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        // One record a second for three minutes, each of which moves event time at once.
        List<Long> seconds = LongStream.range(0, 180).boxed().toList();
        SingleOutputStreamOperator<Long> tens = env.fromData(seconds, Types.LONG)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Long>forRowTime(Duration.ofSeconds(1))
                        .withTimestampAssigner((second, previous) -> second * 1000))
                .map(second -> 1L, Types.LONG)
                .keyBy(one -> 0, Types.INT)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(10)))
                .sideOutputLateData(LATE)
                .reduce(Long::sum);
        SingleOutputStreamOperator<Long> minutes = tens.keyBy(count -> 0, Types.INT)
                .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                .sideOutputLateData(LATE)
                .reduce(Long::sum);
        tens.map(String::valueOf, Types.STRING).process(new Probe("ten"));
        minutes.map(String::valueOf, Types.STRING).process(new Probe("minute"));
        tens.getSideOutput(LATE).map(String::valueOf, Types.STRING).process(new Probe("late"));
        minutes.getSideOutput(LATE).map(String::valueOf, Types.STRING).process(new Probe("late"));
        try (HandJob job = new HandJob(env.buildPlan("minutes"), edges)) {
            job.run();
        }
        String log = Probes.take().replaceAll(" ?\\w+:<[^>]*>", "").trim();
        assertThat(Probes.of("ten", log)).isEqualTo("10 ".repeat(18) + "end");
        assertThat(Probes.of("minute", log)).isEqualTo("60 60 60 end");
        assertThat(Probes.of("late", log)).isEqualTo("end end");
    }
}
