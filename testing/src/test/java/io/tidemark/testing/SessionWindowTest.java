package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.ContinuousEventTimeTrigger;
import io.tidemark.api.window.ContinuousProcessingTimeTrigger;
import io.tidemark.api.window.CountEvictor;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.ProcessingTimeSessionWindows;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.TimeWindow;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows that merge: rows N5 of the semantics and the traps on sessions, by both operators that there are for them. */
class SessionWindowTest {
    private static EventTimeSessionWindows gap(long ms) {
        return EventTimeSessionWindows.withGap(Duration.ofMillis(ms));
    }

    /** By the operator for sessions that fire at their end, and by the one for all windows that merge. */
    private static void playBoth(Mode mode, long latenessMs, String story) {
        WindowStory.of(gap(10)).lateness(latenessMs).play(mode, story);
        WindowStory.of(gap(10))
                .lateness(latenessMs)
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .play(mode, story);
    }

    @ParameterizedTest
    @EnumSource
    void n5_sessionsThatTouchAreOneAndFireAtTheirLastMillisecond(Mode mode) {
        playBoth(
                mode,
                0,
                "a1@0 -> [] ; a2@10 -> [] ; b1@0 -> [] ; b2@11 -> [] ; WM9 -> [b[0,10)=b1@9 WM(9)] ; WM10 -> [WM(10)]"
                        + " ; WM19 -> [a[0,20)=a1+a2@19 WM(19)] ; WM20 -> [b[11,21)=b2@20 WM(20)] ; WM30 -> [WM(30)]");
    }

    @ParameterizedTest
    @EnumSource
    void n5b_aRecordLateByItselfThatTouchesALiveSessionIsTakenAndMovesItsStartBack(Mode mode) {
        playBoth(
                mode,
                0,
                "a1@100 -> [] ; WM105 -> [WM(105)] ; a2@94 -> [] ; a3@80 -> [late{a3}@80]"
                        + " ; WM109 -> [a[94,110)=a1+a2@109 WM(109)] ; a4@95 -> [late{a4}@95]");
    }

    @ParameterizedTest
    @EnumSource
    void n5c_aLateRecordThatTouchesNoLiveSessionGoesAsideAndOneAtTheWatermarkOpensANewSession(Mode mode) {
        playBoth(
                mode,
                0,
                "a1@100 -> [] ; WM111 -> [a[100,110)=a1@109 WM(111)] ; a2@101 -> [late{a2}@101]"
                        + " ; a3@102 -> [late{a3}@102] ; a4@111 -> [] ; WM121 -> [a[111,121)=a4@120 WM(121)]");
    }

    @ParameterizedTest
    @EnumSource
    void n5d_tm13_aLateRecordThatBridgesTwoFiredSessionsFiresThemAtOnceAsOneWithContentsByArrival(Mode mode) {
        playBoth(
                mode,
                20,
                "a1@0 -> [] ; a2@15 -> [] ; WM24 -> [a[0,10)=a1@9 a[15,25)=a2@24 WM(24)] ; a3@8 -> [a[0,25)=a1+a2+a3@24]"
                        + " ; a4@9 -> [a[0,25)=a1+a2+a3+a4@24] ; WM44 -> [WM(44)] ; a5@30 -> [a[30,40)=a5@39]"
                        + " ; a6@14 -> [late{a6}@14]");
    }

    @ParameterizedTest
    @EnumSource
    void n5e_aLateRecordThatExtendsTheEndBeyondTheWatermarkFiresAtTheNewEnd(Mode mode) {
        playBoth(
                mode,
                20,
                "a1@0 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@5 -> [] ; WM13 -> [WM(13)]"
                        + " ; WM14 -> [a[0,15)=a1+a2@14 WM(14)] ; a3@6 -> [] ; WM33 -> [a[0,16)=a1+a2+a3@15 WM(33)]"
                        + " ; WM34 -> [WM(34)] ; a4@6 -> [a[0,16)=a1+a2+a3+a4@15] ; WM35 -> [WM(35)]"
                        + " ; a5@6 -> [late{a5}@6]");
    }

