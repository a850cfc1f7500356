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
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Joins of two keyed streams by time. */
class IntervalJoinTest {
    private static final OutputTag<String> LEFT_LATE = new OutputTag<>("left-late", Types.STRING);
    private static final OutputTag<String> RIGHT_LATE = new OutputTag<>("right-late", Types.STRING);
    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);

    private static final class Pairs extends ProcessJoinFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String left, String right, Context ctx, Collector<String> out) {
            out.collect(left + "+" + right);
            ctx.output(SIDE, ctx.getLeftTimestamp() + "," + ctx.getRightTimestamp() + "," + ctx.getTimestamp());
        }
    }

    private static Piece join(StreamHarness harness, long lowerMs, long upperMs) {
        return Piece.of(
                harness,
                (left, right) -> Piece.keyed(left)
                        .intervalJoin(Piece.keyed(right))
                        .between(Duration.ofMillis(lowerMs), Duration.ofMillis(upperMs))
                        .sideOutputLeftLateData(LEFT_LATE)
                        .sideOutputRightLateData(RIGHT_LATE)
                        .process(new Pairs()),
                LEFT_LATE,
                RIGHT_LATE,
                SIDE);
    }

    /** Without the channels and the serializers of the kit, for hundreds of streams. */
    private static OperatorHarness.Builder byTheThousands(long lowerMs, long upperMs) {
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

    private static void left(Piece piece, String record, long timestamp) {
        piece.record(0, record, timestamp);
    }

    private static void right(Piece piece, String record, long timestamp) {
        piece.record(1, record, timestamp);
    }

    private static void watermark(Piece piece, long timestamp) {
        piece.watermark(0, timestamp);
        piece.watermark(1, timestamp);
    }

    @ParameterizedTest
    @EnumSource
    void recordsOfAKeyMeetWhenTheRightOneIsWithinTheBoundsBothIncluded(Mode mode) {
        try (Piece piece = join(mode.harness(), -2, 3)) {
            left(piece, "a", 100);
            for (int time = 96; time <= 104; time++) {
                right(piece, "a" + time, time);
            }
            right(piece, "b", 100);
            assertThat(piece.take())
                    .containsExactly("a+a98@100", "a+a99@100", "a+a100@100", "a+a101@101", "a+a102@102", "a+a103@103");
            assertThat(piece.take(SIDE)).startsWith("100,98,100@100").endsWith("100,103,103@103");
        }
    }

    @ParameterizedTest
    @EnumSource
    void itDoesNotMatterWhichOfAPairComesFirst(Mode mode) {
        try (Piece piece = join(mode.harness(), -2, 3)) {
            for (int time = 104; time >= 96; time--) {
                right(piece, "a" + time, time);
            }
            left(piece, "a", 100);
            assertThat(piece.take())
                    .containsExactly("a+a98@100", "a+a99@100", "a+a100@100", "a+a101@101", "a+a102@102", "a+a103@103");
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordsOfOneTimeMeetInTheOrderInWhichTheyCame(Mode mode) {
        try (Piece piece = join(mode.harness(), 0, 0)) {
            left(piece, "a1", 7);
            left(piece, "a0", 6);
            left(piece, "a2", 7);
            left(piece, "a3", 7);
            right(piece, "a", 7);
            assertThat(piece.take()).containsExactly("a1+a@7", "a2+a@7", "a3+a@7");
        }
    }

    @ParameterizedTest
    @EnumSource
    void boundsAsWideAsTimeItselfLetNobodyMeetThatIsAMillisecondLess(Mode mode) {
        try (Piece piece = join(mode.harness(), Long.MIN_VALUE, Long.MIN_VALUE)) {
            left(piece, "a1", Long.MAX_VALUE);
            left(piece, "a2", Long.MAX_VALUE - 1);
            right(piece, "a3", 0);
            right(piece, "a4", -1);
            right(piece, "a5", -2);
            assertThat(piece.take()).containsExactly("a1+a4@MAX", "a2+a5@" + (Long.MAX_VALUE - 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void trL2_aRecordAtTheWatermarkIsLateOneBehindItIsNot(Mode mode) {
        try (Piece piece = join(mode.harness(), -10, 10)) {
            left(piece, "a1", 100);
            right(piece, "a2", 101);
            watermark(piece, 100);
            piece.take();
            right(piece, "a3", 100);
            right(piece, "a4", 101);
            left(piece, "a5", 99);
            left(piece, "a6", 101);
            assertThat(piece.take()).containsExactly("a1+a4@101", "a6+a2@101", "a6+a4@101");
            assertThat(piece.take(LEFT_LATE)).containsExactly("a5@99");
            assertThat(piece.take(RIGHT_LATE)).containsExactly("a3@100");
            assertThat(piece.operator().lateSentAside()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRecordIsKeptUntilTheLastWatermarkBeforeWhichAPartnerMayCome(Mode mode) {
        try (Piece piece = join(mode.harness(), 0, 10_000)) {
            left(piece, "a1", 5_000);
            watermark(piece, 14_999);
            right(piece, "a2", 15_000);
            assertThat(piece.take()).containsExactly("WM(14999)", "a1+a2@15000");
        }
    }

    @Test
    void aJoinOverFarApartTimesKeepsFewStretchesHoweverNarrowItsBoundsAre() {
        long weekMs = Duration.ofDays(7).toMillis();
        try (Piece piece = join(
                StreamHarness.create().withoutRestarts("two thousand of them would take long"), weekMs, weekMs + 1)) {
            for (int i = 0; i < 2_000; i++) {
                left(piece, "a" + i, i * weekMs / 2_000);
            }
            right(piece, "a", weekMs);
            assertThat(piece.take()).containsExactly("a0+a@" + weekMs);
            assertThat(piece.snapshot().manifest().getTasksList())
                    .flatExtracting(TaskSnapshot::getOperatorsList)
                    .flatExtracting(OperatorSnapshot::getOwnList)
                    .allMatch(state -> state.getElementsCount() < 1_000);
        }
    }

    @Test
    void tm1_aRestoreLosesNoRecordThatMayStillMeetAndTakesNoneThatWasLate() {
        try (Piece before = join(StreamHarness.create(), -5, 5);
                Piece piece = join(StreamHarness.create(), -5_000, 5_000)) {
            left(before, "a1", 10);
            watermark(before, 8);
            // The bounds have changed, so records are kept by stretches of another length from now on.
            piece.restore(before.snapshot());
            piece.take();
            right(piece, "a2", 12);
            left(piece, "a3", 11);
            right(piece, "a4", 8);
            right(piece, "a5", 13);
            assertThat(piece.take())
                    .contains("a1+a2@12", "a3+a2@12", "a1+a5@13", "a3+a5@13")
                    .hasSize(4);
            assertThat(piece.take(RIGHT_LATE)).containsExactly("a4@8");
        }
    }

    @Test
    void aRecordWithoutATimestampFailsTheJobAndSaysWhatToDo() {
        try (Piece piece = join(StreamHarness.create(), -5, 5)) {
            assertThatThrownBy(() -> left(piece, "a1", Records.NO_TIMESTAMP))
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
        try (OperatorHarness harness = mode.apply(byTheThousands(lower, upper)).open()) {
            for (int step = 0; step < steps; step++) {
                if (random.nextInt(6) == 0) {
                    long next = Math.min(time(origin, random, step, unit), Long.MAX_VALUE - 1);
                    watermark = Math.max(Math.max(watermark, next), Long.MIN_VALUE + 1);
                    harness.watermark(0, 0, watermark);
                    harness.watermark(1, 0, watermark);
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
