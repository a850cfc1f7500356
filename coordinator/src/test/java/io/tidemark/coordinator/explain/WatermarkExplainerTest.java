package io.tidemark.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.proto.AlignmentPause;
import io.tidemark.network.proto.AnswerWait;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.OrderWait;
import io.tidemark.network.proto.SilentTask;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.TimerWait;
import io.tidemark.network.proto.WaitExplanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every cause, on the words, from facts made by hand: a source of two subtasks, and windows that wait for it. */
class WatermarkExplainerTest {
    private static final long NOW = ms("2026-01-05T12:05:00Z");
    private static final long TIME = ms("2026-01-05T12:03:55Z");
    private static final long NONE = Long.MIN_VALUE;

    private static final int SOURCE = 1;
    private static final int WINDOWS = 5;
    private static final int EDGE = 90;
    private static final int OTHER_EDGE = 92;

    private static long ms(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    private static OperatorWatermark.Builder operator(int node, String name, int subtask, long watermark) {
        return OperatorWatermark.newBuilder()
                .setNode(node)
                .setVertex(node)
                .setName(name)
                .setSubtask(subtask)
                .setWatermark(watermark)
                .setAdvancedAtMs(watermark == NONE ? 0 : NOW - 45_000)
                .setOpenedAtMs(NOW - 300_000)
                .setNextDue(Long.MAX_VALUE)
                .setHeldBackBy(-1);
    }

    private static OperatorWatermark.Builder source(int subtask, SplitWatermark.Builder... splits) {
        long watermark = splits.length == 0 ? NONE : splits[0].getWatermark();
        OperatorWatermark.Builder source = operator(SOURCE, "readings", subtask, watermark)
                .setMakesEventTime(true)
                .setSource(true)
                .setWatermarkIntervalMs(200)
                .addOutEdges(EDGE);
        for (SplitWatermark.Builder split : splits) {
            source.addSplits(split);
        }
        return source;
    }

    /** One with 1,200 records over ten minutes, the last 45 s ago. */
    private static SplitWatermark.Builder split(String name, long watermark) {
        return SplitWatermark.newBuilder()
                .setSplit(name)
                .setWatermark(watermark)
                .setAdvancedAtMs(watermark == NONE ? 0 : NOW - 45_000)
                .setAddedAtMs(NOW - 300_000)
                .setRecords(1_200)
                .setLastRecordAtMs(NOW - 45_000)
                .setOldestTimestamp(TIME - 600_000)
                .setNewestTimestamp(TIME + 5_000)
                .setLatestTimestamp(TIME + 5_000)
                .setNewestRoseAtMs(NOW - 45_000)
                .setHeldBackWatermark(NONE);
    }

    /** One whose records still come. */
    private static SplitWatermark.Builder flowing(String name, long watermark) {
        return split(name, watermark).setLastRecordAtMs(NOW - 300).setNewestRoseAtMs(NOW - 300);
    }

    private static ChannelWatermark.Builder channel(int subtask, long watermark) {
        return ChannelWatermark.newBuilder()
                .setEdge(EDGE)
                .setProducerVertex(SOURCE)
                .setProducerName("readings")
                .setProducerSubtask(subtask)
                .setWatermark(watermark)
                .setAdvancedAtMs(watermark == NONE ? 0 : NOW - 45_000);
    }

    private static OperatorWatermark.Builder windows(OperatorWatermark.Builder... sources) {
        long least = Long.MAX_VALUE;
        int slowest = -1;
        OperatorWatermark.Builder windows = operator(WINDOWS, "window-sum", 0, NONE);
        for (int i = 0; i < sources.length; i++) {
            windows.addChannels(channel(i, sources[i].getWatermark()));
            if (sources[i].getWatermark() < least) {
                least = sources[i].getWatermark();
                slowest = i;
            }
        }
        return windows.setWatermark(least)
                .setAdvancedAtMs(least == NONE ? 0 : NOW - 45_000)
                .setHeldBackBy(slowest);
    }

    private static List<WaitExplanation> explain(List<SilentTask> silent, OperatorWatermark.Builder... operators) {
        List<OperatorWatermark> built = new ArrayList<>();
        for (OperatorWatermark.Builder operator : operators) {
            built.add(operator.build());
        }
        return WatermarkExplainer.explain(built, silent, NOW);
    }

    /** What is said of the windows behind two source subtasks, of which the second is this one. */
    private static WaitExplanation windowsBehind(OperatorWatermark.Builder second) {
        OperatorWatermark.Builder first = source(0, flowing("part-1", TIME + 60_000));
        List<WaitExplanation> all = explain(List.of(), first, second, windows(first, second));
        WaitExplanation last = all.get(all.size() - 1);
        assertThat(last.getNode()).isEqualTo(WINDOWS);
        return last;
    }

    private static WaitExplanation windowsBehind(SplitWatermark.Builder split) {
        return windowsBehind(source(1, split));
    }

    // ------------------------------------------------------------------------------------ the causes

    @Test
    void trW2_theSplitThatHasFallenSilentIsNamedWithSinceWhenAndTheOptionThatHelps() {
        WaitExplanation wait = windowsBehind(split("part-3", TIME));
        assertThat(wait.getCause()).isEqualTo("SPLIT_SILENT");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits at 2026-01-05T12:03:55Z: source readings subtask 2, split part-3, has had no"
                                + " record for 45 s; set an idle time-out (WatermarkStrategy.withIdleness) to go on without it.");
        assertThat(wait.getOrigin()).isEqualTo("readings");
        assertThat(wait.getOriginSubtask()).isEqualTo(1);
        assertThat(wait.getSplit()).isEqualTo("part-3");
    }