    @ParameterizedTest
    @EnumSource
    void n5f_tm13_aRecordThatBridgesTwoOpenSessionsMakesOneWithContentsByArrival(Mode mode) {
        playBoth(
                mode,
                0,
                "a1@0 -> [] ; a2@20 -> [] ; a3@10 -> [] ; WM29 -> [a[0,30)=a1+a2+a3@29 WM(29)] ; WM30 -> [WM(30)]");
        playBoth(
                mode,
                0,
                "a1@20 -> [] ; a2@0 -> [] ; a3@21 -> [] ; a4@1 -> [] ; a5@11 -> [] ; a6@2 -> []"
                        + " ; WM30 -> [a[0,31)=a1+a2+a3+a4+a5+a6@30 WM(30)]");
    }

    @ParameterizedTest
    @EnumSource
    void n5g_anEvictorOfASessionKeepsTheLastRecordsByArrival(Mode mode) {
        String story = "a1@0 -> [] ; a2@1 -> [] ; a3@2 -> [] ; WM30 -> [a[0,12)=a2+a3@11 WM(30)]";
        WindowStory.of(gap(10)).evictor(CountEvictor.of(2)).play(mode, story);
        WindowStory.of(gap(10))
                .evictor(CountEvictor.of(2))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .play(mode, story);
    }

    @ParameterizedTest
    @EnumSource
    void n13_theGapOfASessionCanBeTheRecordsOwn(Mode mode) {
        String story = "a9@0 -> [] ; a2@5 -> [] ; WM6 -> [WM(6)] ; WM8 -> [a[0,9)=a9+a2@8 WM(8)] ; a5@8 -> []"
                + " ; WM20 -> [a[8,13)=a5@12 WM(20)]";
        var assigner = EventTimeSessionWindows.withDynamicGap((String record) -> record.charAt(1) - '0');
        WindowStory.of(assigner).play(mode, story);
        WindowStory.of(assigner)
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .play(mode, story);
    }

    @Test
    void n13b_aGapOfZeroFailsTheJobAndNamesTheRecord() {
        var assigner = EventTimeSessionWindows.withDynamicGap((String record) -> 0);
        try (Piece piece = WindowStory.of(assigner).in(StreamHarness.create())) {
            assertThatThrownBy(() -> piece.record("a1", 5)).hasMessageContaining("at least 1 ms");
        }
    }

    @ParameterizedTest
    @EnumSource
    void r2_tm1_aRecordThatWasLateForItsSessionIsLateAfterARestore(Mode mode) {
        playBoth(
                mode,
                0,
                "a1@0 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; RESTORE -> [] ; a2@0 -> [late{a2}@0] ; a3@1 -> []"
                        + " ; RESTORE -> [] ; WM10 -> [a[1,11)=a3@10 WM(10)]");
    }

    @ParameterizedTest
    @EnumSource
    void n12_sessionsOfSeveralKeysFireInTheOrderOfTheirEnds(Mode mode) {
        playBoth(
                mode,
                0,
                "b1@10 -> [] ; a1@20 -> [] ; c1@0 -> [] ; c2@9 -> [] ; b2@18 -> []"
                        + " ; WM100 -> [c[0,19)=c1+c2@18 b[10,28)=b1+b2@27 a[20,30)=a1@29 WM(100)]");
    }

    @ParameterizedTest
    @EnumSource
    void n7d_aContinuousTriggerFollowsASessionThatGrows(Mode mode) {
        WindowStory.of(gap(10))
                .trigger(ContinuousEventTimeTrigger.of(Duration.ofMillis(4)))
                .play(
                        mode,
                        "a1@1 -> [] ; a2@9 -> [] ; WM4 -> [a[1,19)=a1+a2@18 WM(4)] ; WM8 -> [a[1,19)=a1+a2@18 WM(8)]"
                                + " ; WM12 -> [a[1,19)=a1+a2@18 WM(12)] ; WM18 -> [a[1,19)=a1+a2@18 WM(18)]"
                                + " ; WM20 -> [WM(20)]");
    }

