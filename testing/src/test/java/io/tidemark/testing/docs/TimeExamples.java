package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.testing.StreamHarness;
import io.tidemark.testing.TestInput;
import io.tidemark.testing.TestOutput;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/time.md, run. */
class TimeExamples {
    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

    record Reading(String sensor, long takenAtMs, double celsius) {}

    @Test
    void watermarks() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Reading> raw = env.fromData(new Reading("s1", 1_000, 20));
        DataStream<Reading> readings = raw.assignTimestampsAndWatermarks(
                WatermarkStrategy.<Reading>forBoundedOutOfOrderness(Duration.ofSeconds(5))
                        .withTimestampAssigner((reading, timestamp) -> reading.takenAtMs())
                        .withIdleness(Duration.ofMinutes(1)));
        readings.print();
        assertThat(env.buildPlan("time").nodes()).hasSizeGreaterThan(2);
    }

    /** Keeps a reading back until event time has passed it, so that readings come out in the order of their times. */
    static final class AtItsTime extends KeyedProcessFunction<String, Reading, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Reading reading, Context ctx, Collector<String> out) {
            ctx.timerService().registerEventTimeTimer(reading.takenAtMs());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
            out.collect(ctx.getCurrentKey() + " at " + timestamp + ", event time is "
                    + ctx.timerService().currentWatermark());
        }
    }

    @Test
    void timers() {
        TestInput<Reading> readings = harness.input(Reading.class);
        TestOutput<String> out =
                harness.output(readings.stream().keyBy(Reading::sensor).process(new AtItsTime()));
        readings.record(new Reading("s2", 30, 20), 30)
                .record(new Reading("s1", 10, 20), 10)
                .record(new Reading("s1", 50, 20), 50)
                .watermark(40);
        assertThat(out.takeValues()).containsExactly("s1 at 10, event time is 40", "s2 at 30, event time is 40");
    }
}
