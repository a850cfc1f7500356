package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.TtlClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kinds of keyed state, as a function uses them. */
class StateKindsTest {
    private static final String CLEAR = "clear";

    private static Piece piece(StreamHarness harness, KeyedProcessFunction<String, String, String> function) {
        return Piece.of(harness, records -> Piece.keyed(records).process(function));
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
        try (Piece piece = piece(mode.harness(), new Folding())) {
            piece.record("aone", 1);
            piece.record("bx", 1);
            piece.record("athree", 1);
            piece.record("atwo", 1);
            piece.record("a" + CLEAR, 1);
            piece.record("afour", 1);
            piece.record("byy", 1);

            assertThat(piece.take())
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
    private static Object sumOverDowntime(TtlClock clock) {
        try (Piece before = piece(StreamHarness.create(), new AgingSum(clock));
                Piece after = piece(StreamHarness.create(), new AgingSum(clock))) {
            before.watermark(0);
            before.record("a1", 1);
            after.processingTime(11 * MINUTE_MS);
            after.restore(before.snapshot());
            after.record("a2", 2);
            List<String> taken = after.take();
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
        try (Piece piece = piece(StreamHarness.create(), new AgingSum(TtlClock.EVENT))) {
            piece.watermark(0);
            piece.record("a1", 1);
            piece.watermark(10 * MINUTE_MS - 1);
            piece.record("a2", 2);
            piece.watermark(20 * MINUTE_MS - 1);
            piece.record("a4", 3);

            assertThat(piece.take()).containsExactly("WM(0)", "a1@1", "WM(599999)", "a3@2", "WM(1199999)", "a4@3");
        }
    }

    @ParameterizedTest
    @EnumSource
    void stateFromBeforeTheFirstWatermarkAgesFromItOnThoughNobodyAsksForItThen(Mode mode) {
        try (Piece piece = piece(mode.harness(), new AgingSum(TtlClock.EVENT))) {
            piece.record("a1", 1);
            piece.watermark(0);
            piece.watermark(9 * MINUTE_MS);
            piece.record("b1", 2);
            piece.watermark(10 * MINUTE_MS);
            piece.record("a2", 3);

            assertThat(piece.take()).containsExactly("a1@1", "WM(0)", "WM(540000)", "b1@2", "WM(600000)", "a2@3");
        }
    }
}