    @ParameterizedTest
    @EnumSource
    void trT3_theStateAndTheTimerOfAProcessingTimeTriggerMoveToTheMergedSession(Mode mode) {
        WindowStory.of(gap(10))
                .trigger(ContinuousProcessingTimeTrigger.of(Duration.ofMillis(100)))
                .play(
                        mode,
                        "PT30 -> [] ; a1@0 -> [] ; PT150 -> [a[0,10)=a1@9] ; a2@20 -> [] ; a3@10 -> []"
                                + " ; PT250 -> [a[0,30)=a1+a2+a3@29] ; PT301 -> [a[0,30)=a1+a2+a3@29]"
                                + " ; a4@30 -> [] ; WM39 -> [a[0,40)=a1+a2+a3+a4@39 WM(39)] ; PT1000 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void trT3_aCountGoesOnOverAMerge(Mode mode) {
        WindowStory.of(gap(10))
                .trigger(CountTrigger.of(3))
                .play(
                        mode,
                        "a1@0 -> [] ; a2@20 -> [] ; a3@10 -> [a[0,30)=a1+a2+a3@29] ; a4@11 -> [] ; a5@12 -> []"
                                + " ; a6@13 -> [a[0,30)=a1+a2+a3+a4+a5+a6@29] ; WM40 -> [WM(40)]");
    }

    @ParameterizedTest
    @EnumSource
    void trT4_aPurgeEmptiesTheSessionAndALaterRecordStillBelongsToIt(Mode mode) {
        WindowStory.of(gap(10))
                .lateness(20)
                .trigger(PurgingTrigger.of(EventTimeTrigger.create()))
                .play(
                        mode,
                        "a1@0 -> [] ; a2@20 -> [] ; a3@10 -> [] ; WM29 -> [a[0,30)=a1+a2+a3@29 WM(29)]"
                                + " ; a4@5 -> [a[0,30)=a4@29] ; a5@38 -> [] ; a6@30 -> []"
                                + " ; WM47 -> [a[0,48)=a5+a6@47 WM(47)]");
    }

    @ParameterizedTest
    @EnumSource
    void n9_sessionsOfTheWallClockGoOnWhileRecordsComeWithinTheGap(Mode mode) {
        WindowStory.of(ProcessingTimeSessionWindows.withGap(Duration.ofMillis(10)))
                .play(
                        mode,
                        "PT100 -> [] ; a1 -> [] ; PT108 -> [] ; a2@3 -> [] ; PT117 -> [] ; PT118 -> [a[100,118)=a1+a2@117]"
                                + " ; a3 -> [] ; WM500 -> [WM(500)] ; PT128 -> [a[118,128)=a3@127]");
    }

    @ParameterizedTest
    @EnumSource
    void theEndOfInputFiresEverySession(Mode mode) {
        playBoth(mode, 5, "a1@5 -> [] ; b1@500 -> [] ; END -> [a[5,15)=a1@14 b[500,510)=b1@509 WM(MAX) END]");
    }

    private static final class StatefulWindow extends ProcessWindowFunction<String, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;
        private final boolean ofWindow;

        StatefulWindow(boolean ofWindow) {
            this.ofWindow = ofWindow;
        }

        @Override
        public void process(String key, Context context, Iterable<String> elements, Collector<String> out)
                throws Exception {
            ValueStateDescriptor<Integer> firings = new ValueStateDescriptor<>("firings", Types.INT);
            ValueState<Integer> state = (ofWindow ? context.windowState() : context.globalState()).getState(firings);
            state.update(state.value() == null ? 1 : state.value() + 1);
            out.collect(key + state.value());
        }
    }

    @ParameterizedTest
    @EnumSource
    void stateOfAKeyCountsOverItsSessions(Mode mode) {
        WindowStory.of(gap(10))
                .process(new StatefulWindow(false))
                .play(
                        mode,
                        "a1@0 -> [] ; WM9 -> [a1@9 WM(9)] ; a2@20 -> [] ; b1@20 -> [] ; WM29 -> [a2@29 b1@29 WM(29)]");
    }

    @Test
    void stateOfASessionIsRefusedWithTheReasonAndWhatToUseInstead() {
        try (Piece piece =
                WindowStory.of(gap(10)).process(new StatefulWindow(true)).in(StreamHarness.create())) {
            piece.record("a1", 0);
            assertThatThrownBy(() -> piece.watermark(20))
                    .hasMessageContaining("merges its windows")
                    .hasMessageContaining("globalState()");
        }
    }

    @ParameterizedTest
    @EnumSource
    void reducedSessionsThatBecomeOneAreReducedOnce(Mode mode) {
        for (WindowStory story : new WindowStory[] {
            WindowStory.of(gap(10)), WindowStory.of(gap(10)).trigger(new OtherTrigger<>(EventTimeTrigger.create()))
        }) {
            story.reduce(new Concatenation())
                    .play(mode, "a1@20 -> [] ; a2@0 -> [] ; a3@10 -> [] ; a4@29 -> [] ; WM38 -> [a1234@38 WM(38)]");
        }
    }
}
