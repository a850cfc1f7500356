package io.tidemark.examples.sensorlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.testing.StreamHarness;
import io.tidemark.testing.TestInput;
import io.tidemark.testing.TestOutput;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lab's windows by hand. The page docs/testing.md shows parts of this file. */
class SensorLabByHandTest {
    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void aReadingThatIsTooLateForItsMinuteGoesAside() {
        OutputTag<Reading> tooLate = new OutputTag<>("too-late") {};
        TestInput<Reading> readings = harness.input(Reading.class);
        SingleOutputStreamOperator<MinuteTotal> minutes = readings.stream()
                .keyBy(Reading::sensorId)
                .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                .sideOutputLateData(tooLate)
                .aggregate(new CountAndSum(), new ToMinuteTotal())
                .uid("minutes");
        TestOutput<MinuteTotal> totals = harness.output(minutes);
        TestOutput<Reading> late = harness.output(minutes.getSideOutput(tooLate));

        readings.record(new Reading("s1", 10_000, 5), 10_000);
        readings.record(new Reading("s1", 50_000, 7), 50_000);
        readings.watermark(59_999);
        readings.record(new Reading("s1", 40_000, 9), 40_000);

        assertThat(totals.takeValues()).containsExactly(new MinuteTotal(0, 60_000, "s1", 2, 12));
        assertThat(late.takeValues()).containsExactly(new Reading("s1", 40_000, 9));
        assertThat(harness.operator("minutes").lateSentAside()).isEqualTo(1);
    }

    @Test
    void aReadingNoNewerThanTheWatermarkIsCountedAsLateAndGoesOn() {
        TestInput<Reading> readings = harness.input(Reading.class);
        SingleOutputStreamOperator<Reading> seen =
                readings.stream().process(new LateByWatermark()).uid("late");
        TestOutput<Reading> all = harness.output(seen);
        TestOutput<Reading> late = harness.output(seen.getSideOutput(LateByWatermark.LATE));

        readings.record(new Reading("s1", 1, 1), 1).watermark(5);
        readings.record(new Reading("s1", 5, 2), 5).record(new Reading("s1", 6, 3), 6);

        assertThat(all.takeValues()).hasSize(3);
        assertThat(late.takeValues()).containsExactly(new Reading("s1", 5, 2));
        assertThat(harness.operator("late").counter("late-by-watermark")).isEqualTo(1);
    }
}
