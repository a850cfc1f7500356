package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.NullTimestamps;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.SplitAssignment;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.testing.HandSource.At;
import io.tidemark.testing.HandSource.Status;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a source says of event time itself, and records whose timestamps are missing or cannot be. */
class SourceEventTimeTest {
    @SuppressWarnings("unchecked")
    private static final OutputTag<Object> FUTURE =
            new OutputTag<>("future", (TypeInformation<Object>) (TypeInformation<?>) Types.STRING);

    private static final long NOW_MS = 1_000_000;

    private HandSource source;
    private OperatorHarness harness;

    /** Why a test does; null when it does not. */
    private String goesWithoutRestarts;

    private void open(WatermarkStrategy<Object> strategy, Configuration options, OutputTag<?>... sideOutputs) {
        source = new HandSource(UUID.randomUUID().toString(), false, List.of());
        OperatorHarness.Builder builder = OperatorHarness.of(new OperatorSpec.SourceReaderSpec(source, strategy))
                .configuration(options.with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(10)))
                .sideOutputs(sideOutputs)
                .startingAtMs(NOW_MS);
        if (goesWithoutRestarts != null) {
            builder.withoutRestarts(goesWithoutRestarts);
        }
        harness = builder.open();
        harness.record(new SplitAssignment<>(0, new HandSource.Split("a", 0)));
        harness.record(new SplitAssignment<>(0, new HandSource.Split("b", 0)));
        harness.end();
    }

    private void open(WatermarkStrategy<Object> strategy) {
        open(strategy, Configuration.empty());
    }

    private List<String> fill(String split, Object... records) {
        source.content().add(split, records);
        harness.run();
        return harness.take();
    }

    private long counter(String name) {
        return harness.facts().counters().getOrDefault(name, 0L);
    }

    private static WatermarkStrategy<Object> bounded(long ms) {
        return WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(ms));
    }

    /** The number in the text; NULL when there is none. */
    private static WatermarkStrategy<Object> byColumn() {
        return WatermarkStrategy.forRowTime(Duration.ZERO).withTimestampColumn("ts", row -> {
            String digits = row.toString().replaceAll("[a-z]", "");
            return digits.isEmpty() ? null : Long.valueOf(digits);
        });
    }

    @AfterEach
    void close() {
        harness.close();
    }

    // ------------------------------------------------------------------------------------ said by the source

    @Test
    void timestampsAndWatermarksOfTheSourceGoOnAsTheyWereGiven() {
        open(WatermarkStrategy.noWatermarks());
        fill("b", new Watermark(100));
        assertThat(fill("a", new At("x", 10), "y", new Watermark(7), new At("z", 8)))
                .containsExactly("x@10", "y@none", "WM(7)", "z@8");
    }

    @Test
    void m2_watermarksThatTheSourceGivesCombineOverItsSplitsAtOnce() {
        open(WatermarkStrategy.noWatermarks());
        assertThat(fill("a", new Watermark(10))).isEmpty();
        assertThat(fill("b", new Watermark(5))).containsExactly("WM(5)");
        assertThat(fill("b", new Watermark(20))).containsExactly("WM(10)");
        assertThat(fill("a", new Watermark(12))).containsExactly("WM(12)");
    }

    @Test
    void g3_aWatermarkOfTheSourceThatGoesBackOrRepeatsIsDropped() {
        open(WatermarkStrategy.noWatermarks());
        fill("b", new Watermark(100));
        assertThat(fill("a", new Watermark(10), new Watermark(10), new Watermark(3)))
                .containsExactly("WM(10)");
    }

    @Test
    void watermarksOfTheSourceAndOfItsGeneratorsAreOneEventTime() {
        open(bounded(0));
        fill("b", new Watermark(100));
        assertThat(fill("a", new At("x", 10), new Watermark(5))).containsExactly("x@10", "WM(5)");
        harness.processingTime(NOW_MS + 10);
        assertThat(harness.take()).containsExactly("WM(9)");
    }

    @Test
    void m3_tm4_theSourceMayCallASplitIdleAndItsNextRecordOrWatermarkEndsThat() {
        open(WatermarkStrategy.noWatermarks());
        fill("a", new Watermark(10));
        fill("b", new Watermark(5));
        assertThat(fill("b", Status.IDLE)).containsExactly("WM(10)");
        assertThat(fill("a", Status.IDLE)).containsExactly("IDLE");
        assertThat(fill("a", new At("x", 11))).containsExactly("ACTIVE", "x@11");
        assertThat(fill("a", new Watermark(12))).containsExactly("WM(12)");
        assertThat(fill("b", new Watermark(6))).isEmpty();
        assertThat(fill("a", new Watermark(20))).isEmpty();
        assertThat(fill("b", Status.IDLE)).containsExactly("WM(20)");
        assertThat(fill("b", Status.ACTIVE)).isEmpty();
        assertThat(fill("a", new Watermark(30))).isEmpty();
    }

    @Test
    void tm3_aSplitWhoseEventTimeIsOverLeavesTheMinimumAndMaxComesWhenAllAre() {
        open(WatermarkStrategy.noWatermarks());
        fill("a", new Watermark(10));
        fill("b", new Watermark(5));
        assertThat(fill("b", Watermark.MAX_WATERMARK)).containsExactly("WM(10)");
        assertThat(fill("a", new Watermark(12), Status.IDLE)).containsExactly("WM(12)", "IDLE");
        assertThat(fill("a", Watermark.MAX_WATERMARK)).containsExactly("ACTIVE", "WM(MAX)");
    }

    @Test
    void tm1_aWatermarkOfTheSourceIsStillThereAfterARestore() {
        open(WatermarkStrategy.noWatermarks());
        fill("a", new Watermark(10));
        assertThat(fill("b", new Watermark(5))).containsExactly("WM(5)");
        harness.restart();
        assertThat(fill("b", new Watermark(4), new Watermark(20))).containsExactly("WM(10)");
    }

    // ------------------------------------------------------------------------------------ no timestamp

    @Test
    void s3_trW15_aNullTimestampFailsTheJobNamingRowAndColumn() {
        open(byColumn());
        assertThatThrownBy(() -> fill("a", "x10", "x"))
                .hasMessageContaining("event-time column \"ts\" is NULL in row x of operator, split a; to go on"
                        + " without such rows, or without their time, set withNullTimestamps(NullTimestamps.DROP or"
                        + " SKIP_WATERMARK) on the watermark strategy");
    }

    @Test
    void trW15_aNullTimestampIsDroppedAndCountedWhenThatIsChosen() {
        open(byColumn().withNullTimestamps(NullTimestamps.DROP));
        fill("b", "x100");
        assertThat(fill("a", "x10", "x", "x20")).containsExactly("x10@10", "WM(10)", "x20@20");
        assertThat(counter("null-timestamps.dropped")).isEqualTo(1);
        harness.processingTime(NOW_MS + 10);
        assertThat(harness.take()).containsExactly("WM(20)");
    }

    @Test
    void trW15_aNullTimestampGoesOnAndMakesNoWatermarkWhenThatIsChosen() {
        open(byColumn().withNullTimestamps(NullTimestamps.SKIP_WATERMARK));
        fill("b", "x100");
        assertThat(fill("a", "x10", "x")).containsExactly("x10@10", "WM(10)", "x@none");
        assertThat(counter("null-timestamps.skipped")).isEqualTo(1);
    }

    @Test
    void trW15_theRuleHoldsForWhatAnAssignerGivesToo() {
        open(bounded(0).withTimestampAssigner((row, previous) -> previous).withNullTimestamps(NullTimestamps.FAIL));
        assertThatThrownBy(() -> fill("a", "x"))
                .hasMessageContaining("the timestamp is NULL in row x of operator,"
                        + " split a; to go on without such rows, or without their time, set"
                        + " withNullTimestamps(NullTimestamps.DROP or SKIP_WATERMARK) on the watermark strategy");
    }

    @Test
    void recordsWithoutTimestampGoOnWhenNothingIsSaidOfThem() {
        open(bounded(0));
        assertThat(fill("a", "x")).containsExactly("x@none");
    }

    @Test
    void trW15_whatIsDroppedIsNoSignOfLife() {
        goesWithoutRestarts = "idleness is counted anew after a restart";
        open(byColumn().withNullTimestamps(NullTimestamps.DROP).withIdleness(Duration.ofMillis(100)));
        fill("b", "x100");
        assertThat(fill("a", "x10")).containsExactly("x10@10", "WM(10)");
        fill("a", "x");
        fill("b", "x110");
        harness.processingTime(NOW_MS + 99);
        fill("a", "x");
        assertThat(fill("b", "x130")).containsExactly("x130@130");
        harness.processingTime(NOW_MS + 100);
        assertThat(harness.take()).containsExactly("WM(130)");
    }

    // ------------------------------------------------------------------------------------ too far ahead

    @Test
    void trW13_aRecordOfTheFarFutureGoesAsideIsCountedAndMovesNoEventTime() {
        open(
                WatermarkStrategy.forRowTime(Duration.ZERO).withMaxFutureSkew(Duration.ofSeconds(10), FUTURE),
                Configuration.empty(),
                FUTURE);
        fill("b", new At("y", NOW_MS));
        long farMs = 7_258_118_400_000L;
        assertThat(fill("a", new At("x", 500), new At("far", farMs), new At("z", 400)))
                .containsExactly("x@500", "WM(500)", "z@400");
        assertThat(harness.take(FUTURE)).containsExactly("far@" + farMs);
        assertThat(counter("future.sent-aside")).isEqualTo(1);
        harness.processingTime(NOW_MS + 10);
        assertThat(harness.take()).isEmpty();
    }

    @Test
    void trW13_tm4_whatAnIdleSourceSendsAsideWakesNobodyForGood() {
        open(
                WatermarkStrategy.forRowTime(Duration.ZERO).withMaxFutureSkew(Duration.ofSeconds(10), FUTURE),
                Configuration.empty(),
                FUTURE);
        fill("b", Status.IDLE);
        fill("a", Status.IDLE);
        harness.takeFrom(1);
        fill("a", new At("far", NOW_MS + 10_001));
        assertThat(harness.takeFrom(1)).extracting(Emitted::toString).containsExactly("far@1010001", "IDLE");
    }

    @Test
    void trW13_withoutASideOutputItIsDroppedAndCounted() {
        open(WatermarkStrategy.forRowTime(Duration.ZERO).withMaxFutureSkew(Duration.ofSeconds(10), FUTURE));
        assertThat(fill("a", new At("far", NOW_MS + 10_001))).isEmpty();
        assertThat(counter("future.dropped")).isEqualTo(1);
    }

    @Test
    void trW13_theGuardFollowsTheWallClock() {
        open(WatermarkStrategy.forRowTime(Duration.ZERO).withMaxFutureSkew(Duration.ofSeconds(10)));
        assertThat(fill("a", new At("x", NOW_MS + 10_000))).containsExactly("x@1010000");
        assertThat(fill("a", new At("y", NOW_MS + 10_005))).isEmpty();
        harness.setClock(NOW_MS + 5);
        assertThat(fill("a", new At("y", NOW_MS + 10_005))).containsExactly("y@1010005");
    }

    @Test
    void trW13_theOptionGuardsEverySourceThatHasNoGuardOfItsOwn() {
        open(
                WatermarkStrategy.forRowTime(Duration.ZERO),
                Configuration.empty().with(JobOptions.MAX_FUTURE_SKEW, Duration.ofSeconds(1)));
        assertThat(fill("a", new At("far", NOW_MS + 1001), new At("x", NOW_MS + 1000)))
                .containsExactly("x@1001000");
        assertThat(counter("future.dropped")).isEqualTo(1);
    }
}
