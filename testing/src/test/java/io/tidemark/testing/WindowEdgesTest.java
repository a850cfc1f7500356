package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.ContinuousEventTimeTrigger;
import io.tidemark.api.window.ContinuousProcessingTimeTrigger;
import io.tidemark.api.window.CumulatingEventTimeWindows;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.GlobalWindows;
import io.tidemark.api.window.ProcessingTimeTrigger;
import io.tidemark.api.window.ProcessingTimeoutTrigger;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.api.window.TumblingProcessingTimeWindows;
import io.tidemark.api.window.WindowAssigner;
import io.tidemark.network.channel.ControlElement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows where several of their rules meet: at the end of time, over restores, when timers of two triggers are one. */
class WindowEdgesTest {
    private static final Duration TEN = Duration.ofMillis(10);

    private static WindowSpec joined(WindowAssigner<Object, TimeWindow> assigner, Trigger<Object, TimeWindow> trigger) {
        return new WindowSpec(
                assigner,
                trigger,
                null,
                new JoinedRecords(),
                new JoinedWindow(),
                Types.LIST(Types.STRING).createSerializer(),
                0,
                WindowStory.LATE);
    }

    private static OperatorHarness.Builder builder(WindowSpec spec) {
        return OperatorHarness.of(spec)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .sideOutputs(WindowStory.LATE);
    }

    /** @return the values that come when event time is at the last millisecond but one that there is */
    private static List<Object> atTheEndOfTime(Mode mode, WindowSpec spec) {
        try (OperatorHarness harness = mode.apply(builder(spec)).open()) {
            harness.record("a1", Long.MAX_VALUE - 1);
            harness.record("b1", Long.MAX_VALUE - 2);
            harness.watermark(Long.MAX_VALUE - 2);
            assertThat(harness.takeValues()).isEmpty();
            harness.record("a2", Long.MAX_VALUE - 1);
            harness.watermark(Long.MAX_VALUE - 1);
            List<Object> fired = harness.takeValues();
            harness.record("a3", Long.MAX_VALUE - 1);
            assertThat(harness.take(WindowStory.LATE)).hasSize(1);
            harness.end();
            assertThat(harness.takeValues()).isEmpty();
            return fired;
        }
    }

    @ParameterizedTest
    @EnumSource
    void tm11_aWindowThatEndsWithTimeFiresOnceAlsoOverRestores(Mode mode) {
        Trigger<Object, TimeWindow> other = new OtherTrigger<>(EventTimeTrigger.create());
        TumblingEventTimeWindows tumbling = TumblingEventTimeWindows.of(TEN);
        for (WindowSpec spec : List.of(joined(tumbling, null), joined(tumbling, other))) {
            assertThat(atTheEndOfTime(mode, spec))
                    .containsExactlyInAnyOrder(
                            "a[9223372036854775800,9223372036854775807)=a1+a2",
                            "b[9223372036854775800,9223372036854775807)=b1");
        }
        SlidingEventTimeWindows sliding = SlidingEventTimeWindows.of(TEN, Duration.ofMillis(5));
        for (WindowSpec spec : List.of(joined(sliding, null), joined(sliding, other))) {
            assertThat(atTheEndOfTime(mode, spec))
                    .containsExactlyInAnyOrder(
                            "a[9223372036854775800,9223372036854775807)=a1+a2",
                            "a[9223372036854775805,9223372036854775807)=a1+a2",
                            "b[9223372036854775800,9223372036854775807)=b1",
                            "b[9223372036854775805,9223372036854775807)=b1");
        }
        CumulatingEventTimeWindows cumulating = CumulatingEventTimeWindows.of(Duration.ofMillis(40), TEN);
        for (WindowSpec spec : List.of(joined(cumulating, null), joined(cumulating, other))) {
            assertThat(atTheEndOfTime(mode, spec))
                    .containsExactlyInAnyOrder(
                            "a[9223372036854775800,9223372036854775807)=a1+a2",
                            "b[9223372036854775800,9223372036854775807)=b1");
        }
        assertThat(atTheEndOfTime(mode, joined(EventTimeSessionWindows.withGap(TEN), null)))
                .containsExactlyInAnyOrder(
                        "a[9223372036854775806,9223372036854775807)=a1+a2",
                        "b[9223372036854775805,9223372036854775807)=b1");
    }

    @ParameterizedTest
    @EnumSource
    void aWindowThatIsKeptUntilTheEndOfTimeGivesWhatCameAfterItsEndWhenTheInputEnds(Mode mode) {
        WindowStory.of(TumblingEventTimeWindows.of(TEN))
                .trigger(ContinuousProcessingTimeTrigger.of(TEN))
                .lateness(Long.MAX_VALUE - 5)
                .play(
                        mode,
                        "a1@1 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@2 -> [] ; END -> [a[0,10)=a1+a2@9 WM(MAX) END]");
    }

    @Test
    void cumulatingWindowsDropTheirStepsWhenTheLargestOfThemHasFired() {
        WindowSpec spec = joined(CumulatingEventTimeWindows.of(Duration.ofMillis(40), TEN), null);
        try (OperatorHarness harness = builder(spec).open()) {
            for (int step = 0; step < 4; step++) {
                harness.record("a" + step, step * 10L);
                harness.watermark(step * 10L + 8);
                assertThat(slices(harness)).isEqualTo(step + 1);
            }
            harness.record("a4", 45);
            harness.watermark(39);
            assertThat(slices(harness)).isEqualTo(1);
            assertThat(harness.takeValues())
                    .containsExactly("a[0,10)=a0", "a[0,20)=a0+a1", "a[0,30)=a0+a1+a2", "a[0,40)=a0+a1+a2+a3");
            harness.watermark(100);
            assertThat(slices(harness)).isZero();
        }
    }

