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
import io.tidemark.testing.HandSource.At;
import io.tidemark.testing.HandSource.Status;
import io.tidemark.worker.chain.GroupMember.Announcement;
import io.tidemark.worker.chain.GroupMember.Progress;
import io.tidemark.worker.chain.SplitFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reader whose splits are read apart: in an alignment group, under an idle clock, and in deterministic mode. */
class SourceGroupingTest {
    private boolean bounded;
    private HandSource source;
    private OperatorHarness harness;

    private void open(WatermarkStrategy<Object> strategy, Configuration options, String... splits) {
        source = new HandSource(UUID.randomUUID().toString(), bounded, List.of());
        harness = OperatorHarness.of(new OperatorSpec.SourceReaderSpec(source, strategy))
                .configuration(options.with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(10)))
                .withoutRestarts("a restarted reader has to be told of its group again, and counts idleness anew")
                .open();
        for (String split : splits) {
            harness.record(new SplitAssignment<>(0, new HandSource.Split(split, 0)));
        }
        harness.end();
    }

    private List<String> fill(String split, Object... records) {
        source.content().add(split, records);
        harness.run();
        return harness.take();
    }

    private void announce(long least, boolean allIdle) {
        harness.groupMembers().get(0).announce(new Announcement(least, allIdle));
    }

    @AfterEach
    void close() {
        harness.close();
    }

    // ------------------------------------------------------------------------------------ alignment

    private static WatermarkStrategy<Object> aligned() {
        return WatermarkStrategy.noWatermarks()
                .withWatermarkAlignment("group", Duration.ofMillis(10), Duration.ofMillis(100));
    }

    @Test
    void j14_aReaderBeyondTheGroupsLeastAndTheDriftIsNotReadUntilTheOthersAreCloser() {
        open(aligned(), Configuration.empty(), "a");
        fill("a", new Watermark(50));
        harness.processingTime(100);
        assertThat(harness.groupMembers().get(0).progress()).isEqualTo(new Progress(50, false, false));
        announce(30, false);
        harness.processingTime(200);
        assertThat(fill("a", "x")).as("the oldest of three samples is none").isEmpty();
        harness.processingTime(300);
        announce(45, false);
        harness.processingTime(400);
        assertThat(harness.take()).containsExactly("x@none");
    }

    @Test
    void j14_aSplitThatIsTooFarAheadIsNotReadWhileTheOthersAre() {
        open(aligned(), Configuration.empty(), "a", "b");
        fill("a", new Watermark(5));
        fill("b", new Watermark(5));
        announce(5, false);
        harness.processingTime(100);
        assertThat(fill("b", "b1", new Watermark(16), "b2")).containsExactly("b1@none");
        assertThat(fill("a", "a1", new Watermark(9))).containsExactly("a1@none", "WM(9)");
        announce(9, false);
        harness.processingTime(200);
        assertThat(harness.take()).containsExactly("b2@none");
    }

    @Test
    void aSplitThatIsPausedIsToldWithItsGroupSinceWhenAndTheDrift() {
        open(aligned(), Configuration.empty(), "a", "b");
        fill("a", new Watermark(5));
        fill("b", new Watermark(5));
        announce(5, false);
        harness.processingTime(100);
        fill("b", new Watermark(16));
        harness.processingTime(200);
        harness.processingTime(300);
        assertThat(harness.facts().eventTime().splits())
                .extracting(SplitFacts::split, SplitFacts::pause)
                .containsExactlyInAnyOrder(tuple("a", null), tuple("b", new SplitFacts.Pause("group", 200, 10)));
        announce(9, false);
        harness.processingTime(400);
        assertThat(harness.facts().eventTime().splits())
                .extracting(SplitFacts::pause)
                .containsOnlyNulls();
    }

    @Test
    void trW6_aReaderThatHasEndedSaysSo() {
        bounded = true;
        open(aligned(), Configuration.empty(), "a");
        fill("a", new Watermark(5));
        harness.processingTime(100);
        assertThat(harness.groupMembers().get(0).progress().ended()).isFalse();
        source.content().ended.add("a");
        harness.run();
        assertThat(harness.groupMembers().get(0).progress().ended()).isTrue();
    }

    @Test
    void trW3_aReaderWithoutSplitsIsIdleInItsGroup() {
        open(aligned(), Configuration.empty());
        harness.processingTime(100);
        assertThat(harness.groupMembers().get(0).progress().idle()).isTrue();
    }

    // ------------------------------------------------------------------------------------ idle clock

    private static WatermarkStrategy<Object> withIdleClock() {
        return WatermarkStrategy.noWatermarks().withIdleClock(Duration.ofSeconds(5), Duration.ofSeconds(2));
    }

    @Test
    void trW1_afterAllSplitsWereIdleForTheTimeEventTimeFollowsTheWallClockLessTheBound() {
        open(withIdleClock(), Configuration.empty(), "a");
        fill("a", new At("x", 100), new Watermark(100), Status.IDLE);
        harness.processingTime(10_000);
        announce(Long.MAX_VALUE, true);
        harness.processingTime(10_200);
        harness.processingTime(15_000);
        assertThat(harness.take()).isEmpty();
        assertThat(harness.facts().eventTime().drivenByIdleClock()).isFalse();
        harness.processingTime(15_200);
        assertThat(harness.take()).containsExactly("ACTIVE", "WM(13200)");
        assertThat(harness.facts().eventTime().drivenByIdleClock()).isTrue();
        harness.processingTime(15_400);
        assertThat(harness.take()).containsExactly("WM(13400)");
    }

    @Test
    void trW1_theNextRecordEndsItAndEventTimeStaysWhereItIs() {
        open(withIdleClock(), Configuration.empty(), "a");
        fill("a", new At("x", 100), new Watermark(100), Status.IDLE);
        announce(Long.MAX_VALUE, true);
        harness.processingTime(200);
        harness.processingTime(5_400);
        assertThat(harness.take()).containsExactly("ACTIVE", "WM(3400)");
        assertThat(fill("a", new At("y", 3_500), new Watermark(3_000))).containsExactly("y@3500");
        harness.processingTime(5_600);
        assertThat(harness.take()).isEmpty();
        assertThat(fill("a", new Watermark(3_600))).containsExactly("WM(3600)");
    }

    @Test
    void trW1_whileAnotherReaderOfTheSourceHasRecordsItDoesNotRun() {
        open(withIdleClock(), Configuration.empty(), "a");
        fill("a", new At("x", 100), new Watermark(100), Status.IDLE);
        announce(200, false);
        harness.processingTime(60_000);
        harness.processingTime(70_000);
        assertThat(harness.take()).isEmpty();
        announce(Long.MAX_VALUE, true);
        harness.processingTime(70_200);
        harness.processingTime(75_200);
        assertThat(harness.take()).containsExactly("ACTIVE", "WM(73200)");
        announce(80_000, false);
        harness.processingTime(75_400);
        assertThat(harness.take()).containsExactly("IDLE");
    }

    /** Says at every call where it is, as generators of users mostly do. */
    private static final class Repeating implements WatermarkGenerator<Object> {
        private long newest = Long.MIN_VALUE + 1;

        @Override
        public void onEvent(Object event, long eventTimestamp, WatermarkOutput output) {
            newest = Math.max(newest, eventTimestamp);
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(newest - 1));
        }
    }

    @Test
    void aGeneratorThatSaysTheSameAtEveryTickKeepsTheIdleClockFromNothing() {
        open(
                WatermarkStrategy.forGenerator(context -> new Repeating())
                        .withIdleClock(Duration.ofSeconds(5), Duration.ofSeconds(2)),
                Configuration.empty(),
                "a");
        fill("a", new At("x", 100));
        harness.processingTime(10);
        assertThat(harness.take()).containsExactly("WM(99)");
        assertThat(fill("a", Status.IDLE)).containsExactly("IDLE");
        announce(Long.MAX_VALUE, true);
        harness.processingTime(200);
        assertThat(harness.take()).isEmpty();
        harness.processingTime(5_400);
        assertThat(harness.take()).containsExactly("ACTIVE", "WM(3400)");
    }

    @Test
    void trW1_itIsOffUnlessItIsAskedFor() {
        open(WatermarkStrategy.noWatermarks(), Configuration.empty(), "a");
        fill("a", new Watermark(100), Status.IDLE);
        assertThat(harness.groupMembers()).isEmpty();
        harness.processingTime(3_600_000);
        assertThat(harness.take()).isEmpty();
    }

    // ------------------------------------------------------------------------------------ deterministic mode

    private List<String> readInOrder(int recordsPerPoll, boolean atOnce) {
        open(
                WatermarkStrategy.forMonotonousTimestamps(),
                Configuration.empty().with(JobOptions.DETERMINISTIC, true),
                "a",
                "b");
        source.content().recordsPerPoll = recordsPerPoll;
        List<String> all = new ArrayList<>();
        List<Object> a = List.of(new At("a1", 100), new At("a2", 150), new At("a3", 300), new At("a4", 310));
        List<Object> b = List.of(new At("b1", 120), new At("b2", 280), new At("b3", 290), new At("b4", 500));
        for (int i = 0; i < 4; i++) {
            source.content().add("b", b.get(i));
            if (!atOnce) {
                harness.run();
            }
        }
        for (int i = 0; i < 4; i++) {
            source.content().add("a", a.get(i));
            if (!atOnce) {
                harness.run();
                harness.processingTime(i * 50L);
            }
        }
        harness.run();
        all.addAll(harness.take());
        harness.close();
        return all;
    }

    @Test
    void tm18_trW14_splitsAreReadInTheOrderOfEventTimeAndWatermarksComeByPosition() {
        List<String> expected = readInOrder(100, true);
        assertThat(expected)
                .containsExactly(
                        "a1@100", "b1@120", "WM(99)", "a2@150", "WM(119)", "b2@280", "WM(149)", "a3@300", "WM(279)",
                        "b3@290", "b4@500", "WM(299)", "a4@310");
        assertThat(readInOrder(1, true)).isEqualTo(expected);
        assertThat(readInOrder(100, false)).isEqualTo(expected);
        assertThat(readInOrder(1, false)).isEqualTo(expected);
    }

    @Test
    void tm18_anIdleSplitThatIsAheadKeepsNoneWaiting() {
        open(WatermarkStrategy.noWatermarks(), Configuration.empty().with(JobOptions.DETERMINISTIC, true), "a", "b");
        fill("a", new Watermark(10), Status.IDLE);
        fill("b", new Watermark(5), Status.IDLE);
        assertThat(fill("b")).as("a is idle too").containsExactly("IDLE");
        assertThat(fill("b", new At("b1", 6))).containsExactly("ACTIVE", "b1@6");
        source.content().add("a", new At("a1", 11));
        assertThat(fill("b", new At("b2", 7))).containsExactly("a1@11", "b2@7");
    }
}
