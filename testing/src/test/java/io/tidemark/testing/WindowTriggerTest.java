package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.ContinuousEventTimeTrigger;
import io.tidemark.api.window.ContinuousProcessingTimeTrigger;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.DeltaTrigger;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.GlobalWindows;
import io.tidemark.api.window.ProcessingTimeoutTrigger;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.api.window.TumblingProcessingTimeWindows;
import io.tidemark.api.window.WindowAssigner;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When windows fire: the triggers of rows N of the semantics, and the traps on early and late firings. */
class WindowTriggerTest {
    private static Duration ms(long ms) {
        return Duration.ofMillis(ms);
    }

    private static WindowStory tumbling(long sizeMs) {
        return WindowStory.of(TumblingEventTimeWindows.of(ms(sizeMs)));
    }

    private static WindowStory global() {
        return WindowStory.of(GlobalWindows.create()).process(new ListedGlobal());
    }

    @ParameterizedTest
    @EnumSource
    void n4c_withAPurgingTriggerALateFiringHoldsTheNewRecordOnly(Mode mode) {
        tumbling(10)
                .lateness(5)
                .trigger(PurgingTrigger.of(EventTimeTrigger.create()))
                .play(
                        mode,
                        "a1@5 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@6 -> [a[0,10)=a2@9] ; a3@7 -> [a[0,10)=a3@9]"
                                + " ; WM14 -> [WM(14)] ; a4@5 -> [late{a4}@5]");
    }

    @ParameterizedTest
    @EnumSource
    void n4d_trL4_aRecordLateForOneOfItsWindowsCountsInTheOthersOnlyAndIsNotLate(Mode mode) {
        String story = "a1@7 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@7 -> [] ; WM14 -> [a[5,15)=a1+a2@14 WM(14)]"
                + " ; a3@7 -> [late{a3}@7] ; WM20 -> [WM(20)]";
        WindowStory.of(SlidingEventTimeWindows.of(ms(10), ms(5))).play(mode, story);
        WindowStory.of(SlidingEventTimeWindows.of(ms(10), ms(5)))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .play(mode, story);
    }

