package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.DataStream;
import io.tidemark.api.KeyedStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.NamedState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Joins of two keyed streams by time. */
class IntervalJoinTest {
    private static final OutputTag<String> LEFT_LATE = new OutputTag<>("left-late", Types.STRING);
    private static final OutputTag<String> RIGHT_LATE = new OutputTag<>("right-late", Types.STRING);
    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);

    @TempDir
    Path directory;

    private static final class Pairs extends ProcessJoinFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String left, String right, Context ctx, Collector<String> out) {
            out.collect(left + "+" + right);
            ctx.output(SIDE, ctx.getLeftTimestamp() + "," + ctx.getRightTimestamp() + "," + ctx.getTimestamp());
        }
    }

    private static OperatorHarness.Builder join(long lowerMs, long upperMs) {
        return OperatorHarness.of(new OperatorSpec.IntervalJoinSpec(
                        new Pairs(),
                        lowerMs,
                        upperMs,
                        Types.STRING.createSerializer(),
                        Types.STRING.createSerializer(),
                        LEFT_LATE,
                        RIGHT_LATE))
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .channels(1, 1)
                .sideOutputs(LEFT_LATE, RIGHT_LATE, SIDE);
    }

    private static void left(OperatorHarness harness, String record, long timestamp) {
        harness.record(0, 0, record, timestamp);
    }

    private static void right(OperatorHarness harness, String record, long timestamp) {
        harness.record(1, 0, record, timestamp);
    }

    private static void watermark(OperatorHarness harness, long timestamp) {
        harness.watermark(0, 0, timestamp);
        harness.watermark(1, 0, timestamp);
    }

    @ParameterizedTest
    @EnumSource
    void recordsOfAKeyMeetWhenTheRightOneIsWithinTheBoundsBothIncluded(Mode mode) {
        try (OperatorHarness harness = mode.apply(join(-2, 3)).open()) {
            left(harness, "a", 100);
            for (int time = 96; time <= 104; time++) {
                right(harness, "a" + time, time);
            }
            right(harness, "b", 100);
            assertThat(harness.take())
                    .containsExactly("a+a98@100", "a+a99@100", "a+a100@100", "a+a101@101", "a+a102@102", "a+a103@103");
            assertThat(harness.take(SIDE)).startsWith("100,98,100@100").endsWith("100,103,103@103");
        }
    }

    @ParameterizedTest
    @EnumSource
    void itDoesNotMatterWhichOfAPairComesFirst(Mode mode) {
        try (OperatorHarness harness = mode.apply(join(-2, 3)).open()) {
            for (int time = 104; time >= 96; time--) {
                right(harness, "a" + time, time);
            }
            left(harness, "a", 100);
            assertThat(harness.take())
                    .containsExactly("a+a98@100", "a+a99@100", "a+a100@100", "a+a101@101", "a+a102@102", "a+a103@103");
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordsOfOneTimeMeetInTheOrderInWhichTheyCame(Mode mode) {
        try (OperatorHarness harness = mode.apply(join(0, 0)).open()) {
            left(harness, "a1", 7);
            left(harness, "a0", 6);
            left(harness, "a2", 7);
            left(harness, "a3", 7);
            right(harness, "a", 7);
            assertThat(harness.take()).containsExactly("a1+a@7", "a2+a@7", "a3+a@7");
        }
    }

    @ParameterizedTest
    @EnumSource
    void trL2_aRecordAtTheWatermarkIsLateOneBehindItIsNot(Mode mode) {
        try (OperatorHarness harness = mode.apply(join(-10, 10)).open()) {
            left(harness, "a1", 100);
            right(harness, "a2", 101);
            watermark(harness, 100);
            harness.take();
            right(harness, "a3", 100);
            right(harness, "a4", 101);
            left(harness, "a5", 99);
            left(harness, "a6", 101);
            assertThat(harness.take()).containsExactly("a1+a4@101", "a6+a2@101", "a6+a4@101");
            assertThat(harness.take(LEFT_LATE)).containsExactly("a5@99");
            assertThat(harness.take(RIGHT_LATE)).containsExactly("a3@100");
            assertThat(harness.facts().lateSentAside()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRecordIsKeptUntilTheLastWatermarkBeforeWhichAPartnerMayCome(Mode mode) {
        try (OperatorHarness harness = mode.apply(join(0, 10_000)).open()) {
            left(harness, "a1", 5_000);
            watermark(harness, 14_999);
            right(harness, "a2", 15_000);
            assertThat(harness.take()).containsExactly("WM(14999)", "a1+a2@15000");
        }
    }

    @Test
    void aJoinOverFarApartTimesKeepsFewStretchesHoweverNarrowItsBoundsAre() {
        long weekMs = Duration.ofDays(7).toMillis();
        try (OperatorHarness harness = join(weekMs, weekMs + 1).open()) {
            for (int i = 0; i < 2_000; i++) {
                left(harness, "a" + i, i * weekMs / 2_000);
            }
            right(harness, "a", weekMs);
            assertThat(harness.take()).containsExactly("a0+a@" + weekMs);
            List<NamedState> states = harness.snapshot().task().getOperators(0).getOwnList();
            assertThat(states).allMatch(state -> state.getElementsCount() < 1_000);
        }
    }

    @Test
    void tm1_aRestoreLosesNoRecordThatMayStillMeetAndTakesNoneThatWasLate() {
        HarnessSnapshot snapshot;
        try (OperatorHarness harness = join(-5, 5).checkpointsIn(directory).open()) {
            left(harness, "a1", 10);
            watermark(harness, 8);
            snapshot = harness.snapshot();
        }
        // The bounds have changed, so records are kept by stretches of another length from now on.
        try (OperatorHarness harness =
                join(-5_000, 5_000).checkpointsIn(directory).openRescaled(List.of(snapshot))) {
            harness.take();
            right(harness, "a2", 12);
            left(harness, "a3", 11);
            right(harness, "a4", 8);
            right(harness, "a5", 13);
            assertThat(harness.take())
                    .contains("a1+a2@12", "a3+a2@12", "a1+a5@13", "a3+a5@13")
                    .hasSize(4);
            assertThat(harness.take(RIGHT_LATE)).containsExactly("a4@8");
        }
    }

    @Test
    void aRecordWithoutATimestampFailsTheJobAndSaysWhatToDo() {
        try (OperatorHarness harness = join(-5, 5).open()) {
            assertThatThrownBy(() -> left(harness, "a1", Records.NO_TIMESTAMP))
                    .hasMessageContaining("A record without a timestamp came to the interval join");
        }
    }

    // ------------------------------------------------------------------------------------ against an oracle

    /** A record as it came. */
    private record Came(boolean isLeft, String text, long timestamp) {}

    @ParameterizedTest
    @EnumSource
    void randomStreamsGiveThePairsThatALookThroughAllRecordsGives(Mode mode) {
        int streams = mode == Mode.RESTARTING ? 15 : 400;
        for (int seed = 0; seed < streams; seed++) {
            tell(mode, seed, mode == Mode.RESTARTING ? 30 : 80);
        }
    }

    private void tell(Mode mode, int seed, int steps) {
        Random random = new Random(seed);
        long unit = random.nextBoolean() ? 1 : 997;
        long lower = (random.nextInt(21) - 10) * unit;
        long upper = lower + random.nextInt(12) * unit;
        long origin = List.of(0L, 0L, Long.MIN_VALUE, Long.MAX_VALUE).get(random.nextInt(4));
        List<Came> kept = new ArrayList<>();
        long watermark = Long.MIN_VALUE;
        try (OperatorHarness harness = mode.apply(join(lower, upper)).open()) {
            for (int step = 0; step < steps; step++) {
                if (random.nextInt(6) == 0) {
                    long next = Math.min(time(origin, random, step, unit), Long.MAX_VALUE - 1);
                    watermark = Math.max(Math.max(watermark, next), Long.MIN_VALUE + 1);
                    watermark(harness, watermark);
                    harness.take();
                    continue;
                }
                boolean isLeft = random.nextBoolean();
                long timestamp = Math.max(time(origin, random, step, unit), Long.MIN_VALUE + 1);
                Came came = new Came(isLeft, (char) ('a' + random.nextInt(3)) + "#" + step, timestamp);
                harness.record(isLeft ? 0 : 1, 0, came.text(), timestamp);
                assertThat(harness.take())
                        .as("seed %s, step %s, bounds %s to %s", seed, step, lower, upper)
                        .containsExactlyInAnyOrderElementsOf(expected(kept, came, watermark, lower, upper));
            }
        }
    }

    private static long time(long origin, Random random, int step, long unit) {
        return EventTimeMath.plus(origin, (random.nextInt(60) - 20 + step / 2) * unit);
    }

    private static List<String> expected(List<Came> kept, Came came, long watermark, long lower, long upper) {
        List<String> pairs = new ArrayList<>();
        if (came.timestamp() <= watermark) {
            return pairs;
        }
        for (Came other : kept) {
            Came left = came.isLeft() ? came : other;
            Came right = came.isLeft() ? other : came;
            long apart = right.timestamp() - left.timestamp();
            if (other.isLeft() != came.isLeft()
                    && other.text().charAt(0) == came.text().charAt(0)
                    && apart >= lower
                    && apart <= upper) {
                pairs.add(left.text() + "+" + right.text() + "@"
                        + Emitted.time(Math.max(left.timestamp(), right.timestamp())));
            }
        }
        kept.add(came);
        return pairs;
    }

    // ------------------------------------------------------------------------------------ plans

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    private KeyedStream<String, String> stream() {
        DataStream<String> stream = env.fromData("a");
        return stream.keyBy(text -> text, Types.STRING);
    }

    @Test
    void boundsThatNoPairCanBeWithinAreRefused() {
        assertThatThrownBy(() -> stream()
                        .intervalJoin(stream())
                        .between(Duration.ofMillis(2), Duration.ofMillis(1))
                        .process(new Pairs()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("intervalJoin (IntervalJoinTest.java:")
                .hasMessageContaining("no pair is between 2 ms and 1 ms apart");
        assertThatThrownBy(() -> stream()
                        .intervalJoin(stream())
                        .between(Duration.ofMillis(1), Duration.ofMillis(1))
                        .upperBoundExclusive()
                        .process(new Pairs()))
                .hasMessageContaining("1 ms (excluded)");
    }
}
