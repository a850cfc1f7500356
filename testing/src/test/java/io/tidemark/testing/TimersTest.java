package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.worker.chain.TimerWait;
import io.tidemark.worker.task.TaskState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timers of process functions: rows T, J and R of the semantics, and the traps on timers. */
class TimersTest {

    private static Piece piece(StreamHarness harness, Map<Long, String> onTimer, EndOfInputPolicy policy) {
        return Piece.of(
                harness,
                records -> records.keyBy(TimerScript::key, Types.STRING).process(new TimerScript(onTimer, policy)));
    }

    private static Piece piece(Map<Long, String> onTimer, EndOfInputPolicy policy) {
        return piece(StreamHarness.create(), onTimer, policy);
    }

    private static Piece piece(Map<Long, String> onTimer) {
        return piece(onTimer, EndOfInputPolicy.DROP);
    }

    /** For tests that look at single steps of the task. */
    private static OperatorHarness byTheStep(String why, EndOfInputPolicy policy) {
        return OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(new TimerScript(Map.of(), policy)))
                .keyedBy(TimerScript::key, Types.STRING)
                .takingOneAtATime()
                .withoutRestarts(why)
                .open();
    }

    /** For tests that look at single steps of the task, in a mode. */
    private static OperatorHarness byTheStepIn(Mode mode, Map<Long, String> onTimer, EndOfInputPolicy policy) {
        return mode.apply(OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(new TimerScript(onTimer, policy)))
                        .keyedBy(TimerScript::key, Types.STRING))
                .open();
    }

    private static void play(Mode mode, Map<Long, String> onTimer, String story) {
        try (Piece piece = piece(mode.harness(), onTimer, EndOfInputPolicy.DROP)) {
            Trace.play(piece, story);
        }
    }

    private static void play(Mode mode, String story) {
        play(mode, Map.of(), story);
    }

    @ParameterizedTest
    @EnumSource
    void t1_aTimerRegisteredThreeTimesFiresOnceAtTheWatermarkThatReachesItBeforeThatGoesOn(Mode mode) {
        play(
                mode,
                "a:E10,E10@1 -> [] ; a:E10@2 -> [] ; WM9 -> [WM(9)] ; WM10 -> [a!10E(wm=10)@10 WM(10)] ; WM11 -> [WM(11)]");
    }

    @ParameterizedTest
    @EnumSource
    void t2_theSameTimerOfTwoKeysFiresForBoth(Mode mode) {
        play(mode, "a:E10@1 -> [] ; b:E10@1 -> [] ; WM10 -> [a!10E(wm=10)@10 b!10E(wm=10)@10 WM(10)]");
    }

    @ParameterizedTest
    @EnumSource
    void t3_anEventTimerAndAProcessingTimerOfOneTimeAreTwo(Mode mode) {
        play(mode, "a:E10,P10@1 -> [] ; WM10 -> [a!10E(wm=10)@10 WM(10)] ; PT11 -> [a!10P(wm=10)@none]");
    }

    @ParameterizedTest
    @EnumSource
    void t4_deletingAnAbsentTimerOrOneOfTheOtherClockLeavesAllOthers(Mode mode) {
        play(mode, "a:e10,p10@1 -> [] ; a:E10,P10,e10@1 -> [] ; WM10 -> [WM(10)] ; PT11 -> [a!10P(wm=10)@none]");
    }

    @ParameterizedTest
    @EnumSource
    void t5_deletingATimerOfAnotherKeyLeavesIt(Mode mode) {
        play(mode, "a:E10@1 -> [] ; b:e10@1 -> [] ; WM10 -> [a!10E(wm=10)@10 WM(10)]");
    }

    @ParameterizedTest
    @EnumSource
    void t6_j4_aTimerBehindTheWatermarkFiresAtTheNextWatermark(Mode mode) {
        play(
                mode,
                "a:W@1 -> [wm=MIN@1] ; WM100 -> [WM(100)] ; a:E50@60 -> [] ; a:E100@60 -> [] ; WM100 -> []"
                        + " ; WM101 -> [a!50E(wm=101)@50 a!100E(wm=101)@100 WM(101)]");
    }

    @ParameterizedTest
    @EnumSource
    void t6_aTimerBehindTheLastWatermarkFiresWithTheFinalOne(Mode mode) {
        play(mode, "WM100 -> [WM(100)] ; a:E50@60 -> [] ; END -> [a!50E(wm=MAX)@50 WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void t7_inOneAdvanceTimersFireByTimeOverAllKeysThenInOrderOfRegistration(Mode mode) {
        play(
                mode,
                "c:E30,E10@1 -> [] ; a:E20,E10@1 -> [] ; b:E10,E15@1 -> [] ; WM100 -> [c!10E(wm=100)@10"
                        + " a!10E(wm=100)@10 b!10E(wm=100)@10 b!15E(wm=100)@15 a!20E(wm=100)@20 c!30E(wm=100)@30"
                        + " WM(100)]");
    }

    @ParameterizedTest
    @EnumSource
    void tm19_timersOfEqualTimeFireInOrderOfRegistration(Mode mode) {
        play(
                mode,
                "h:E10@1 -> [] ; g:E10@1 -> [] ; f:E10@1 -> [] ; e:E10@1 -> [] ; d:E10@1 -> [] ; c:E10@1 -> [] ;"
                        + " WM100 -> [h!10E(wm=100)@10 g!10E(wm=100)@10 f!10E(wm=100)@10 e!10E(wm=100)@10"
                        + " d!10E(wm=100)@10 c!10E(wm=100)@10 WM(100)]");
    }

    @ParameterizedTest
    @EnumSource
    void t8_aTimerAtTheEndOfTimeFiresWithTheFinalWatermarkOnly(Mode mode) {
        play(
                mode,
                "a:EMAX@1 -> [] ; WM9223372036854775806 -> [WM(9223372036854775806)]"
                        + " ; END -> [a!MAXE(wm=MAX)@MAX WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void t9_timersAtTheBeginningOfTimeFireAtTheFirstWatermark(Mode mode) {
        play(
                mode,
                "a:E-5,EMIN,W@-9 -> [wm=MIN@-9] ; WM-6 -> [a!MINE(wm=-6)@none WM(-6)] ; WM-5 -> [a!-5E(wm=-5)@-5 WM(-5)]");
    }

    @ParameterizedTest
    @EnumSource
    void t10_trP10_aTimerThatATimerRegistersBehindTheWatermarkFiresBeforeTheWatermarkGoesOn(Mode mode) {
        play(
                mode,
                Map.of(10L, "E5,E20"),
                "a:E10@1 -> [] ; WM20 -> [a!10E(wm=20)@10 a!5E(wm=20)@5 a!20E(wm=20)@20 WM(20)]");
    }

    @ParameterizedTest
    @EnumSource
    void t11_aTimerSeesTheNewWatermarkAndItsOutputCarriesTheTimersTime(Mode mode) {
        play(mode, "a:E10,E20@1 -> [] ; WM100 -> [a!10E(wm=100)@10 a!20E(wm=100)@20 WM(100)]");
    }

    @ParameterizedTest
    @EnumSource
    void t12_outputOfAProcessingTimerHasNoTimestamp(Mode mode) {
        play(mode, "a:P10@1 -> [] ; PT11 -> [a!10P(wm=MIN)@none]");
    }

    @ParameterizedTest
    @EnumSource
    void t13_aProcessingTimerInThePastFiresAtOnce(Mode mode) {
        play(mode, "PT100 -> [] ; a:P50@1 -> [a!50P(wm=MIN)@none] ; PT101 -> []");
    }

    @Test
    void j13_aProcessingTimerInThePastFiresBeforeTheNextRecordThatIsNotThereYet() {
        try (Piece piece = piece(Map.of())) {
            piece.processingTime(100);
            piece.record("a:P50", 1);
            piece.record("a:W", 2);
            assertThat(piece.take()).containsExactly("a!50P(wm=MIN)@none", "wm=MIN@2");
        }
    }

    @ParameterizedTest
    @EnumSource
    void t14_processingTimersFireByTimeAndOneRegisteredMeanwhileFiresInTheSamePass(Mode mode) {
        play(
                mode,
                Map.of(10L, "P15", 30L, "P100"),
                "a:P30,P10@1 -> [] ; b:P20@1 -> [] ; PT100 -> [a!10P(wm=MIN)@none a!15P(wm=MIN)@none"
                        + " b!20P(wm=MIN)@none a!30P(wm=MIN)@none] ; PT101 -> [a!100P(wm=MIN)@none]");
    }

    @ParameterizedTest
    @EnumSource
    void t15_aTimerDeletedByAnotherThatIsDueDoesNotFire(Mode mode) {
        play(mode, Map.of(10L, "e20"), "a:E10,E20@1 -> [] ; WM100 -> [a!10E(wm=100)@10 WM(100)]");
    }

    @ParameterizedTest
    @EnumSource
    void t16_tm1_aWatermarkBehindEventTimeChangesNothing(Mode mode) {
        play(
                mode,
                "WM100 -> [WM(100)] ; WM100 -> [] ; WM50 -> [] ; a:W@1 -> [wm=100@1] ; a:E70@1 -> [] ; WM60 -> []"
                        + " ; WM70 -> [] ; WM101 -> [a!70E(wm=101)@70 WM(101)]");
    }

    @ParameterizedTest
    @EnumSource
    void trP4_aProcessingTimerNeverFiresInTheMillisecondItIsSetTo(Mode mode) {
        play(mode, "a:P10@1 -> [] ; PT10 -> [] ; PT11 -> [a!10P(wm=MIN)@none]");
    }

    @ParameterizedTest
    @EnumSource
    void trP5_processingTimersOverdueAtARestoreFireAtOnceByTimeWithoutAnyInput(Mode mode) {
        try (Piece piece = piece(mode.harness(), Map.of(), EndOfInputPolicy.DROP)) {
            piece.record("b:P20,P1000", 1);
            piece.record("a:P10", 1);
            Snapshot snapshot = piece.snapshot();
            piece.restore(snapshot);
            assertThat(piece.take()).isEmpty();
            piece.processingTime(500);
            assertThat(piece.take()).containsExactly("a!10P(wm=MIN)@none", "b!20P(wm=MIN)@none");
        }
    }

    @ParameterizedTest
    @EnumSource
    void r1_tm1_aRestoreKeepsTimersOfBothClocksAndTheWatermark(Mode mode) {
        play(
                mode,
                "PT5 -> [] ; a:E10,E20,P10,P1000@1 -> [] ; b:E10@1 -> [] ; WM5 -> [WM(5)] ; RESTORE -> []"
                        + " ; a:W@1 -> [wm=5@1] ; PT500 -> [a!10P(wm=5)@none] ; PT501 -> [] ; a:E10@1 -> [] ; WM3 -> []"
                        + " ; WM10 -> [a!10E(wm=10)@10 b!10E(wm=10)@10 WM(10)] ; WM20 -> [a!20E(wm=20)@20 WM(20)]"
                        + " ; PT1001 -> [a!1000P(wm=20)@none]");
    }

    @Test
    void j1_tm17_atTheEndEventTimersFireAndPendingProcessingTimersDoNot() {
        play(Mode.RESTARTING, "a:E50,EMAX,P60000@1 -> [] ; END -> [a!50E(wm=MAX)@50 a!MAXE(wm=MAX)@MAX WM(MAX) END]");
    }

    @Test
    void j2_tm17_processingTimersThatAreDueAtTheEndFireBeforeIt() {
        try (Piece piece = piece(Map.of(50L, "P30,P40"))) {
            Trace.play(
                    piece,
                    "PT100 -> [] ; a:E50,P60000@1 -> [] ; END -> [a!50E(wm=MAX)@50 WM(MAX) a!30P(wm=MAX)@none"
                            + " a!40P(wm=MAX)@none END]");
            assertThat(piece.operator().counters()).containsEntry("timers-dropped-at-end", 1L);
        }
    }

    @Test
    void tm17_trP7_processingTimersThatAreNotDueAtTheEndNeverFireAfterItAndAreCounted() {
        try (Piece piece = piece(Map.of())) {
            Trace.play(piece, "a:P60000,P70000@1 -> [] ; END -> [WM(MAX) END] ; PT80000 -> []");
            assertThat(piece.operator().counters()).containsEntry("timers-dropped-at-end", 2L);
            piece.finish();
        }
    }

    @Test
    void trP7_withFireNowTimersThatAreNotDueFireInTheirOrderWhenTheInputEnds() {
        try (Piece piece = piece(Map.of(), EndOfInputPolicy.FIRE_NOW)) {
            Trace.play(
                    piece,
                    "PT100 -> [] ; a:P70000,P60000@1 -> [] ; b:P65000,sx=61000@1 -> []"
                            + " ; END -> [WM(MAX) a!60000P(wm=MAX)@none b!x:61000P(wm=MAX)@none b!65000P(wm=MAX)@none"
                            + " a!70000P(wm=MAX)@none END]");
            assertThat(piece.operator().counters()).doesNotContainKey("timers-dropped-at-end");
        }
    }

    @Test
    void trP7_withFireNowATimerThatSetsItselfAgainDoesNotGoOnForEver() {
        try (Piece piece = piece(Map.of(60000L, "P70000,P50", 50L, "E9"), EndOfInputPolicy.FIRE_NOW)) {
            Trace.play(
                    piece,
                    "PT100 -> [] ; a:P60000@1 -> [] ; END -> [WM(MAX) a!60000P(wm=MAX)@none a!50P(wm=MAX)@none"
                            + " a!9E(wm=MAX)@9 END]");
            assertThat(piece.operator().counters()).containsEntry("timers-dropped-at-end", 1L);
        }
    }

    @Test
    void trP7_withFireNowARestoreInTheMiddleOfTheEndDropsWhatWouldHaveBeenDroppedWithoutIt() {
        int timers = 30;
        try (OperatorHarness harness = byTheStepIn(Mode.SLICED, Map.of(60000L, "P90000"), EndOfInputPolicy.FIRE_NOW)) {
            for (int i = 0; i < timers; i++) {
                harness.record("k" + i + ":P60000", 1);
            }
            harness.enqueue(0, 0, new ControlElement.Watermark(Long.MAX_VALUE));
            harness.enqueue(0, 0, new ControlElement.End());
            List<Object> fired = new ArrayList<>();
            while (fired.size() < 3) {
                harness.step();
                fired.addAll(harness.take());
            }
            harness.enqueueBarrier();
            while (harness.snapshotIfTaken() == null) {
                harness.step();
                fired.addAll(harness.take());
            }
            HarnessSnapshot snapshot = harness.snapshotIfTaken();
            assertThat(fired).hasSizeLessThan(timers);
            // By now those that are left are due, and so would fire before it is said that all do.
            harness.setClock(70_000);
            harness.restore(snapshot);
            fired.addAll(harness.take());
            // What came out behind the barrier comes again.
            assertThat(new HashSet<>(fired))
                    .filteredOn(one -> one.toString().contains("!60000P"))
                    .hasSize(timers);
            assertThat(fired).noneMatch(one -> one.toString().contains("!90000P"));
            assertThat(harness.facts().counters()).containsEntry("timers-dropped-at-end", (long) timers);
        }
    }

    /** Sets a timer with a name and one without, and changes its mind on what becomes of them. */
    private static final class Undecided extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient int asked;

        @Override
        public void processElement(String value, Context ctx, Collector<String> out) {
            ctx.timerService().registerProcessingTimeTimer(1_000);
            ctx.timerService().setProcessingTimeTimer("named", 2_000);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
            out.collect(timestamp + " asked " + asked);
        }

        @Override
        public EndOfInputPolicy endOfInputPolicy() {
            return asked++ == 0 ? EndOfInputPolicy.FIRE_NOW : EndOfInputPolicy.DROP;
        }
    }

    @Test
    void trP7_aFunctionIsAskedOnceWhatBecomesOfAllItsTimers() {
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(new Undecided()))
                .keyedBy(record -> "k", Types.STRING)
                .open()) {
            harness.record("a", 1);
            harness.end();
            assertThat(harness.take()).containsExactly("WM(MAX)", "1000 asked 1@none", "2000 asked 1@none", "END");
        }
    }

    @Test
    void trP7_aTaskThatWaitsForItsTimersAtTheEndTellsHowManyAndForWhen() {
        try (OperatorHarness harness = byTheStepIn(Mode.PLAIN, Map.of(), EndOfInputPolicy.WAIT)) {
            harness.record("a:P200,P300", 1);
            harness.record("b:P250", 1);
            assertThat(harness.facts().timerWait()).isNull();
            harness.end();
            assertThat(harness.facts().timerWait()).isEqualTo(new TimerWait(3, 200));
            harness.restore(harness.snapshot());
            harness.processingTime(201);
            assertThat(harness.facts().timerWait()).isEqualTo(new TimerWait(2, 250));
        }
    }

    @Test
    void trP7_withWaitTheEndComesWhenTheLastTimerHasFiredAtItsTime() {
        try (Piece piece = piece(Map.of(200L, "P300"), EndOfInputPolicy.WAIT)) {
            Trace.play(
                    piece,
                    "PT100 -> [] ; a:P200@1 -> [] ; END -> [WM(MAX)] ; PT200 -> [] ; PT201 -> [a!200P(wm=MAX)@none]"
                            + " ; RESTORE -> [] ; PT301 -> [a!300P(wm=MAX)@none END]");
            assertThat(piece.operator().counters()).doesNotContainKey("timers-dropped-at-end");
        }
    }

    @Test
    void trP7_aTaskThatWaitsForItsTimersAtTheEndRests() {
        try (OperatorHarness harness = byTheStep("it looks at a single step", EndOfInputPolicy.WAIT)) {
            harness.record("a:P200", 1);
            harness.end();
            assertThat(harness.step()).isFalse();
            assertThat(harness.state()).isEqualTo(TaskState.RUNNING);
        }
    }

    @ParameterizedTest
    @EnumSource
    void trP8_settingANamedTimerAgainMovesItAndClearingItRemovesIt(Mode mode) {
        play(
                mode,
                "a:Sx=10,Sy=12@1 -> [] ; b:Sx=11@1 -> [] ; a:Sx=20@2 -> [] ; WM12 -> [b!x:11E(wm=12)@11"
                        + " a!y:12E(wm=12)@12 WM(12)] ; a:Sx=15@13 -> [] ; WM20 -> [a!x:15E(wm=20)@15 WM(20)]"
                        + " ; a:Sz=30,Cz,Cw@21 -> [] ; WM40 -> [WM(40)]");
    }

    @ParameterizedTest
    @EnumSource
    void trP8_namedTimersOfTheTwoClocksAndTimersWithoutANameAreApart(Mode mode) {
        play(
                mode,
                "a:Sx=10,sx=10,E10,P10@1 -> [] ; a:Cx,e10@2 -> [] ; WM10 -> [WM(10)]"
                        + " ; PT11 -> [a!x:10P(wm=10)@none a!10P(wm=10)@none] ; a:sx=20,cx@3 -> [] ; PT30 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void trP8_aNamedTimerMaySetItselfAgainWhenItFires(Mode mode) {
        play(
                mode,
                Map.of(10L, "Sx=20,Sy=20"),
                "a:Sx=10@1 -> [] ; WM10 -> [a!x:10E(wm=10)@10 WM(10)]"
                        + " ; WM20 -> [a!x:20E(wm=20)@20 a!y:20E(wm=20)@20 WM(20)]");
    }

    @ParameterizedTest
    @EnumSource
    void tm19_namedTimersAndOthersOfEqualTimeFireInOrderOfRegistration(Mode mode) {
        play(
                mode,
                "a:Sx=10@1 -> [] ; b:E10@1 -> [] ; c:Sx=10@1 -> [] ; a:E10@1 -> [] ; WM10 -> [a!x:10E(wm=10)@10"
                        + " b!10E(wm=10)@10 c!x:10E(wm=10)@10 a!10E(wm=10)@10 WM(10)]");
    }

    @Test
    void trP3_processingTimersOverdueAtARestoreFireInOrderOfTimeAndInSlices() {
        int timers = 1000;
        try (Piece piece = piece(
                StreamHarness.create().withoutRestarts("a thousand of them would take long"),
                Map.of(),
                EndOfInputPolicy.DROP)) {
            for (int i = 0; i < timers; i++) {
                piece.record("k" + i + ":P" + (2000 - i), 1);
            }
            Snapshot snapshot = piece.snapshot();
            piece.processingTime(10_000);
            piece.restore(snapshot);
            List<String> expected = new ArrayList<>();
            for (int i = timers - 1; i >= 0; i--) {
                expected.add("k" + i + "!" + (2000 - i) + "P(wm=MIN)@none");
            }
            assertThat(piece.take()).isEqualTo(expected);
        }
    }

    @Test
    void trP2_aBurstOfTimersStopsAfterEachSliceSoThatABarrierAndACancelGetThrough() {
        int timers = 500;
        try (OperatorHarness harness = byTheStep("it counts steps", EndOfInputPolicy.DROP)) {
            for (int i = 0; i < timers; i++) {
                harness.record("k" + i + ":E10", 1);
            }
            harness.enqueue(0, 0, new ControlElement.Watermark(10));
            int steps = 0;
            int fired = 0;
            while (fired < timers) {
                harness.step();
                int now = harness.take().size();
                assertThat(now).isLessThanOrEqualTo(2);
                fired += now;
                steps++;
            }
            assertThat(steps).isGreaterThanOrEqualTo(timers / 2);
        }
    }

    @Test
    void trP2_aBarrierIsServedBetweenTwoSlicesOfTimersOfTheWallClockThatAreOverdue() {
        int timers = 100;
        try (OperatorHarness harness = byTheStep("it looks at single steps", EndOfInputPolicy.DROP)) {
            for (int i = 0; i < timers; i++) {
                harness.record("k" + i + ":P5", 1);
            }
            harness.setClock(10_000);
            harness.step();
            List<String> fired = new ArrayList<>(harness.take());
            assertThat(fired).hasSize(1);

            harness.enqueueBarrier();
            harness.step();
            assertThat(harness.snapshotIfTaken()).isNotNull();
            fired.addAll(harness.take());
            assertThat(fired).as("before the barrier").hasSizeLessThan(timers / 2);

            harness.restore(harness.snapshotIfTaken());
            fired.addAll(harness.take());
            assertThat(fired).hasSize(timers).doesNotHaveDuplicates();
        }
    }

    @Test
    void j12_timersOnAStreamThatIsNotKeyedAreRefused() {
        try (Piece piece = Piece.of(StreamHarness.create(), records -> records.process(new SetsATimer()))) {
            assertThatThrownBy(() -> piece.record("a", 1))
                    .isInstanceOf(OperatorFailedException.class)
                    .hasMessageContaining("Setting timers is only supported on a keyed stream");
        }
    }

    private static final class SetsATimer extends ProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, Context ctx, Collector<String> out) {
            ctx.timerService().registerEventTimeTimer(1);
        }
    }

    @Test
    void trP1_aBarrierInTheMiddleOfAFiringIsServedAndARestoreCompletesTheFiring() {
        int timers = 1000;
        try (OperatorHarness harness = byTheStep("the restart is in the middle of the firing", EndOfInputPolicy.DROP)) {
            for (int i = 0; i < timers; i++) {
                harness.record("k" + i + ":E10", 1);
            }
            harness.enqueue(0, 0, new ControlElement.Watermark(10));
            harness.enqueueBarrier();
            while (harness.snapshotIfTaken() == null) {
                harness.step();
            }
            assertThat(harness.state()).isEqualTo(TaskState.RUNNING);
            assertThat(harness.facts().watermark()).isEqualTo(10);

            harness.restore(harness.snapshotIfTaken());

            List<String> expected = new ArrayList<>();
            for (int i = 0; i < timers; i++) {
                expected.add("k" + i + "!10E(wm=10)@10");
            }
            expected.add("WM(10)");
            assertThat(harness.take()).isEqualTo(expected);
        }
    }

    @Test
    void trP9_nothingIsTakenWhileAFiringHasNoRoomAndTheWatermarkGoesOnAfterIt() {
        try (Piece piece = piece(Map.of())) {
            piece.record("a:E10,E20", 1);
            piece.output().blockAfter(0);
            piece.watermark(30);
            piece.record("a:W", 40);
            assertThat(piece.take()).isEmpty();

            piece.output().unblock();
            assertThat(piece.take()).containsExactly("a!10E(wm=30)@10", "a!20E(wm=30)@20", "WM(30)", "wm=30@40");
        }
    }
}
