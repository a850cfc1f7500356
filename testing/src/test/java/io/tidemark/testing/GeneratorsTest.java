package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.worker.chain.SplitFacts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The operator that assigns timestamps and makes watermarks: rows G of the semantics, TM-1 and TM-4. Records are texts such as
 * {@code x100}; what follows the letter becomes the timestamp.
 */
class GeneratorsTest {

    private static OperatorHarness harness(Mode mode, WatermarkStrategy<String> strategy, long intervalMs) {
        return mode.apply(OperatorHarness.of(new OperatorSpec.TimestampsSpec(strategy.withTimestampAssigner(
                                (record, previous) -> Long.parseLong(record.substring(1)))))
                        .configuration(Configuration.empty()
                                .with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(intervalMs))))
                .open();
    }

    private static final String OWN = "a generator of a job's own keeps nothing over a restart";
    private static final String TICKS = "ticks are counted from the restart";
    private static final String IDLENESS = "idleness is counted from the restart";

    private static void play(Mode mode, WatermarkStrategy<String> strategy, long intervalMs, String story) {
        play(mode.harness(), strategy, intervalMs, story);
    }

    private static void playWithoutRestarts(
            String why, WatermarkStrategy<String> strategy, long intervalMs, String story) {
        play(StreamHarness.create().withoutRestarts(why), strategy, intervalMs, story);
    }

    private static void play(StreamHarness kit, WatermarkStrategy<String> strategy, long intervalMs, String story) {
        StreamHarness harness = kit.configure(
                Configuration.empty().with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(intervalMs)));
        WatermarkStrategy<String> byTheDigits =
                strategy.withTimestampAssigner((record, previous) -> Long.parseLong(record.substring(1)));
        try (Piece piece = Piece.of(harness, records -> records.assignTimestampsAndWatermarks(byTheDigits))) {
            Trace.play(piece, story);
        }
    }

    private static WatermarkStrategy<String> bounded(long ms) {
        return WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(ms));
    }

    @Test
    void g1_aBoundedGeneratorEmitsTheNewestLessTheDelayLessOneAtTheTickAndOnlyWhenItRose() {
        play(
                Mode.RESTARTING,
                bounded(5),
                10,
                "PT10 -> [] ; x100 -> [x100@100] ; x90 -> [x90@90] ; PT20 -> [WM(94)] ; PT30 -> []"
                        + " ; x103 -> [x103@103] ; PT40 -> [WM(97)] ; PT50 -> []");
    }

    @Test
    void aStrategyMayHaveItsGeneratorsCalledAtAnIntervalOfItsOwn() {
        playWithoutRestarts(
                TICKS,
                bounded(5).withEmissionInterval(Duration.ofMillis(30)),
                10,
                "x100 -> [x100@100] ; PT10 -> [] ; PT20 -> [] ; PT30 -> [WM(94)] ; x200 -> [x200@200] ; PT50 -> []"
                        + " ; PT60 -> [WM(194)]");
        playWithoutRestarts(
                TICKS,
                bounded(5).withEmissionInterval(Duration.ofMillis(30)),
                0,
                "x100 -> [x100@100] ; PT30 -> [WM(94)]");
        assertThatThrownBy(() -> bounded(5).withEmissionInterval(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the interval between watermarks is at least 1 ms, not PT0S");
    }

    @Test
    void trW4_whileRecordsStandBehindABarrierTheirGeneratorIsNotIdle() {
        WatermarkStrategy<String> strategy = bounded(0).withIdleness(Duration.ofSeconds(1));
        try (OperatorHarness harness = OperatorHarness.of(
                        new OperatorSpec.TimestampsSpec(strategy.withTimestampAssigner((record, previous) ->
                                Long.parseLong(record.toString().substring(1)))))
                .channels(2)
                .withoutRestarts("barriers are put in by hand")
                .open()) {
            harness.enqueue(0, 0, "x10", 0);
            harness.enqueue(0, 0, new ControlElement.Barrier(1, 0));
            harness.enqueue(0, 0, "x20", 0);
            for (int seconds = 0; seconds < 6; seconds++) {
                harness.processingTime(seconds * 1000L);
            }
            assertThat(harness.take()).containsExactly("x10@10", "WM(9)");
            harness.enqueue(0, 1, new ControlElement.Barrier(1, 0));
            harness.processingTime(6_100);
            assertThat(harness.take()).containsExactly("x20@20");
            harness.processingTime(6_200);
            harness.processingTime(7_099);
            assertThat(harness.take()).containsExactly("WM(19)");
            harness.processingTime(7_100);
            assertThat(harness.take()).containsExactly("IDLE");
        }
    }

    @Test
    void theFactsOfAnAssignerSayWhenItsWatermarkRose() {
        try (OperatorHarness harness = harness(Mode.PLAIN, bounded(0), 10)) {
            harness.record("x100", 0);
            harness.processingTime(40);
            harness.processingTime(90);
            SplitFacts facts = harness.facts().eventTime().splits().get(0);
            assertThat(facts.watermark()).isEqualTo(99);
            assertThat(facts.advancedAtMs()).isEqualTo(40);
        }
    }

    @Test
    void g2_anAscendingGeneratorEmitsTheNewestLessOne() {
        play(
                Mode.RESTARTING,
                WatermarkStrategy.forMonotonousTimestamps(),
                10,
                "x100 -> [x100@100] ; PT10 -> [WM(99)] ; x100 -> [x100@100] ; x99 -> [x99@99] ; x101 -> [x101@101]"
                        + " ; PT20 -> [WM(100)]");
    }

    /** Emits each record's timestamp, whether it rises or not. */
    private static final class Punctuated implements WatermarkGenerator<String> {
        @Override
        public void onEvent(String event, long eventTimestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(eventTimestamp));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    @ParameterizedTest
    @EnumSource
    void g3_aPunctuatedGeneratorThatGoesBackOrRepeatsIsIgnoredAndARecordGoesDownBeforeItsWatermark(Mode mode) {
        play(
                mode,
                WatermarkStrategy.forGenerator(context -> new Punctuated()),
                10,
                "x5 -> [x5@5 WM(5)] ; x5 -> [x5@5] ; x3 -> [x3@3] ; x7 -> [x7@7 WM(7)]");
    }

    @Test
    void g4_withAnIntervalOfZeroNothingIsEmittedBeforeTheEnd() {
        play(
                Mode.RESTARTING,
                bounded(5),
                0,
                "x100 -> [x100@100] ; PT1000 -> [] ; x200 -> [x200@200] ; PT2000 -> [] ; END -> [WM(194) WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void g5_whatComesFromUpstreamIsIgnoredButTheFinalWatermarkPasses(Mode mode) {
        play(mode, bounded(0), 10, "WM500 -> [] ; IDLE -> [] ; x7 -> [x7@7] ; END -> [WM(6) WM(MAX) END]");
    }

    @Test
    void g6_tm4_anOutputIsIdleAfterTheTimeoutAndTheFirstRecordMakesItActiveBeforeItIsHandedOn() {
        play(
                Mode.RESTARTING,
                bounded(0).withIdleness(Duration.ofMillis(1)),
                10,
                "x100 -> [x100@100] ; PT10 -> [WM(99) IDLE] ; PT20 -> [] ; x101 -> [ACTIVE x101@101]"
                        + " ; PT30 -> [WM(100) IDLE]");
    }

    /** Says at every call where it is, as generators of users mostly do. */
    private static final class Repeating implements WatermarkGenerator<String> {
        private long newest = Long.MIN_VALUE + 1;

        @Override
        public void onEvent(String event, long eventTimestamp, WatermarkOutput output) {
            newest = Math.max(newest, eventTimestamp);
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(newest - 1));
        }
    }

    @Test
    void aGeneratorThatSaysTheSameAtEveryTickStaysIdleUntilTheNextRecord() {
        playWithoutRestarts(
                OWN,
                WatermarkStrategy.<String>forGenerator(context -> new Repeating())
                        .withIdleness(Duration.ofMillis(1)),
                10,
                "x100 -> [x100@100] ; PT10 -> [WM(99) IDLE] ; PT20 -> [] ; PT30 -> [] ; x101 -> [ACTIVE x101@101]"
                        + " ; PT40 -> [WM(100) IDLE]");
    }

    /** Says the time of day. */
    private static final class ByTheClock implements WatermarkGenerator<String> {
        private long calls;

        @Override
        public void onEvent(String event, long eventTimestamp, WatermarkOutput output) {}

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            calls++;
            output.emitWatermark(new Watermark(1_000 * calls));
        }
    }

    @Test
    void aGeneratorThatGoesByTheClockIsNotAskedWhileItIsIdle() {
        playWithoutRestarts(
                OWN,
                WatermarkStrategy.<String>forGenerator(context -> new ByTheClock())
                        .withIdleness(Duration.ofMillis(1)),
                10,
                "x100 -> [x100@100] ; PT10 -> [WM(1000) IDLE] ; PT20 -> [] ; x101 -> [ACTIVE x101@101]"
                        + " ; PT30 -> [WM(2000) IDLE]");
    }

    @Test
    void g6b_tm4_recordsThatDoNotRaiseTheWatermarkKeepAnOutputActive() {
        playWithoutRestarts(
                IDLENESS,
                bounded(0).withIdleness(Duration.ofMillis(25)),
                10,
                "x100 -> [x100@100] ; PT10 -> [WM(99)] ; PT20 -> [] ; x99 -> [x99@99] ; PT40 -> [] ; x98 -> [x98@98]"
                        + " ; PT60 -> [] ; PT70 -> [IDLE]");
    }

    @Test
    void g7_timesNearTheBeginningDoNotWrapAround() {
        play(
                Mode.RESTARTING,
                bounded(5),
                10,
                "x-9223372036854775807 -> [x-9223372036854775807@-9223372036854775807] ; PT10 -> [] ; x-3 -> [x-3@-3]"
                        + " ; PT20 -> [WM(-9)]");
    }

    @Test
    void g8_withoutWatermarksOnlyTheFinalOneComes() {
        play(
                Mode.RESTARTING,
                WatermarkStrategy.noWatermarks(),
                10,
                "x100 -> [x100@100] ; PT10 -> [] ; END -> [WM(MAX) END]");
    }

    @Test
    void tm1_aGeneratorGoesOnAfterARestoreWhereItWas() {
        try (OperatorHarness harness = harness(Mode.PLAIN, bounded(5), 10)) {
            harness.record("x100");
            harness.processingTime(10);
            harness.record("x120");
            assertThat(harness.take()).containsExactly("x100@100", "WM(94)", "x120@120");
            harness.restart();
            harness.record("x90");
            assertThat(harness.take()).containsExactly("x90@90");
            harness.processingTime(30);
            assertThat(harness.take()).containsExactly("WM(114)");
        }
    }

    @Test
    void tm1_aGeneratorWithoutMemoryNeverFallsBehindWhatItEmittedBeforeARestore() {
        try (OperatorHarness harness =
                harness(Mode.PLAIN, WatermarkStrategy.forGenerator(context -> new Punctuated()), 10)) {
            harness.record("x100");
            harness.restart();
            harness.record("x90");
            harness.record("x101");
            assertThat(harness.take()).containsExactly("x100@100", "WM(100)", "x90@90", "x101@101", "WM(101)");
        }
    }

    private static OperatorHarness.Builder assigner(WatermarkStrategy<String> strategy, boolean isDeterministic) {
        return OperatorHarness.of(new OperatorSpec.TimestampsSpec(
                        strategy.withTimestampAssigner((record, previous) -> Long.parseLong(record.substring(1)))))
                .configuration(Configuration.empty()
                        .with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(10))
                        .with(JobOptions.DETERMINISTIC, isDeterministic));
    }

    /** What one harness leaves after x100 and a tick. */
    private static HarnessSnapshot afterX100(WatermarkStrategy<String> strategy, boolean isDeterministic) {
        try (OperatorHarness harness = assigner(strategy, isDeterministic).open()) {
            harness.record("x100");
            harness.processingTime(10);
            return harness.snapshot();
        }
    }

    @Test
    void tm1_deterministicModeIsSwitchedOnAndOffOverARestoreAndEventTimeNeverFalls() {
        try (OperatorHarness on = assigner(bounded(5), true).openRescaled(List.of(afterX100(bounded(5), false)))) {
            on.record("x90");
            on.record("x120");
            assertThat(on.take()).containsExactly("WM(94)", "x90@90", "x120@120", "WM(114)");
        }
        try (OperatorHarness off = assigner(bounded(5), false).openRescaled(List.of(afterX100(bounded(5), true)))) {
            off.record("x90");
            off.processingTime(20);
            off.record("x120");
            off.processingTime(30);
            assertThat(off.take()).containsExactly("WM(94)", "x90@90", "x120@120", "WM(114)");
        }
    }

    @Test
    void tm1_theMemoryOfAnotherKindOfGeneratorIsNotTakenForItsOwn() {
        try (OperatorHarness ascending = assigner(WatermarkStrategy.forMonotonousTimestamps(), false)
                .openRescaled(List.of(afterX100(bounded(5), false)))) {
            ascending.processingTime(20);
            assertThat(ascending.take()).containsExactly("WM(94)");
        }
    }

    @Test
    void aRestoredOperatorSaysAgainWhereItStands() {
        try (OperatorHarness harness = harness(Mode.PLAIN, bounded(0).withIdleness(Duration.ofMillis(1)), 10)) {
            harness.record("x100");
            harness.processingTime(10);
            harness.processingTime(20);
            assertThat(harness.take()).containsExactly("x100@100", "WM(99)", "IDLE");
            harness.restore(harness.snapshot());
            assertThat(harness.take()).containsExactly("WM(99)", "IDLE");
        }
    }

    @Test
    void j10_whatIsReadInOneBurstMakesOneWatermarkAtTheTick() {
        playWithoutRestarts(
                TICKS,
                bounded(0),
                200,
                "x1 -> [x1@1] ; x100 -> [x100@100] ; x2 -> [x2@2] ; x3 -> [x3@3] ; PT199 -> [] ; PT200 -> [WM(99)]");
    }

    @ParameterizedTest
    @EnumSource
    void j10_aGeneratorOfTheSqlKindEmitsAfterTheRecordThatIsMoreThanTheIntervalAhead(Mode mode) {
        play(
                mode,
                WatermarkStrategy.forRowTime(Duration.ofMillis(50)),
                200,
                "x1000 -> [x1000@1000 WM(950)] ; x1200 -> [x1200@1200] ; x1150 -> [x1150@1150]"
                        + " ; x1201 -> [x1201@1201 WM(1151)] ; x1300 -> [x1300@1300]");
    }

    @Test
    void j10_aGeneratorOfTheSqlKindEmitsAtTheTickTooAndNothingThatIsNotNew() {
        play(
                Mode.RESTARTING,
                WatermarkStrategy.forRowTime(Duration.ofMillis(50)),
                200,
                "PT200 -> [] ; x1000 -> [x1000@1000 WM(950)] ; x1100 -> [x1100@1100] ; PT400 -> [WM(1050)] ; PT600 -> []"
                        + " ; x1300 -> [x1300@1300] ; x1301 -> [x1301@1301 WM(1251)]");
    }

    @ParameterizedTest
    @EnumSource
    void tm10_aGeneratorOfTheSqlKindStartsFromTheBeginningOfTime(Mode mode) {
        play(
                mode,
                WatermarkStrategy.forRowTime(Duration.ofMillis(5)),
                200,
                "x-9223372036854775807 -> [x-9223372036854775807@-9223372036854775807]"
                        + " ; x-90000 -> [x-90000@-90000 WM(-90005)] ; x-89000 -> [x-89000@-89000 WM(-89005)]");
    }

    @Test
    void trW13_anAssignerKeepsTheFarFutureAsideToo() {
        play(
                Mode.RESTARTING,
                WatermarkStrategy.<String>forRowTime(Duration.ZERO).withMaxFutureSkew(Duration.ofMillis(500)),
                10,
                "x100 -> [x100@100 WM(100)] ; x501 -> [] ; PT10 -> [] ; x501 -> [x501@501 WM(501)]");
    }

    @Test
    void theExactRuleOfRecordPositionSurvivesARestore() {
        try (OperatorHarness harness = harness(
                Mode.PLAIN, WatermarkStrategy.forRecordPosition(Duration.ofMillis(50), Duration.ofMillis(200)), 200)) {
            harness.record("x1000");
            harness.record("x1150");
            harness.restart();
            harness.record("x1200");
            harness.record("x1201");
            assertThat(harness.take())
                    .containsExactly("x1000@1000", "WM(950)", "x1150@1150", "x1200@1200", "x1201@1201", "WM(1151)");
        }
    }
}
