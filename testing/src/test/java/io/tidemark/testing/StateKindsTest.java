package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.TtlClock;
import io.tidemark.api.type.Types;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kinds of keyed state, as a function uses them. */
class StateKindsTest {
    private static final String CLEAR = "clear";

    @TempDir
    Path directory;

    private static OperatorHarness harness(Mode mode, KeyedProcessFunction<String, String, String> function) {
        return mode.apply(OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(function))
                        .keyedBy((String record) -> record.substring(0, 1), Types.STRING))
                .open();
    }

    /** Records are a key and a text; the longest text so far, and all of them, come out. */
    private static final class Folding extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient ReducingState<String> longest;
        private transient AggregatingState<String, Integer> letters;

        @Override
        public void open(OpenContext context) {
            longest = getRuntimeContext()
                    .getReducingState(new ReducingStateDescriptor<>(
                            "longest", (a, b) -> b.length() > a.length() ? b : a, String.class));
            letters = getRuntimeContext()
                    .getAggregatingState(new AggregatingStateDescriptor<>("letters", new Letters(), Long.class));
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) throws Exception {
            String text = record.substring(1);
            if (text.equals(CLEAR)) {
                longest.clear();
                letters.clear();
            } else {
                longest.add(text);
                letters.add(text);
            }
            out.collect(context.getCurrentKey() + ":" + longest.get() + "," + letters.get());
        }
    }

    private static final class Letters implements AggregateFunction<String, Long, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String value, Long accumulator) {
            return accumulator + value.length();
        }

        @Override
        public Integer getResult(Long accumulator) {
            return Math.toIntExact(accumulator);
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    @ParameterizedTest
    @EnumSource
    void reducingAndAggregatingStateGrowByKeyAndAreNullOnceCleared(Mode mode) {
        try (OperatorHarness harness = harness(mode, new Folding())) {
            harness.record("aone", 1);
            harness.record("bx", 1);
            harness.record("athree", 1);
            harness.record("atwo", 1);
            harness.record("a" + CLEAR, 1);
            harness.record("afour", 1);
            harness.record("byy", 1);

            assertThat(harness.take())
                    .containsExactly(
                            "a:one,3@1",
                            "b:x,1@1",
                            "a:three,8@1",
                            "a:three,11@1",
                            "a:null,null@1",
                            "a:four,4@1",
                            "b:yy,3@1");
        }
    }

    /** Adds a record's number to a sum that lives for ten minutes by a clock. */
    private static final class AgingSum extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private final TtlClock clock;
        private transient ReducingState<Long> sum;

        AgingSum(TtlClock clock) {
            this.clock = clock;
        }

        @Override
        public void open(OpenContext context) {
            ReducingStateDescriptor<Long> descriptor = new ReducingStateDescriptor<>("sum", Long::sum, Long.class);
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofMinutes(10))
                    .setClock(clock)
                    .build());
            sum = getRuntimeContext().getReducingState(descriptor);
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) throws Exception {
            sum.add(Long.parseLong(record.substring(1)));
            out.collect(context.getCurrentKey() + sum.get());
        }
    }

    private static final long MINUTE_MS = 60_000;

    /** What the sum of 1, then 2, is when eleven minutes of downtime lie between them and no event time passes. */
    private Object sumOverDowntime(TtlClock clock) {
        OperatorHarness.Builder builder = OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(new AgingSum(clock)))
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .checkpointsIn(directory);
        HarnessSnapshot snapshot;
        try (OperatorHarness before = builder.open()) {
            before.watermark(0);
            before.record("a1", 1);
            snapshot = before.snapshot();
        }
        try (OperatorHarness after = builder.startingAtMs(11 * MINUTE_MS).openRescaled(List.of(snapshot))) {
            after.record("a2", 2);
            List<?> taken = after.take();
            return taken.get(taken.size() - 1);
        }
    }

    @Test
    void trS5_aFunctionsStateAgesByTheClockThatItChose() {
        assertThat(sumOverDowntime(TtlClock.PROCESSING)).isEqualTo("a2@2");
        assertThat(sumOverDowntime(TtlClock.EVENT)).isEqualTo("a3@2");
        assertThat(sumOverDowntime(TtlClock.PAUSE_ON_DOWNTIME)).isEqualTo("a3@2");
    }

    @Test
    void stateByEventTimeAgesWithTheOperatorsWatermark() {
        try (OperatorHarness harness = harness(Mode.values()[0], new AgingSum(TtlClock.EVENT))) {
            harness.watermark(0);
            harness.record("a1", 1);
            harness.watermark(10 * MINUTE_MS - 1);
            harness.record("a2", 2);
            harness.watermark(20 * MINUTE_MS - 1);
            harness.record("a4", 3);

            assertThat(harness.take()).containsExactly("WM(0)", "a1@1", "WM(599999)", "a3@2", "WM(1199999)", "a4@3");
        }
    }
}