    @Test
    void n4d_aRecordLateForOneOfItsWindowsIsNotCountedAsLate() {
        try (Piece piece = WindowStory.of(SlidingEventTimeWindows.of(ms(10), ms(5)))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .in(StreamHarness.create())) {
            piece.watermark(9);
            piece.record("a1", 7);
            assertThat(piece.operator().lateSentAside()).isZero();
            piece.watermark(14);
            piece.record("a2", 7);
            assertThat(piece.operator().lateSentAside()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void n2c_tm12_aRecordInAGapIsCountedAndOneThatIsAlsoBehindTheWatermarkGoesAside(Mode mode) {
        try (Piece piece = WindowStory.of(SlidingEventTimeWindows.of(ms(4), ms(10)))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .in(mode.harness())) {
            new Trace(piece, WindowStory.LATE)
                    .play("a1@3 -> [] ; a2@4 -> [] ; a3@9 -> [] ; WM9 -> [a[0,4)=a1@3 WM(9)] ; a4@5 -> [late{a4}@5]");
            assertThat(piece.operator().counters()).containsEntry("in-no-window", 2L);
            assertThat(piece.operator().lateSentAside()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void n2d_slidingWindowsFireByTheirEnds(Mode mode) {
        WindowStory.of(SlidingEventTimeWindows.of(ms(10), ms(4)))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .play(
                        mode,
                        "a1@9 -> [] ; WM8 -> [WM(8)] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@9 -> []"
                                + " ; WM13 -> [a[4,14)=a1+a2@13 WM(13)] ; WM17 -> [a[8,18)=a1+a2@17 WM(17)]"
                                + " ; a3@9 -> [late{a3}@9] ; WMMAX -> [WM(MAX)]");
    }

    @Test
    void n1e_aRecordWithoutTimestampIsNotTriedAgainInAnyWindowOfEventTime() {
        for (WindowStory story : List.of(
                WindowStory.of(SlidingEventTimeWindows.of(ms(10), ms(4)))
                        .trigger(new OtherTrigger<>(EventTimeTrigger.create())),
                WindowStory.of(EventTimeSessionWindows.withGap(ms(10))),
                WindowStory.of(EventTimeSessionWindows.withDynamicGap((String record) -> 10)))) {
            try (Piece piece = story.in(StreamHarness.create())) {
                assertThatThrownBy(() -> piece.record("a1"))
                        .isInstanceOfSatisfying(OperatorFailedException.class, failed -> {
                            assertThat(failed.isRestartable()).isFalse();
                            assertThat(failed.getMessage()).contains("a1").contains("timestamp");
                            assertThat(failed.hint()).contains("assignTimestampsAndWatermarks");
                        });
            }
        }
    }

    /** Puts records into windows that they are not in the time of: each into the ten milliseconds before its own. */
    private static final class WindowBefore extends WindowAssigner<Object, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
            TimeWindow own = TimeWindow.containing(timestamp, 0, 10);
            return List.of(new TimeWindow(own.getStart() - 10, own.getStart()));
        }

        @Override
        public Trigger<Object, TimeWindow> getDefaultTrigger() {
            return EventTimeTrigger.create();
        }

        @Override
        public TypeSerializer<TimeWindow> getWindowSerializer() {
            return TimeWindow.serializer();
        }

        @Override
        public boolean isEventTime() {
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void j11_onlyARecordThatIsInNoLiveWindowAndItselfBehindTheWatermarkIsLateAndOneSentAsideIsNotCountedAsDropped(
            Mode mode) {
        try (Piece piece = WindowStory.of(new WindowBefore()).in(mode.harness())) {
            new Trace(piece, WindowStory.LATE)
                    .play("a1@12 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@15 -> [] ; a3@9 -> [late{a3}@9]"
                            + " ; a4@20 -> [] ; WM19 -> [a[10,20)=a4@19 WM(19)]");
            assertThat(piece.operator().lateSentAside()).isEqualTo(1);
            assertThat(piece.operator().lateDropped()).isZero();
            assertThat(piece.operator().counters()).containsEntry("in-no-window", 1L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void n6c_tm14_aGlobalWindowNeverFiresUnlessAskedToAtTheEndOfInput(Mode mode) {
        global().play(mode, "a1@1 -> [] ; END -> [WM(MAX) END]");
        WindowStory.of(GlobalWindows.createWithEndOfStreamTrigger())
                .process(new ListedGlobal())
                .play(
                        mode,
                        "a1@1 -> [] ; b1@5 -> [] ; a2@0 -> [] ; WM1000 -> [WM(1000)]"
                                + " ; END -> [a=a1+a2@1 b=b1@5 WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void n6d_aCountTriggerReplacesTheTriggerOfTheEndAndTheRestIsDropped(Mode mode) {
        tumbling(10)
                .trigger(CountTrigger.of(2))
                .play(
                        mode,
                        "a1@1 -> [] ; a2@2 -> [a[0,10)=a1+a2@9] ; a3@3 -> [] ; WM9 -> [WM(9)] ; a4@4 -> [late{a4}@4]"
                                + " ; WM20 -> [WM(20)]");
    }

    @ParameterizedTest
    @EnumSource
    void n7_tm15_aContinuousTriggerFiresAtMultiplesOfItsIntervalAndAtTheEndIfSomethingChanged(Mode mode) {
        String begin =
                "a1@1 -> [] ; WM3 -> [WM(3)] ; WM4 -> [a[0,10)=a1@9 WM(4)] ; a2@5 -> [] ; a3@2 -> [] ; WM7 -> [WM(7)]"
                        + " ; WM8 -> [a[0,10)=a1+a2+a3@9 WM(8)]";
        WindowStory story = tumbling(10).trigger(ContinuousEventTimeTrigger.of(ms(4)));
        story.play(mode, begin + " ; WM9 -> [WM(9)] ; a4@3 -> [late{a4}@3]");
        story.play(mode, begin + " ; a4@3 -> [] ; WM9 -> [a[0,10)=a1+a2+a3+a4@9 WM(9)]");
    }

    @ParameterizedTest
    @EnumSource
    void n7b_tm15_anAdvanceOverSeveralMultiplesFiresOnce(Mode mode) {
        tumbling(20)
                .trigger(ContinuousEventTimeTrigger.of(ms(4)))
                .play(mode, "a1@1 -> [] ; WM15 -> [a[0,20)=a1@19 WM(15)] ; WM19 -> [a[0,20)=a1@19 WM(19)]");
    }

    @ParameterizedTest
    @EnumSource
    void n7c_tm15_aLateRecordWithinTheAllowedLatenessFiresAtOnceUnderAContinuousTrigger(Mode mode) {
        tumbling(10)
                .lateness(5)
                .trigger(ContinuousEventTimeTrigger.of(ms(4)))
                .play(
                        mode,
                        "a1@1 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@2 -> [a[0,10)=a1+a2@9] ; WM12 -> [WM(12)]"
                                + " ; a3@3 -> [a[0,10)=a1+a2+a3@9] ; WM14 -> [WM(14)]");
    }

    @ParameterizedTest
    @EnumSource
    void n7e_tm15_theMultiplesOfTheIntervalAreTheRightOnesBefore1970(Mode mode) {
        tumbling(10)
                .trigger(ContinuousEventTimeTrigger.of(ms(4)))
                .play(
                        mode,
                        "a1@-7 -> [] ; WM-6 -> [WM(-6)] ; WM-5 -> [WM(-5)] ; WM-4 -> [a[-10,0)=a1@-1 WM(-4)] ; a2@-9 -> []"
                                + " ; WM-1 -> [a[-10,0)=a1+a2@-1 WM(-1)]");
    }

    @ParameterizedTest
    @EnumSource
    void trT5_aTriggerOfThreeSecondsFiresAWindowOfTenAtThreeSixNineAndTen(Mode mode) {
        tumbling(10_000)
                .trigger(ContinuousEventTimeTrigger.of(Duration.ofSeconds(3)))
                .play(
                        mode,
                        "a1@100 -> [] ; WM2999 -> [WM(2999)] ; WM3000 -> [a[0,10000)=a1@9999 WM(3000)]"
                                + " ; WM6000 -> [a[0,10000)=a1@9999 WM(6000)] ; WM9000 -> [a[0,10000)=a1@9999 WM(9000)]"
                                + " ; a2@9500 -> [] ; WM9998 -> [WM(9998)] ; WM9999 -> [a[0,10000)=a1+a2@9999 WM(9999)]"
                                + " ; WM12000 -> [WM(12000)]");
    }

    @ParameterizedTest
    @EnumSource
    void tm15_aContinuousTriggerOfAGlobalWindowFiresOnceAtTheEndOfInput(Mode mode) {
        global().trigger(ContinuousEventTimeTrigger.of(ms(10)))
                .play(mode, "a1@3 -> [] ; WM10 -> [a=a1@3 WM(10)] ; a2@12 -> [] ; END -> [a=a1+a2@12 WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void trL5_whatCameAfterTheLastEarlyFiringIsFiredAtTheEndOfTheWindowAndAtItsCleanUp(Mode mode) {
        tumbling(10)
                .lateness(20)
                .trigger(ContinuousProcessingTimeTrigger.of(ms(100)))
                .play(
                        mode,
                        "PT50 -> [] ; a1@1 -> [] ; PT101 -> [a[0,10)=a1@9] ; a2@2 -> [] ; WM9 -> [a[0,10)=a1+a2@9 WM(9)]"
                                + " ; a3@3 -> [] ; PT201 -> [a[0,10)=a1+a2+a3@9] ; a4@4 -> []"
                                + " ; WM29 -> [a[0,10)=a1+a2+a3+a4@9 WM(29)] ; PT301 -> [] ; a5@4 -> [late{a5}@4]");
        tumbling(10)
                .lateness(20)
                .trigger(ContinuousProcessingTimeTrigger.of(ms(100)))
                .play(
                        mode,
                        "PT50 -> [] ; a1@1 -> [] ; PT101 -> [a[0,10)=a1@9] ; WM9 -> [WM(9)] ; WM29 -> [WM(29)] ; PT301 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void trL5_aWindowOfTheWallClockLosesNothingUnderEarlyFirings(Mode mode) {
        WindowStory.of(TumblingProcessingTimeWindows.of(ms(10)))
                .trigger(ContinuousProcessingTimeTrigger.of(ms(3)))
                .play(
                        mode,
                        "PT1 -> [] ; a1 -> [] ; PT4 -> [a[0,10)=a1@9] ; PT8 -> [a[0,10)=a1@9] ; a2 -> []"
                                + " ; PT10 -> [a[0,10)=a1+a2@9] ; PT20 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void trT6_aGlobalWindowWithAllowedLatenessIsDrainedWithoutAnError(Mode mode) {
        WindowStory.of(GlobalWindows.createWithEndOfStreamTrigger())
                .process(new ListedGlobal())
                .lateness(1_000)
                .play(mode, "a1@1 -> [] ; WM5000 -> [WM(5000)] ; a2@2 -> [] ; END -> [a=a1+a2@2 WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void n10_aDeltaTriggerFiresAtARecordFarFromTheOneThatFiredLast(Mode mode) {
        global().trigger(DeltaTrigger.of(
                        3, (String a, String b) -> b.charAt(1) - a.charAt(1), Types.STRING.createSerializer()))
                .play(
                        mode,
                        "a1@1 -> [] ; a3@1 -> [] ; a4@1 -> [] ; a5@1 -> [a=a1+a3+a4+a5@1] ; a6@1 -> []"
                                + " ; a9@1 -> [a=a1+a3+a4+a5+a6+a9@1]");
    }

    @ParameterizedTest
    @EnumSource
    void n11_aTimeOutRunsFromTheFirstRecordAndStartsTheCountAnew(Mode mode) {
        global().trigger(ProcessingTimeoutTrigger.of(CountTrigger.of(3), ms(5)))
                .play(
                        mode,
                        "PT0 -> [] ; a1@1 -> [] ; PT3 -> [] ; a2@1 -> [] ; PT5 -> [] ; PT6 -> [a=a1+a2@1] ; PT8 -> []"
                                + " ; a3@1 -> [] ; a4@1 -> [] ; PT20 -> [a=a1+a2+a3+a4@1] ; a5@1 -> [] ; a6@1 -> []"
                                + " ; a7@1 -> [a=a1+a2+a3+a4+a5+a6+a7@1] ; PT100 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void n11_aTimeOutCanRunFromTheLatestRecord(Mode mode) {
        global().trigger(ProcessingTimeoutTrigger.of(PurgingTrigger.of(CountTrigger.of(3)), ms(5), true, false))
                .play(
                        mode,
                        "PT0 -> [] ; a1@1 -> [] ; PT3 -> [] ; a2@1 -> [] ; PT8 -> [] ; PT9 -> [a=a1+a2@1]"
                                + " ; a3@1 -> [a=a1+a2+a3@1] ; PT100 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void n11_aTimeOutThatClearsTheEndOfAWindowDoesNotKeepItFromBeingCleanedUp(Mode mode) {
        tumbling(10)
                .trigger(ProcessingTimeoutTrigger.of(EventTimeTrigger.create(), ms(5)))
                .play(mode, "PT0 -> [] ; a1@1 -> [] ; PT6 -> [a[0,10)=a1@9] ; WM9 -> [WM(9)] ; a2@2 -> [late{a2}@2]");
        tumbling(10)
                .trigger(ProcessingTimeoutTrigger.of(EventTimeTrigger.create(), ms(5)))
                .play(
                        mode,
                        "PT0 -> [] ; a1@1 -> [] ; PT6 -> [a[0,10)=a1@9] ; a2@2 -> [] ; WM9 -> [a[0,10)=a1+a2@9 WM(9)]"
                                + " ; PT100 -> []");
    }

    /** A trigger as a user writes one: fires at a record that differs in its digit from the one before. */
    private static final class ChangeTrigger extends Trigger<String, TimeWindow> {
        private static final long serialVersionUID = 1L;
        private final ValueStateDescriptor<String> last = new ValueStateDescriptor<>("last", Types.STRING);

        @Override
        public TriggerResult onElement(String element, long timestamp, TimeWindow window, TriggerContext context)
                throws Exception {
            ValueState<String> before = context.getPartitionedState(last);
            boolean isOther = before.value() != null && !before.value().equals(element);
            before.update(element);
            return isOther ? TriggerResult.FIRE : TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext context) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext context) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public void clear(TimeWindow window, TriggerContext context) throws Exception {
            context.getPartitionedState(last).clear();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTriggerOfTheUserKeepsStateByKeyAndWindow(Mode mode) {
        tumbling(10)
                .trigger(new ChangeTrigger())
                .play(
                        mode,
                        "a1@1 -> [] ; b2@1 -> [] ; a1@12 -> [] ; a1@2 -> [] ; a2@3 -> [a[0,10)=a1+a1+a2@9]"
                                + " ; a2@13 -> [a[10,20)=a1+a2@19]");
    }

    @Test
    void aCountOfZeroIsRefused() {
        assertThatThrownBy(() -> CountTrigger.of(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