    @Test
    void aSilentSplitThatWillBecomeIdleByItselfIsSaidToDoSo() {
        assertThat(windowsBehind(source(1, split("part-3", TIME)).setIdleTimeoutMs(60_000))
                        .getSentence())
                .endsWith("has had no record for 45 s; its idle time-out of 60 s lets event time go on without it.");
    }

    @Test
    void aSplitThatWasEmptyFromTheStartIsToldFromOneThatFellSilent() {
        WaitExplanation wait = windowsBehind(split("part-3", NONE)
                .setRecords(0)
                .setLastRecordAtMs(0)
                .setOldestTimestamp(Long.MAX_VALUE)
                .setNewestTimestamp(NONE)
                .setLatestTimestamp(NONE));
        assertThat(wait.getCause()).isEqualTo("SPLIT_EMPTY");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits for its first watermark: source readings subtask 2, split part-3, has had no"
                                + " record since it began 5 min ago; set an idle time-out (WatermarkStrategy.withIdleness) to go on"
                                + " without it.");
    }

    /** One that was restored and has had no record since. */
    private static SplitWatermark.Builder restored(String name, long watermark) {
        return split(name, watermark)
                .setAdvancedAtMs(0)
                .setAddedAtMs(NOW - 50_000)
                .setRecords(0)
                .setLastRecordAtMs(0)
                .setOldestTimestamp(Long.MAX_VALUE)
                .setNewestTimestamp(NONE)
                .setLatestTimestamp(NONE)
                .setNewestRoseAtMs(0);
    }

    @Test
    void aSplitThatHadRecordsBeforeARestartAndNoneSinceHasFallenSilentAndWasNotEmpty() {
        WaitExplanation wait = windowsBehind(restored("part-3", TIME));
        assertThat(wait.getCause()).isEqualTo("SPLIT_SILENT");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits at 2026-01-05T12:03:55Z: source readings subtask 2, split part-3, has had no"
                                + " record since the restart 50 s ago; set an idle time-out (WatermarkStrategy.withIdleness)"
                                + " to go on without it.");
    }

    @Test
    void aTimestampFarAheadFromBeforeARestartIsToldByTheWatermarkAndNotByTheRecordsSince() {
        long year2200 = ms("2200-01-01T00:00:00Z");
        OperatorWatermark.Builder source = source(
                0,
                flowing("part-3", year2200)
                        .setAdvancedAtMs(0)
                        .setNewestTimestamp(NOW)
                        .setLatestTimestamp(NOW));
        WaitExplanation wait = explain(List.of(), source, windows(source)).get(1);
        assertThat(wait.getCause()).isEqualTo("FAR_AHEAD");
        assertThat(wait.getSentence())
                .contains(
                        "source readings subtask 1, split part-3, has its event time at 2200-01-01T00:00:00Z, 174 years"
                                + " ahead of the clock, and had got there before the restart, so that what comes now is late;");
    }

    @Test
    void aSubtaskWithoutSplitsThatCountsIsNamedWithItsSource() {
        OperatorWatermark.Builder reader = source(1).setIdle(true);
        OperatorWatermark.Builder stamps = operator(2, "stamps", 1, NONE)
                .setVertex(SOURCE)
                .addChainedFrom(SOURCE)
                .setMakesEventTime(true)
                .addOutEdges(91)
                .addSplits(split("", NONE).setRecords(0).setLastRecordAtMs(0));
        OperatorWatermark.Builder sums = operator(WINDOWS, "window-sum", 0, NONE)
                .addChannels(channel(1, NONE).setEdge(91))
                .setHeldBackBy(0);
        List<WaitExplanation> waits = explain(List.of(), reader, stamps, sums);
        WaitExplanation wait = waits.get(waits.size() - 1);
        assertThat(wait.getCause()).isEqualTo("SUBTASK_WITHOUT_SPLITS");
        assertThat(wait.getSentence())
                .isEqualTo("window-sum waits for its first watermark: stamps subtask 2 has had no record, since source"
                        + " readings subtask 2 has no split, and counts all the same; set an idle time-out"
                        + " (WatermarkStrategy.withIdleness) to go on without it, or give the strategy to the source"
                        + " itself, which leaves such subtasks out.");
    }

    @Test
    void aSubtaskThatWaitsForItsEnumeratorSaysSo() {
        WaitExplanation wait = windowsBehind(source(1).setAwaitsSplits(true));
        assertThat(wait.getCause()).isEqualTo("AWAITS_SPLITS");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits for its first watermark: source readings subtask 2 has no split and counts,"
                                + " for it is not known yet which splits it gets: the enumerator has been looking for them for"
                                + " 5 min.");
    }

    @Test
    void backPressureIsNamedWithTheStepThatTakesTooLong() {
        OperatorWatermark.Builder source = source(0, split("part-1", TIME)).setBlockedPercent(97);
        OperatorWatermark.Builder windows = windows(source).setBlockedPercent(90);
        OperatorWatermark.Builder slow = operator(7, "slow-sink", 0, TIME - 10_000)
                .addChannels(ChannelWatermark.newBuilder()
                        .setProducerVertex(WINDOWS)
                        .setProducerName("window-sum")
                        .setWatermark(TIME - 10_000))
                .setHeldBackBy(0);
        List<WaitExplanation> waits = explain(List.of(), source, windows, slow);
        assertThat(waits.get(1).getCause()).isEqualTo("BACKPRESSURE");
        assertThat(waits.get(1).getSentence())
                .isEqualTo("window-sum waits at 2026-01-05T12:03:55Z: source readings subtask 1 is held up by"
                        + " back-pressure: its output had no room for 97 % of the last seconds, because slow-sink subtask 1"
                        + " takes its records more slowly than they come; give that step more subtasks or less to do.");
        assertThat(waits.get(2).getSentence())
                .isEqualTo("slow-sink waits at 2026-01-05T12:03:45Z: the watermark 2026-01-05T12:03:55Z of window-sum"
                        + " subtask 1 is still on its way behind records (back-pressure), because slow-sink subtask 1 takes"
                        + " its records more slowly than they come; give that step more subtasks or less to do.");
    }

    @Test
    void aStepThatIsInOneCallOfUserCodeIsNamedAsTheCauseOfBackPressure() {
        OperatorWatermark.Builder source = source(0, split("part-1", TIME)).setBlockedPercent(100);
        SilentTask silent = SilentTask.newBuilder()
                .setVertex(7)
                .setName("slow-sink")
                .setWaitedMs(2_000)
                .build();
        assertThat(explain(List.of(silent), source).get(0).getSentence())
                .contains(
                        "because slow-sink subtask 1 has not answered for 2 s: its user code is in one call for so long");
        assertThat(WatermarkExplainer.explain(List.of(silent)))
                .containsExactly(
                        "slow-sink subtask 1 has not answered for 2 s: its user code is in one call for so long.");
    }

    /** Windows that take their inputs in order and wait for the second of two source subtasks. */
    private static OperatorWatermark.Builder inOrder(OperatorWatermark.Builder windows) {
        return windows.setOrderWait(OrderWait.newBuilder()
                .setProducerVertex(SOURCE)
                .setProducerName("readings")
                .setProducerSubtask(1)
                .setSinceMs(NOW - 45_000)
                .setReadAheadBytes(64L << 20)
                .setHoldsOthersUp(true));
    }

    /** A step that asks outside for what the source reads, with event time as it has come to it. */
    private static OperatorWatermark.Builder asking(int records, long waitedMs) {
        return operator(3, "rates", 0, TIME + 60_000)
                .addChannels(channel(0, TIME + 60_000))
                .setHeldBackBy(0)
                .addOutEdges(OTHER_EDGE)
                .setAnswerWait(AnswerWait.newBuilder()
                        .setRecords(records)
                        .setCapacity(100)
                        .setWaitedMs(waitedMs)
                        .setHoldsEventTime(true));
    }

    private static WaitExplanation windowsBehindOneThatAsks(OperatorWatermark.Builder asking) {
        OperatorWatermark.Builder windows = operator(WINDOWS, "window-sum", 0, TIME)
                .addChannels(channel(0, TIME)
                        .setEdge(OTHER_EDGE)
                        .setProducerVertex(3)
                        .setProducerName("rates"))
                .setHeldBackBy(0);
        List<WaitExplanation> all = explain(List.of(), source(0, flowing("part-1", TIME + 60_000)), asking, windows);
        WaitExplanation last = all.get(all.size() - 1);
        assertThat(last.getNode()).isEqualTo(WINDOWS);
        return last;
    }

    @Test
    void eventTimeThatWaitsForAnswersNamesWhoAsksForHowManyAndForHowLong() {
        WaitExplanation wait = windowsBehindOneThatAsks(asking(3, 12_000));
        assertThat(wait.getCause()).isEqualTo("ANSWER_WAIT");
        assertThat(wait.getOrigin()).isEqualTo("rates");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits at 2026-01-05T12:03:55Z: rates subtask 1 waits for the answers to 3 records,"
                                + " the first of them asked for 12 s ago, and lets watermarks go on only behind the results of"
                                + " the records before them; see what it asks, or give it a shorter time-out.");
    }

    @Test
    void aWaitForAnswersThatHasOnlyBegunIsNoCause() {
        assertThat(windowsBehindOneThatAsks(asking(3, 80)).getCause()).isNotEqualTo("ANSWER_WAIT");
    }

    @Test
    void eventTimeThatWaitsForAnswersOfTheSameTaskNamesWhoAsks() {
        OperatorWatermark.Builder timers =
                operator(4, "alarms", 0, TIME).setVertex(3).addChainedFrom(3).setNextDue(TIME + 1);
        List<WaitExplanation> all =
                explain(List.of(), source(0, flowing("part-1", TIME + 60_000)), asking(1, 12_000), timers);
        assertThat(all.get(all.size() - 1).getSentence())
                .startsWith("alarms waits at 2026-01-05T12:03:55Z: rates subtask 1 waits for the answers to 1 record,"
                        + " asked for 12 s ago, and");
    }

    @Test
    void aStepThatHasAsManyRequestsUnderWayAsItMayIsNamedAsTheCauseOfBackPressure() {
        OperatorWatermark.Builder full = asking(100, 12_000)
                .setWatermark(TIME)
                .clearChannels()
                .addChannels(channel(0, TIME))
                .setAdvancedAtMs(NOW - 45_000);
        List<WaitExplanation> all =
                explain(List.of(), source(0, flowing("part-1", TIME + 60_000)).setBlockedPercent(97), full);
        assertThat(all.get(all.size() - 1).getCause()).isEqualTo("BACKPRESSURE");
        assertThat(all.get(all.size() - 1).getSentence())
                .contains(
                        "because rates subtask 1 waits for the answers to 100 records, the first of them asked for 12 s"
                                + " ago, and takes no more than 100 at a time;");
    }

    @Test
    void timersThatTheEndOfAnInputWaitsForAreCountedWithWhenTheFirstIsDue() {
        OperatorWatermark waiting = operator(WINDOWS, "alarms", 1, Long.MAX_VALUE)
                .setTimerWait(TimerWait.newBuilder().setTimers(3).setNextAtMs(NOW + 12_000))
                .build();
        OperatorWatermark done = operator(WINDOWS, "alarms", 0, Long.MAX_VALUE).build();
        assertThat(WatermarkExplainer.timersAtEnd(List.of(done, waiting), NOW))
                .containsExactly("alarms subtask 2 has had its last record and waits for 3 timers by the wall clock"
                        + " (EndOfInputPolicy.WAIT), the first due in 12 s.");
    }

    @Test
    void tm18_aDeterministicTaskThatHoldsUpWhatItWaitsForIsSaidToWithTheOptionThatHelps() {
        OperatorWatermark.Builder first = source(0, flowing("part-1", TIME + 60_000));
        OperatorWatermark.Builder second = source(1, split("part-3", TIME)).setBlockedPercent(100);
        OperatorWatermark.Builder windows = inOrder(windows(first, second))
                .addChannels(channel(1, TIME + 10_000).setEdge(OTHER_EDGE));
        List<WaitExplanation> waits = explain(List.of(), first, second, windows);
        WaitExplanation wait = waits.get(waits.size() - 1);
        assertThat(wait.getCause()).isEqualTo("ORDER_WAIT");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits at 2026-01-05T12:03:55Z: window-sum subtask 1 takes its inputs in the order of"
                                + " event time (execution.deterministic), has waited 45 s for readings subtask 2, and holds its other"
                                + " inputs up, of which 64 MiB are read ahead; what readings subtask 2 gets its records from is held"
                                + " up with them, so raise execution.checkpointing.max-read-ahead (edges that broadcast, or"
                                + " partition by code of the job, are never read ahead), or let readings pass watermarks on as"
                                + " its records come.");
    }

    @Test
    void aDeterministicTaskThatHoldsUpAnotherSubtaskOfWhatItWaitsForIsSaidTo() {
        OperatorWatermark.Builder first =
                source(0, flowing("part-1", TIME + 60_000)).setBlockedPercent(100);
        OperatorWatermark.Builder second = source(1, split("part-3", TIME)).setBlockedPercent(100);
        OperatorWatermark.Builder windows = inOrder(windows(first, second));
        OperatorWatermark.Builder others = windows.clone()
                .setSubtask(1)
                .setOrderWait(windows.getOrderWait().toBuilder().setProducerSubtask(0));
        List<WaitExplanation> waits = explain(List.of(), first, second, windows, others);
        assertThat(waits.get(waits.size() - 1).getCause())
                .as("the second is held up by the other windows, which wait for the first")
                .isEqualTo("ORDER_WAIT");
    }

    @Test
    void aDeterministicTaskThatWaitsForOneThatAnotherTaskHoldsUpIsNotTheReason() {
        OperatorWatermark.Builder first = source(0, flowing("part-1", TIME + 60_000));
        OperatorWatermark.Builder second = source(1, split("part-3", TIME)).setBlockedPercent(100);
        OperatorWatermark.Builder slow = operator(7, "slow-sink", 0, TIME - 10_000)
                .addChannels(channel(1, TIME - 10_000).setEdge(OTHER_EDGE))
                .setHeldBackBy(0);
        List<WaitExplanation> waits = explain(List.of(), first, second, inOrder(windows(first, second)), slow);
        assertThat(waits.get(1).getNode()).isEqualTo(WINDOWS);
        assertThat(waits.get(1).getCause()).isEqualTo("BACKPRESSURE");
        assertThat(waits.get(1).getSentence())
                .contains("because slow-sink subtask 1 takes its records more slowly than they come");
    }

    @Test
    void aDeterministicTaskThatWaitsForASilentSplitWaitsForNothingElse() {
        OperatorWatermark.Builder first =
                source(0, flowing("part-1", TIME + 60_000)).setBlockedPercent(100);
        OperatorWatermark.Builder second = source(1, split("part-3", TIME));
        List<WaitExplanation> waits = explain(List.of(), first, second, inOrder(windows(first, second)));
        assertThat(waits.get(waits.size() - 1).getCause()).isEqualTo("SPLIT_SILENT");
    }

    @Test
    void anAlignmentPauseIsNamedWithItsGroup() {
        WaitExplanation wait = windowsBehind(split("part-3", TIME)
                .setPaused(AlignmentPause.newBuilder()
                        .setGroup("clicks-and-views")
                        .setSinceMs(NOW - 12_000)
                        .setMaxDriftMs(1_000)));
        assertThat(wait.getCause()).isEqualTo("ALIGNMENT_PAUSE");
        assertThat(wait.getSentence())
                .endsWith(
                        "source readings subtask 2, split part-3, is paused by alignment group clicks-and-views for 12 s,"
                                + " being more than 1 s ahead of the slowest of that group, and goes on when that one has caught"
                                + " up or is idle.");
    }

    @Test
    void anAlignmentPauseNamesTheSlowestOfTheGroupAndWhyThatOneWaits() {
        OperatorWatermark.Builder slow = operator(2, "clicks", 0, TIME - 60_000)
                .setSource(true)
                .setMakesEventTime(true)
                .setAlignmentGroup("clicks-and-views")
                .addSplits(split("clicks-1", TIME - 60_000));
        OperatorWatermark.Builder other =
                slow.clone().setSubtask(1).setWatermark(TIME - 90_000).setIdle(true);
        OperatorWatermark.Builder ahead = source(
                        0,
                        split("part-3", TIME)
                                .setPaused(AlignmentPause.newBuilder()
                                        .setGroup("clicks-and-views")
                                        .setSinceMs(NOW - 12_000)
                                        .setMaxDriftMs(1_000)))
                .setAlignmentGroup("clicks-and-views");
        List<WaitExplanation> waits = explain(List.of(), ahead, slow, other, windows(ahead));
        assertThat(waits.get(waits.size() - 1).getSentence())
                .endsWith(
                        "ahead of the slowest of that group, and goes on when that one has caught up or is idle: source"
                                + " clicks subtask 1, split clicks-1, has had no record for 45 s; set an idle time-out"
                                + " (WatermarkStrategy.withIdleness) to go on without it.");
    }

    @Test
    void trW1_aSourceThatIsDrivenByTheIdleClockIsSaidToBe() {
        OperatorWatermark.Builder source =
                source(0, split("part-1", TIME).setIdle(true)).setIdle(true).setDrivenByIdleClock(true);
        List<WaitExplanation> waits = explain(List.of(), source, windows(source));
        assertThat(waits.get(0).getSentence())
                .isEqualTo(
                        "readings is at 2026-01-05T12:03:55Z: source readings subtask 1 is driven by idle clock: no split"
                                + " of it has records, and its event time follows the wall clock instead.");
        assertThat(waits.get(1).getSentence()).startsWith("window-sum is at").contains("is driven by idle clock");
    }

    @Test
    void timestampsAllAtOnePointAreSaidToBe() {
        WaitExplanation wait = windowsBehind(
                flowing("part-3", TIME).setOldestTimestamp(TIME + 5_000).setNewestRoseAtMs(NOW - 290_000));
        assertThat(wait.getCause()).isEqualTo("ONE_TIMESTAMP");
        assertThat(wait.getSentence())
                .endsWith("source readings subtask 2, split part-3, has had 1,200 records, all with the timestamp"
                        + " 2026-01-05T12:04:00Z, and event time does not pass the newest one; see what the timestamp"
                        + " assigner returns.");
    }

    @Test
    void timestampsAllAtOnePointAreToldBeforeTwoSecondsAreOver() {
        assertThat(windowsBehind(flowing("part-3", TIME).setOldestTimestamp(TIME + 5_000))
                        .getCause())
                .isEqualTo("ONE_TIMESTAMP");
    }

    @Test
    void timestampsThatHaveStoppedRisingAreSaidToHave() {
        WaitExplanation wait = windowsBehind(flowing("part-3", TIME).setNewestRoseAtMs(NOW - 45_000));
        assertThat(wait.getCause()).isEqualTo("ONE_TIMESTAMP");
        assertThat(wait.getSentence()).contains("has records, but none newer than 2026-01-05T12:04:00Z for 45 s");
    }

    @Test
    void aTimestampFarAheadOfTheClockIsNamed() {
        long year2200 = ms("2200-01-01T00:00:00Z");
        OperatorWatermark.Builder source =
                source(0, flowing("part-3", year2200 - 5_000).setNewestTimestamp(year2200));
        WaitExplanation wait = explain(List.of(), source, windows(source)).get(1);
        assertThat(wait.getCause()).isEqualTo("FAR_AHEAD");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits at 2199-12-31T23:59:55Z: source readings subtask 1, split part-3, had a record"
                                + " with the timestamp 2200-01-01T00:00:00Z, 174 years ahead of the clock, and event time went"
                                + " there, so that what comes now is late; see whether its timestamps are milliseconds;"
                                + " pipeline.max-future-skew keeps such records away from event time.");
    }

    @Test
    void eventTimeThatRisesFarFromTheClockIsNotFarAhead() {
        long year2200 = ms("2200-01-01T00:00:00Z");
        OperatorWatermark.Builder source = source(
                0,
                flowing("part-3", year2200 - 5_000)
                        .setAdvancedAtMs(NOW - 150)
                        .setNewestTimestamp(year2200)
                        .setLatestTimestamp(year2200));
        assertThat(explain(List.of(), source).get(0).getCause()).isEqualTo("FOLLOWS");
    }

    @Test
    void recordsThatAreFarFromTheClockTooMakeEventTimeSilentAndNotFarAhead() {
        long year2200 = ms("2200-01-01T00:00:00Z");
        OperatorWatermark.Builder source = source(
                0,
                split("part-3", year2200 - 5_000).setNewestTimestamp(year2200).setLatestTimestamp(year2200));
        assertThat(explain(List.of(), source).get(0).getCause()).isEqualTo("SPLIT_SILENT");
    }

    @Test
    void aRecordFarAheadThatEventTimeDidNotFollowIsNotWhatItWaitsFor() {
        WaitExplanation wait = windowsBehind(split("part-3", TIME).setNewestTimestamp(ms("2200-01-01T00:00:00Z")));
        assertThat(wait.getCause()).isEqualTo("SPLIT_SILENT");
    }

    @Test
    void aWatermarkFarAheadOfTheClockIsNamedAlsoWhenNoRecordHasComeSinceARestart() {
        long year2200 = ms("2200-01-01T00:00:00Z");
        OperatorWatermark.Builder source = source(0, restored("part-3", year2200));
        assertThat(explain(List.of(), source).get(0).getCause()).isEqualTo("FAR_AHEAD");
    }

    @Test
    void aTimestampFarAheadOfTheOtherRecordsIsNamedAlsoWhenTheClockHasPassedIt() {
        WaitExplanation wait = windowsBehind(flowing("part-3", TIME).setLatestTimestamp(TIME - 3 * 3_600_000));
        assertThat(wait.getCause()).isEqualTo("FAR_AHEAD");
        assertThat(wait.getSentence()).contains("2026-01-05T12:04:00Z, 3 h ahead of the record that came last");
    }

    @Test
    void anIntervalThatIsTooLongIsNamedWithItsOption() {
        WaitExplanation wait = windowsBehind(
                source(1, split("part-3", NONE).setRecordsSinceAsked(1_200)).setWatermarkIntervalMs(3_600_000));
        assertThat(wait.getCause()).isEqualTo("INTERVAL_TOO_LONG");
        assertThat(wait.getSentence())
                .endsWith(
                        "source readings subtask 2, split part-3, has had 1,200 records up to 2026-01-05T12:04:00Z that"
                                + " its generator was not asked about: pipeline.auto-watermark-interval is 60 min; make it"
                                + " shorter.");
        assertThat(windowsBehind(source(1, split("part-3", NONE).setRecordsSinceAsked(1_200))
                                .setWatermarkIntervalMs(3_600_000)
                                .setOwnWatermarkInterval(true))
                        .getSentence())
                .endsWith("was not asked about: the interval of its strategy is 60 min; make it shorter.");
        assertThat(windowsBehind(source(1, split("part-3", NONE).setRecordsSinceAsked(1_200))
                                .setWatermarkIntervalMs(0))
                        .getSentence())
                .endsWith("pipeline.auto-watermark-interval is 0 ms, which is never; set it to 200 ms.");
    }

    @Test
    void anIntervalOfEventTimeThatHoldsAWatermarkBackIsNamed() {
        WaitExplanation wait = windowsBehind(flowing("part-3", TIME - 3_000_000)
                .setHeldBackWatermark(TIME)
                .setEventTimeIntervalMs(3_600_000)
                .setEmitsAtRecords(true));
        assertThat(wait.getCause()).isEqualTo("INTERVAL_TOO_LONG");
        assertThat(wait.getSentence())
                .endsWith("source readings subtask 2, split part-3, could be at 2026-01-05T12:03:55Z, but its generator"
                        + " emits only when event time has gone on by more than 60 min; make that interval shorter.");
    }

    @Test
    void recordsWithoutTimestampsAreSaidToHaveNone() {
        WaitExplanation wait = windowsBehind(flowing("part-3", NONE)
                .setRecordsWithoutTimestamp(1_200)
                .setOldestTimestamp(Long.MAX_VALUE)
                .setNewestTimestamp(NONE)
                .setLatestTimestamp(NONE));
        assertThat(wait.getCause()).isEqualTo("NULL_TIMESTAMPS");
        assertThat(wait.getSentence())
                .endsWith(
                        "source readings subtask 2, split part-3, has had 1,200 records, none of them with a timestamp;"
                                + " give the strategy a timestamp assigner, or see why the event-time column is NULL.");
        assertThat(windowsBehind(flowing("part-3", TIME)
                                .setRecordsWithoutTimestamp(700)
                                .setLatestTimestamp(NONE))
                        .getSentence())
                .contains("has had 1,200 records, 700 without a timestamp");
    }

    @Test
    void aGeneratorThatNeverEmitsIsSaidNotTo() {
        WaitExplanation wait = windowsBehind(flowing("part-3", NONE));
        assertThat(wait.getCause()).isEqualTo("GENERATOR_NEVER_EMITS");
        assertThat(wait.getSentence())
                .endsWith(
                        "source readings subtask 2, split part-3, has had 1,200 records up to 2026-01-05T12:04:00Z, but"
                                + " its generator has never emitted a watermark; noWatermarks() emits none before the end of the"
                                + " input, so choose another strategy, or see what the generator waits for.");
    }

    @Test
    void aGeneratorThatHasStoppedEmittingIsToldFromOneThatNeverDid() {
        WaitExplanation wait = windowsBehind(flowing("part-3", TIME));
        assertThat(wait.getCause()).isEqualTo("GENERATOR_STANDS");
        assertThat(wait.getSentence())
                .contains("has records up to 2026-01-05T12:04:00Z, but its generator has emitted nothing above"
                        + " 2026-01-05T12:03:55Z for 45 s");
    }

    @Test
    void aSplitThatGoesOnIsOnlyTheSlowest() {
        OperatorWatermark.Builder source =
                source(0, flowing("part-1", TIME).setAdvancedAtMs(NOW - 150)).setAdvancedAtMs(NOW - 150);
        WaitExplanation wait = explain(List.of(), source, windows(source).setAdvancedAtMs(NOW - 150))
                .get(1);
        assertThat(wait.getCause()).isEqualTo("FOLLOWS");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum is at 2026-01-05T12:03:55Z: source readings subtask 1, split part-1, is the slowest"
                                + " and goes on, at 2026-01-05T12:03:55Z.");
    }

    // ------------------------------------------------------------------------------------ who is explained

    @Test
    void trW16_aSubtaskThatHasNeverReportedIsNamedAndNoBareExtremeIsShown() {
        OperatorWatermark.Builder[] sources = new OperatorWatermark.Builder[4];
        for (int i = 0; i < 3; i++) {
            sources[i] = source(i, flowing("part-" + i, TIME));
        }
        sources[3] = source(3, split("part-3", NONE).setRecords(0).setLastRecordAtMs(0));
        List<WaitExplanation> waits =
                explain(List.of(), sources[0], sources[1], sources[2], sources[3], windows(sources));
        assertThat(waits.get(0).getSentence())
                .startsWith(
                        "readings (subtask 4 of 4, the slowest) waits for its first watermark: source readings subtask"
                                + " 4, split part-3, has had no record since it began");
        assertThat(waits.get(1).getSentence()).contains("source readings subtask 4, split part-3,");
        assertThat(waits)
                .allSatisfy(wait -> assertThat(wait.getSentence())
                        .doesNotContain("-9223372036854775808")
                        .doesNotContain("NaN"));
    }

    @Test
    void theSlowestSubtaskIsExplainedAndIdleOnesDoNotCount() {
        OperatorWatermark.Builder source = source(0, split("part-1", TIME));
        OperatorWatermark.Builder ahead = windows(source).setWatermark(TIME + 9_000);
        OperatorWatermark.Builder slowest = windows(source).setSubtask(1);
        OperatorWatermark.Builder idle =
                windows(source).setSubtask(2).setWatermark(TIME - 9_000).setIdle(true);
        assertThat(explain(List.of(), source, ahead, slowest, idle).get(1).getSentence())
                .startsWith("window-sum (subtask 2 of 3, the slowest) waits at 2026-01-05T12:03:55Z: ");
    }

    @Test
    void idleSplitsAndFinishedOnesHoldNothingBack() {
        OperatorWatermark.Builder source = source(
                0,
                split("slow", TIME),
                split("idle", NONE).setIdle(true),
                split("done", NONE).setFinished(true));
        assertThat(explain(List.of(), source).get(0).getSplit()).isEqualTo("slow");
    }

    @Test
    void inputsThatAreAllIdleAreSaidToBe() {
        OperatorWatermark.Builder windows = operator(WINDOWS, "window-sum", 0, TIME)
                .setIdle(true)
                .addChannels(channel(0, TIME).setIdle(true))
                .addChannels(channel(1, TIME).setEnded(true));
        WaitExplanation wait = explain(List.of(), windows).get(0);
        assertThat(wait.getCause()).isEqualTo("ALL_IDLE");
        assertThat(wait.getSentence())
                .isEqualTo(
                        "window-sum waits at 2026-01-05T12:03:55Z: all its inputs are idle or have ended, and event time"
                                + " goes on with the next record of one.");
    }

    @Test
    void anOperatorAtTheEndNeedsNoExplanation() {
        assertThat(explain(List.of(), windows(source(0, split("part-1", TIME))).setWatermark(Long.MAX_VALUE)))
                .isEmpty();
    }

    @Test
    void operatorsThatShareATaskAreExplainedOnceUnlessTheyHaveSomethingOpen() {
        OperatorWatermark.Builder source = source(0, split("part-1", TIME));
        OperatorWatermark.Builder chained =
                operator(6, "map", 0, TIME).setVertex(WINDOWS).addChainedFrom(WINDOWS);
        assertThat(explain(List.of(), source, windows(source), chained)).hasSize(2);
        WaitExplanation open = explain(List.of(), source, windows(source), chained.setNextDue(TIME + 1))
                .get(2);
        assertThat(open.getSentence()).startsWith("map waits at").contains("split part-1");
    }

    @Test
    void declaredWatermarksAreNoEventTime() {
        assertThat(explain(List.of(), windows(source(0, split("part-1", TIME))).setIdentifier("rate")))
                .isEmpty();
    }

    @Test
    void aTaskThatDidNotAnswerIsNamedWhereTheWayEnds() {
        OperatorWatermark.Builder windows = windows(source(0, split("part-1", TIME)));
        SilentTask silent = SilentTask.newBuilder()
                .setVertex(SOURCE)
                .setName("readings")
                .setWaitedMs(2_000)
                .build();
        assertThat(explain(List.of(silent), windows).get(0).getCause()).isEqualTo("IN_ONE_CALL");
        assertThat(explain(List.of(), windows).get(0).getSentence())
                .endsWith("readings subtask 1 is at 2026-01-05T12:03:55Z, and its worker has not answered.");
    }

    // ------------------------------------------------------------------------------------ origins

    @Test
    void everyChannelIsToldWithTheSourceSubtaskAndSplitBehindIt() {
        OperatorWatermark.Builder source = source(0, split("part-1", TIME));
        OperatorWatermark.Builder map = operator(3, "map", 0, TIME)
                .addOutEdges(91)
                .addChannels(channel(0, TIME))
                .setHeldBackBy(0);
        OperatorWatermark.Builder windows = operator(WINDOWS, "window-sum", 0, TIME)
                .addChannels(channel(0, TIME).setEdge(91).setProducerVertex(3));
        List<OperatorWatermark> told =
                WatermarkExplainer.withOrigins(List.of(source.build(), map.build(), windows.build()), List.of());
        assertThat(told.get(1).getChannels(0).getOrigin()).isEqualTo("readings subtask 1, split part-1");
        assertThat(told.get(2).getChannels(0).getOrigin()).isEqualTo("readings subtask 1, split part-1");
    }

    @Test
    void timesBeyondTheCalendarAreBareNumbers() {
        assertThat(EventTimes.text(Long.MAX_VALUE - 1)).isEqualTo("9223372036854775806");
        assertThat(EventTimes.text(-1)).isEqualTo("1969-12-31T23:59:59.999Z");
    }
}
