package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.SplitAssignment;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.worker.chain.SplitFacts;
import io.tidemark.worker.task.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers of sources: rows M of the semantics, TM-2, and the traps on idle and restored splits. */
class SourceReaderTest {
    private HandSource source;
    private OperatorHarness harness;

    /** Why a test does; null when it does not. */
    private String goesWithoutRestarts;

    /** Records are {@code x100}: emits that timestamp at once; {@code idle} and {@code active} say so. */
    private static final class AtOnce implements WatermarkGenerator<Object> {
        @Override
        public void onEvent(Object event, long eventTimestamp, WatermarkOutput output) {
            if (event.equals("idle0")) {
                output.markIdle();
            } else {
                output.emitWatermark(new Watermark(eventTimestamp));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    private static final WatermarkStrategy<Object> AT_ONCE = stamped(WatermarkStrategy.forGenerator(c -> new AtOnce()));

    /** Emits the newest timestamp at the tick. */
    private static final WatermarkStrategy<Object> AT_THE_TICK =
            stamped(WatermarkStrategy.forBoundedOutOfOrderness(Duration.ZERO));

    private static WatermarkStrategy<Object> stamped(WatermarkStrategy<Object> strategy) {
        return strategy.withTimestampAssigner(
                (record, previous) -> Long.parseLong(record.toString().replaceAll("[a-z]", "")));
    }

    private void open(boolean bounded, WatermarkStrategy<Object> strategy) {
        source = new HandSource(UUID.randomUUID().toString(), bounded, List.of());
        OperatorHarness.Builder builder = OperatorHarness.of(new OperatorSpec.SourceReaderSpec(source, strategy))
                .configuration(Configuration.empty().with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(10)));
        if (goesWithoutRestarts != null) {
            builder.withoutRestarts(goesWithoutRestarts);
        }
        harness = builder.open();
    }

    private void give(String... splits) {
        for (String split : splits) {
            harness.record(new SplitAssignment<>(0, new HandSource.Split(split, 0)));
        }
    }

    private void allGiven(String... splits) {
        give(splits);
        harness.end();
    }

    private List<String> fill(String split, Object... records) {
        source.content().add(split, records);
        harness.run();
        return harness.take();
    }

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void m1_periodicWatermarksOfSplitsCombineToTheirMinimumAtTheTick() {
        open(false, AT_THE_TICK);
        allGiven("a", "b");
        assertThat(fill("a", "x11")).containsExactly("x11@11");
        harness.processingTime(10);
        assertThat(harness.take()).isEmpty();
        assertThat(fill("b", "x6")).containsExactly("x6@6");
        harness.processingTime(20);
        assertThat(harness.take()).containsExactly("WM(5)");
        fill("b", "x21");
        fill("a", "x9");
        harness.processingTime(30);
        assertThat(harness.take()).containsExactly("WM(10)");
        harness.processingTime(40);
        assertThat(harness.take()).isEmpty();
    }

    @Test
    void m2_watermarksPerRecordCombineAtOnceAndComeAfterTheirRecord() {
        open(false, AT_ONCE);
        allGiven("a", "b");
        assertThat(fill("a", "x10")).containsExactly("x10@10");
        assertThat(fill("b", "x5")).containsExactly("x5@5", "WM(5)");
        assertThat(fill("b", "x20")).containsExactly("x20@20", "WM(10)");
        assertThat(fill("a", "x12")).containsExactly("x12@12", "WM(12)");
    }

    @Test
    void m3_tm2_anIdleSplitIsLeftOutAllIdleGoToTheLargestAndOneThatWakesBehindHoldsBack() {
        open(false, AT_ONCE);
        allGiven("a", "b");
        fill("a", "x10");
        assertThat(fill("b", "x5")).containsExactly("x5@5", "WM(5)");
        assertThat(fill("b", "idle0")).containsExactly("idle0@0", "WM(10)");
        assertThat(fill("a", "idle0")).containsExactly("idle0@0", "IDLE");
        assertThat(fill("b", "x7")).containsExactly("ACTIVE", "x7@7");
        assertThat(fill("b", "x12")).containsExactly("x12@12", "WM(12)");
        assertThat(fill("a", "x11")).containsExactly("x11@11");
        assertThat(fill("a", "x15")).containsExactly("x15@15");
        assertThat(fill("b", "x14")).containsExactly("x14@14", "WM(14)");
    }

    @Test
    void m4_aFinishedSplitIsLeftOut() {
        open(false, AT_ONCE);
        allGiven("a", "b");
        fill("a", "x10");
        assertThat(fill("b", "x5")).containsExactly("x5@5", "WM(5)");
        source.content().ended.add("b");
        harness.run();
        assertThat(harness.take()).containsExactly("WM(10)");
        assertThat(fill("a", "x30")).containsExactly("x30@30", "WM(30)");
    }

    @Test
    void nothingIsReadBeforeAllSplitsAreKnown() {
        open(false, AT_ONCE);
        give("a");
        assertThat(fill("a", "x10")).isEmpty();
        allGiven("b");
        assertThat(harness.take()).containsExactly("x10@10");
    }

    @Test
    void trW3_aReaderOfAnUnboundedSourceWithoutSplitsIsIdleAsSoonAsThatIsKnown() {
        open(false, AT_ONCE);
        assertThat(harness.take()).isEmpty();
        harness.end();
        assertThat(harness.take()).containsExactly("IDLE");
        assertThat(harness.state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void aReaderOfABoundedSourceWithoutSplitsEnds() {
        open(true, AT_ONCE);
        harness.end();
        assertThat(harness.take()).containsExactly("WM(MAX)", "END");
        assertThat(harness.state()).isEqualTo(TaskState.ENDED);
    }

    @Test
    void trW4_aSplitIsIdleOnlyWhenItWasLookedAtAndGaveNothingForTheTimeout() {
        goesWithoutRestarts = "idleness is counted anew after a restart";
        open(false, AT_ONCE.withIdleness(Duration.ofMillis(1000)));
        allGiven("a", "b");
        fill("a", "x10");
        assertThat(fill("b", "x5")).containsExactly("x5@5", "WM(5)");
        harness.processingTime(900);
        assertThat(harness.take()).isEmpty();
        harness.processingTime(1000);
        assertThat(harness.take()).containsExactly("WM(10)", "IDLE");
    }

    @Test
    void trW4_aSplitThatWaitsItsTurnIsNotIdleHoweverLongThatTakes() {
        open(false, AT_ONCE.withIdleness(Duration.ofMillis(1000)));
        source.content().recordsPerPoll = 1;
        source.content().add("a", "x10", "x20", "x30");
        source.content().add("b", "x5");
        give("a", "b");
        harness.enqueue(0, 0, new ControlElement.End());
        for (int i = 1; i <= 3; i++) {
            harness.setClock(i * 10_000L);
            // The tick, then the poll.
            harness.step();
            harness.step();
        }
        assertThat(harness.take()).containsExactly("x10@10", "x20@20", "x30@30");
        harness.run();
        assertThat(harness.take()).containsExactly("x5@5", "WM(5)");
    }

    @Test
    void trW4_timeUnderBackPressureDoesNotMakeASplitIdle() {
        goesWithoutRestarts = "idleness is counted anew after a restart";
        open(false, AT_ONCE.withIdleness(Duration.ofMillis(1000)));
        allGiven("a", "b");
        fill("a", "x10");
        assertThat(fill("b", "x5")).containsExactly("x5@5", "WM(5)");
        harness.setOutputsBlocked(true);
        source.content().add("b", "x8");
        source.content().add("a", "x20");
        harness.processingTime(5_000);
        harness.processingTime(10_000);
        assertThat(harness.take()).isEmpty();
        harness.setOutputsBlocked(false);
        harness.run();
        assertThat(harness.take()).containsExactly("x20@20", "x8@8", "WM(8)");
    }

    @Test
    void trW4_timeUnderBackPressureBetweenTwoEmptyLooksDoesNotCount() {
        goesWithoutRestarts = "idleness is counted anew after a restart";
        open(false, AT_ONCE.withIdleness(Duration.ofMillis(1000)));
        allGiven("a", "b");
        fill("a", "x10");
        assertThat(fill("b", "x5")).containsExactly("x5@5", "WM(5)");
        harness.processingTime(600);
        harness.setOutputsBlocked(true);
        harness.processingTime(601);
        harness.processingTime(9_000);
        harness.setOutputsBlocked(false);
        harness.processingTime(9_001);
        assertThat(harness.take()).isEmpty();
        harness.processingTime(9_399);
        assertThat(harness.take()).isEmpty();
        harness.processingTime(9_401);
        assertThat(harness.take()).containsExactly("WM(10)", "IDLE");
    }

    @Test
    void trW7_atTheEndAReaderThatIsIdleIsActiveAgainAndSendsTheFinalWatermark() {
        open(true, AT_ONCE);
        allGiven("a");
        assertThat(fill("a", "x10", "idle0")).containsExactly("x10@10", "WM(10)", "idle0@0", "IDLE");
        source.content().ended.add("a");
        harness.run();
        assertThat(harness.take()).containsExactly("ACTIVE", "WM(MAX)", "END");
        assertThat(harness.state()).isEqualTo(TaskState.ENDED);
    }

    @Test
    void atTheEndGeneratorsAreAskedOnceMore() {
        open(true, AT_THE_TICK);
        allGiven("a", "b");
        source.content().add("a", "x10");
        source.content().add("b", "x20");
        source.content().ended.addAll(List.of("a", "b"));
        harness.run();
        assertThat(harness.take()).contains("x10@10", "x20@20").endsWith("WM(MAX)", "END");
    }

    @Test
    void trW12_afterARestoreEventTimeWaitsForTheSlowestSplitAndNeverFallsBehind() {
        open(false, AT_ONCE);
        allGiven("a", "b");
        fill("a", "x100");
        assertThat(fill("b", "x5")).containsExactly("x5@5", "WM(5)");
        harness.restart();
        assertThat(fill("a", "x3", "x120")).containsExactly("x3@3", "x120@120");
        assertThat(fill("b", "x4", "x6")).containsExactly("x4@4", "x6@6", "WM(6)");
    }

    @Test
    void tm1_m3_afterARestoreAllIdleStillGoToTheLargestThatAFinishedSplitHad() {
        open(false, AT_ONCE);
        allGiven("a", "b");
        fill("a", "x100");
        assertThat(fill("b", "x50")).containsExactly("x50@50", "WM(50)");
        source.content().ended.add("a");
        harness.restart();
        assertThat(harness.take()).isEmpty();
        harness.restart();
        assertThat(fill("b", "idle0")).containsExactly("idle0@0", "WM(100)", "IDLE");
    }

    @Test
    void aRestoredReaderGoesOnBehindTheLastRecordOfTheSnapshot() {
        open(true, AT_ONCE);
        allGiven("a", "b");
        fill("a", "x1", "x2");
        HarnessSnapshot snapshot = harness.snapshot();
        fill("b", "x7");
        harness.restore(snapshot);
        assertThat(harness.take()).containsExactly("x7@7", "WM(2)");
        assertThat(fill("a", "x3")).containsExactly("x3@3", "WM(3)");
    }

    @Test
    void trC12_afterTheEndARestoredReaderSendsTheFinalWatermarkAndTheEndAgain() {
        open(true, AT_ONCE);
        allGiven("a");
        fill("a", "x1");
        source.content().ended.add("a");
        harness.run();
        assertThat(harness.take()).endsWith("WM(MAX)", "END");
        harness.restore(harness.snapshot());
        assertThat(harness.take()).containsExactly("WM(MAX)", "END");
        assertThat(harness.state()).isEqualTo(TaskState.ENDED);
    }

    @Test
    void aReaderCanSayWhereEachSplitStands() {
        goesWithoutRestarts = "facts are of the reader since its last restart";
        open(false, AT_ONCE);
        allGiven("a", "b");
        harness.processingTime(77);
        fill("a", "x10");
        source.content().ended.add("b");
        harness.run();
        assertThat(harness.facts().eventTime().splits())
                .extracting(SplitFacts::split, SplitFacts::watermark, SplitFacts::finished, SplitFacts::advancedAtMs)
                .containsExactly(tuple("a", 10L, false, 77L), tuple("b", Long.MIN_VALUE, true, 0L));
        assertThat(harness.facts().eventTime().splits().get(0).seen())
                .isEqualTo(new SplitFacts.Seen(0, 1, 0, 77, 10, 10, 10, 77, 1, true));
    }

    @Test
    void whenASplitLastHadARecordIsNotedOnceASecond() {
        goesWithoutRestarts = "facts are of the reader since its last restart";
        open(false, AT_ONCE);
        allGiven("a");
        fill("a", "x10");
        harness.run();
        harness.processingTime(1_000);
        harness.processingTime(5_000);
        assertThat(harness.facts().eventTime().splits().get(0).seen().lastRecordAtMs())
                .isEqualTo(1_000);
        fill("a", "x5");
        harness.run();
        SplitFacts.Seen seen = harness.facts().eventTime().splits().get(0).seen();
        assertThat(seen.lastRecordAtMs()).isEqualTo(5_000);
        assertThat(seen.newestRoseAtMs()).isEqualTo(1_000);
        assertThat(seen.oldest()).isEqualTo(5);
        assertThat(seen.latest()).isEqualTo(5);
    }

    @Test
    void anEnumeratorDealsItsSplitsOutInTurnAndNeverTwice() {
        HandSource three = new HandSource(UUID.randomUUID().toString(), true, List.of("a", "b", "c"));
        harness = OperatorHarness.of(new OperatorSpec.SourceEnumeratorSpec(three, 2))
                .channels()
                .open();
        assertThat(harness.takeFrom(0))
                .extracting(Emitted::value)
                .startsWith(
                        new SplitAssignment<>(0, new HandSource.Split("a", 0)),
                        new SplitAssignment<>(1, new HandSource.Split("b", 0)),
                        new SplitAssignment<>(0, new HandSource.Split("c", 0)));
        harness.restore(harness.snapshot());
        assertThat(harness.take()).containsExactly("WM(MAX)", "END");
    }
}