    private static int slices(OperatorHarness harness) {
        return harness.snapshot().task().getOperators(0).getOwnList().stream()
                .filter(state -> state.getName().equals("slices"))
                .mapToInt(state -> state.getElementsCount())
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void n4c_n7c_aContinuousTriggerThatPurgesFiresWhatIsNewAlsoWithinTheAllowedLateness(Mode mode) {
        WindowStory.of(TumblingEventTimeWindows.of(TEN))
                .lateness(5)
                .trigger(PurgingTrigger.of(ContinuousEventTimeTrigger.of(Duration.ofMillis(4))))
                .play(
                        mode,
                        "a1@1 -> [] ; WM4 -> [a[0,10)=a1@9 WM(4)] ; a2@5 -> [] ; WM9 -> [a[0,10)=a2@9 WM(9)]"
                                + " ; a3@3 -> [a[0,10)=a3@9] ; WM13 -> [WM(13)] ; a4@4 -> [a[0,10)=a4@9]"
                                + " ; WM14 -> [WM(14)] ; a5@5 -> [late{a5}@5]");
    }

    @ParameterizedTest
    @EnumSource
    void n11_aTimeOutTakesNoTimerFromATriggerOfTheWallClockThatHasOneAtItsTime(Mode mode) {
        WindowStory.of(GlobalWindows.create())
                .process(new ListedGlobal())
                .trigger(ProcessingTimeoutTrigger.of(
                        ContinuousProcessingTimeTrigger.of(Duration.ofMillis(5)), Duration.ofMillis(6), true, false))
                .play(
                        mode,
                        "PT4 -> [] ; a1@1 -> [] ; PT6 -> [a=a1@1] ; PT11 -> [a=a1@1] ; a2@1 -> []"
                                + " ; PT16 -> [a=a1+a2@1] ; PT21 -> [a=a1+a2@1]");
    }

    @ParameterizedTest
    @EnumSource
    void n11_aTimeOutThatIsMovedTakesNoEndFromAWindowOfTheWallClock(Mode mode) {
        WindowStory.of(TumblingProcessingTimeWindows.of(TEN))
                .trigger(ProcessingTimeoutTrigger.of(ProcessingTimeTrigger.create(), Duration.ofMillis(5), true, false))
                .play(mode, "PT4 -> [] ; a1 -> [] ; PT5 -> [] ; a2 -> [] ; PT10 -> [a[0,10)=a1+a2@9] ; PT30 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void n11_aTimeOutThatIsMovedByEachRecordComesWhenTheLastOneIsThatOld(Mode mode) {
        WindowStory.of(GlobalWindows.create())
                .process(new ListedGlobal())
                .trigger(ProcessingTimeoutTrigger.of(
                        GlobalWindows.createWithEndOfStreamTrigger().getDefaultTrigger(),
                        Duration.ofMillis(5),
                        true,
                        false))
                .play(
                        mode,
                        "PT1 -> [] ; a1@1 -> [] ; PT3 -> [] ; a2@1 -> [] ; PT7 -> [] ; a3@1 -> [] ; PT12 -> []"
                                + " ; PT13 -> [a=a1+a2+a3@1] ; PT100 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void n5b_n5c_aLateRecordIsInTheSessionThatOthersMadeLongerAndAsideOnceThatIsGone(Mode mode) {
        WindowStory.of(EventTimeSessionWindows.withGap(TEN))
                .play(
                        mode,
                        "a1@0 -> [] ; a2@8 -> [] ; WM10 -> [WM(10)] ; a3@1 -> [] ; WM17 -> [a[0,18)=a1+a2+a3@17 WM(17)]"
                                + " ; a4@7 -> [late{a4}@7] ; a5@17 -> [] ; WM26 -> [a[17,27)=a5@26 WM(26)]");
    }

    @Test
    void n5e_sessionsThatGrowAfterARestoreInTheMiddleOfTheirFiringFireOnceAtEachEnd() {
        for (int steps = 0; steps < 24; steps++) {
            WindowSpec spec = new WindowSpec(
                    EventTimeSessionWindows.withGap(TEN),
                    null,
                    null,
                    null,
                    new ListedWindow(),
                    Types.STRING.createSerializer(),
                    30,
                    WindowStory.LATE,
                    null);
            try (OperatorHarness harness = builder(spec).takingOneAtATime().open()) {
                List<String> expected = new ArrayList<>();
                for (char key = 'a'; key < 'i'; key++) {
                    harness.record(key + "1", 0);
                    expected.add(key + "[0,10)=" + key + "1");
                    expected.add(key + "[0,22)=" + key + "1+" + key + "2+" + key + "3");
                }
                harness.enqueue(0, 0, new ControlElement.Watermark(9));
                for (int step = 0; step < steps; step++) {
                    harness.step();
                }
                harness.enqueueBarrier();
                harness.run();
                harness.restore(harness.snapshotIfTaken());
                for (char key = 'a'; key < 'i'; key++) {
                    harness.record(key + "2", 10);
                    harness.record(key + "3", 12);
                }
                harness.watermark(60);
                assertThat(harness.takeValues())
                        .as("restored after %s steps", steps)
                        .map(Object::toString)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }
}
