package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.operator.LateRecord;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.worker.chain.Standstill;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tumbling event-time windows: rows N and R of the semantics, and the traps on windows and late data. */
class TumblingWindowTest {
    private static WindowStory window(long sizeMs, long offsetMs, long latenessMs) {
        return WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(sizeMs), Duration.ofMillis(offsetMs)))
                .lateness(latenessMs);
    }

    private static OperatorHarness.Builder tenByTheStep() {
        return OperatorHarness.of(new OperatorSpec.WindowSpec(
                        TumblingEventTimeWindows.of(Duration.ofMillis(10)),
                        null,
                        null,
                        null,
                        new ListedWindow(),
                        Types.STRING.createSerializer(),
                        0,
                        null))
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING);
    }

    private static void play(Mode mode, WindowStory window, String story) {
        window.play(mode, story);
    }

    @Test
    void windowsThatWaitForEventTimeAreAStandstillOnceThatIsWorthAWarning() {
        try (OperatorHarness harness = tenByTheStep()
                .withoutRestarts("a standstill begins anew with a restart")
                .open()) {
            harness.processingTime(20_000);
            assertThat(harness.standstills()).isEmpty();
            harness.watermark(2);
            harness.record("a1", 3);
            harness.processingTime(29_999);
            assertThat(harness.standstills()).isEmpty();
            harness.processingTime(30_000);
            assertThat(harness.standstills())
                    .extracting(Standstill::watermark, Standstill::sinceMs, Standstill::nextDue)
                    .containsExactly(tuple(2L, 20_000L, 9L));
            harness.watermark(9);
            harness.processingTime(60_000);
            assertThat(harness.standstills()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void n1_windowsBeginAtMultiplesOfTheirSizeAlsoBefore1970(Mode mode) {
        play(
                mode,
                window(10, 0, 0),
                "a1@-21 -> [] ; a2@-20 -> [] ; a3@-11 -> [] ; a4@-10 -> [] ; a5@-1 -> [] ; a6@0 -> [] ; a7@9 -> []"
                        + " ; a8@10 -> [] ; WM19 -> [a[-30,-20)=a1@-21 a[-20,-10)=a2+a3@-11 a[-10,0)=a4+a5@-1"
                        + " a[0,10)=a6+a7@9 a[10,20)=a8@19 WM(19)]");
    }

    @ParameterizedTest
    @EnumSource
    void n1b_trT1_offsetsOfBothSignsShiftTheWindows(Mode mode) {
        play(
                mode,
                window(10, 3, 0),
                "a1@-8 -> [] ; a2@-7 -> [] ; a3@2 -> [] ; a4@3 -> [] ; a5@12 -> [] ; WM12 -> [a[-17,-7)=a1@-8"
                        + " a[-7,3)=a2+a3@2 a[3,13)=a4+a5@12 WM(12)]");
        play(
                mode,
                window(10, -3, 0),
                "a1@-4 -> [] ; a2@-3 -> [] ; a3@6 -> [] ; a4@7 -> [] ; WM16 -> [a[-13,-3)=a1@-4 a[-3,7)=a2+a3@6"
                        + " a[7,17)=a4@16 WM(16)]");
    }

    @Test
    void tm11_windowsNearTheEndsOfTimeStopThereInsteadOfWrappingAround() {
        try (Piece piece = window(10, 0, 0).in(StreamHarness.create())) {
            piece.record("a1", Long.MIN_VALUE + 1);
            piece.record("a2", Long.MAX_VALUE - 1);
            piece.watermark(0);
            assertThat(piece.takeValues()).hasSize(1);
            piece.end();
            assertThat(piece.takeValues()).hasSize(1);
        }
    }

    @Test
    void n1e_aRecordWithoutTimestampFailsTheJobAndSaysWhatToWrite() {
        try (Piece piece = window(10, 0, 0).in(StreamHarness.create())) {
            assertThatThrownBy(() -> piece.record("a1"))
                    .isInstanceOfSatisfying(OperatorFailedException.class, failed -> {
                        assertThat(failed.isRestartable()).isFalse();
                        assertThat(failed.getMessage()).contains("a1").contains("timestamp");
                        assertThat(failed.hint()).contains("assignTimestampsAndWatermarks");
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void n3_aWindowFiresAtItsLastMillisecondWithThatTimestampBeforeTheWatermarkGoesOn(Mode mode) {
        play(
                mode,
                window(10, 0, 0),
                "a1@5 -> [] ; WM8 -> [WM(8)] ; a2@9 -> [] ; WM9 -> [a[0,10)=a1+a2@9 WM(9)] ; a3@5 -> [late{a3}@5]"
                        + " ; a4@10 -> [] ; WM10 -> [WM(10)] ; WM19 -> [a[10,20)=a4@19 WM(19)]");
    }

    @ParameterizedTest
    @EnumSource
    void n3b_aRecordAtOrBehindTheWatermarkWhoseWindowIsOpenIsNotLate(Mode mode) {
        play(
                mode,
                window(10, 0, 0),
                "a1@5 -> [] ; WM7 -> [WM(7)] ; a2@3 -> [] ; a3@7 -> [] ; WM9 -> [a[0,10)=a1+a2+a3@9 WM(9)]");
    }

    @ParameterizedTest
    @EnumSource
    void n4_withinTheAllowedLatenessEachLateRecordFiresAtOnceWithAllContents(Mode mode) {
        play(
                mode,
                window(10, 0, 5),
                "a1@5 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@6 -> [a[0,10)=a1+a2@9] ; a3@7 -> [a[0,10)=a1+a2+a3@9]"
                        + " ; WM12 -> [WM(12)] ; b1@8 -> [b[0,10)=b1@9] ; WM13 -> [WM(13)]"
                        + " ; a4@1 -> [a[0,10)=a1+a2+a3+a4@9] ; WM14 -> [WM(14)] ; a5@2 -> [late{a5}@2] ; WM20 -> [WM(20)]");
    }

    @ParameterizedTest
    @EnumSource
    void n4b_theFirstRecordOfAWindowNobodySawFiresAtOnceWithinTheAllowedLateness(Mode mode) {
        play(
                mode,
                window(10, 0, 5),
                "WM12 -> [WM(12)] ; a1@5 -> [a[0,10)=a1@9] ; a2@5 -> [a[0,10)=a1+a2@9] ; WM14 -> [WM(14)]"
                        + " ; a3@5 -> [late{a3}@5]");
    }

    @ParameterizedTest
    @EnumSource
    void n4e_anAllowedLatenessWithoutEndNeverEnds(Mode mode) {
        play(
                mode,
                window(10, 0, Long.MAX_VALUE),
                "a1@5 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@5 -> [a[0,10)=a1+a2@9] ; WM1000000 -> [WM(1000000)]"
                        + " ; a3@5 -> [a[0,10)=a1+a2+a3@9]");
    }

    @ParameterizedTest
    @EnumSource
    void n4f_aWatermarkThatJumpsOverEndAndCleanUpFiresOnce(Mode mode) {
        play(mode, window(10, 0, 5), "a1@5 -> [] ; WM100 -> [a[0,10)=a1@9 WM(100)] ; a2@5 -> [late{a2}@5]");
    }

    @ParameterizedTest
    @EnumSource
    void n12_severalWindowsInOneAdvanceFireByTheirEnd(Mode mode) {
        play(
                mode,
                window(10, 0, 0),
                "a1@25 -> [] ; a2@5 -> [] ; a3@15 -> [] ; WM30 -> [a[0,10)=a2@9 a[10,20)=a3@19 a[20,30)=a1@29 WM(30)]");
    }

    @ParameterizedTest
    @EnumSource
    void r2_tm1_trW11_aRecordThatWasLateBeforeARestoreIsLateAfterIt(Mode mode) {
        play(
                mode,
                window(10, 0, 0),
                "a1@5 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@6 -> [late{a2}@6] ; RESTORE -> [] ; a3@7 -> [late{a3}@7]"
                        + " ; WM9 -> [] ; a4@12 -> [] ; WM19 -> [a[10,20)=a4@19 WM(19)]");
    }

    @ParameterizedTest
    @EnumSource
    void theEndOfInputFiresEveryOpenWindow(Mode mode) {
        play(mode, window(10, 0, 5), "a1@5 -> [] ; b1@500 -> [] ; END -> [a[0,10)=a1@9 b[500,510)=b1@509 WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void trL2_tm23_lateRecordsAreCountedAndSampledAlsoOverRestores(Mode mode) {
        try (Piece piece = window(10, 0, 0).in(mode.harness())) {
            piece.watermark(9);
            piece.record("a1", 9);
            piece.restart();
            piece.record("a2", 0);
            piece.record("a3", 10);
            assertThat(piece.operator().lateSentAside()).isEqualTo(2);
            assertThat(piece.operator().lateDropped()).isZero();
        }
    }

    @Test
    void lateRecordsAreSampledWithTheirKeyTimeAndTheWatermarkTheyMet() {
        try (Piece piece = Piece.of(
                StreamHarness.create().withoutRestarts("samples are not kept over restarts"),
                records -> Piece.keyed(records)
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                        .reduce(new Concatenation()))) {
            piece.watermark(20);
            piece.record("a1", 3);
            assertThat(piece.operator().lateSamples()).containsExactly(new LateRecord("a", "a1", 3, 20, false));
            assertThat(piece.operator().lateDropped()).isEqualTo(1);
        }
    }

    @Test
    void aFiringIsCutIntoSlicesAndABarrierBetweenThemIsServedWithoutFiringAnyKeyTwice() {
        int keys = 200;
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            expected.add((char) ('A' + i) + "[0,10)=" + (char) ('A' + i) + "1@9");
        }
        for (int stepsBeforeTheBarrier = 1; stepsBeforeTheBarrier < keys; stepsBeforeTheBarrier += 37) {
            try (OperatorHarness harness = tenByTheStep()
                    .takingOneAtATime()
                    .withoutRestarts("the restart is in the middle of the firing")
                    .open()) {
                for (int i = 0; i < keys; i++) {
                    harness.record((char) ('A' + i) + "1", 5);
                }
                harness.enqueue(0, 0, new ControlElement.Watermark(9));
                for (int i = 0; i < stepsBeforeTheBarrier; i++) {
                    harness.step();
                }
                harness.enqueueBarrier();
                while (harness.snapshotIfTaken() == null) {
                    harness.step();
                }
                harness.restore(harness.snapshotIfTaken());
                List<String> all = harness.take();
                assertThat(all).endsWith("WM(9)");
                assertThat(all.subList(0, all.size() - 1)).containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    private static final class Lengths implements AggregateFunction<String, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String value, Long accumulator) {
            return accumulator + value.length();
        }

        @Override
        public String getResult(Long accumulator) {
            return "length=" + accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReducedWindowKeepsOneValueAndGivesIt(Mode mode) {
        play(
                mode,
                window(10, 0, 0).reduce(new Concatenation()),
                "a1@5 -> [] ; a2@6 -> [] ; b3@17 -> [] ; a4@3 -> [] ; WM8 -> [WM(8)] ; a5@12 -> [] ; a6@9 -> []"
                        + " ; WM10 -> [a1246@9 WM(10)]");
    }

    @ParameterizedTest
    @EnumSource
    void anAggregatedWindowGivesTheResultOfItsAccumulatorToItsFunction(Mode mode) {
        play(
                mode,
                window(10, 0, 0).aggregate(new Lengths(), new ListedWindow(), Types.LONG),
                "a1@5 -> [] ; a234@6 -> [] ; WM9 -> [a[0,10)=length=6@9 WM(9)]");
    }

    /** Fires like {@link EventTimeTrigger} and is not one, so that the window goes the general way. */
    private static final class AnyTrigger extends Trigger<Object, TimeWindow> {
        private static final long serialVersionUID = 1L;

        private final EventTimeTrigger trigger = EventTimeTrigger.create();

        @Override
        public TriggerResult onElement(Object element, long timestamp, TimeWindow window, TriggerContext context) {
            return trigger.onElement(element, timestamp, window, context);
        }

        @Override
        public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext context) {
            return trigger.onProcessingTime(time, window, context);
        }

        @Override
        public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext context) {
            return trigger.onEventTime(time, window, context);
        }

        @Override
        public void clear(TimeWindow window, TriggerContext context) {
            trigger.clear(window, context);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theGeneralWindowOperatorGivesTheSameAsTheOneForAlignedWindows(Mode mode) {
        play(
                mode,
                window(10, 0, 5).trigger(new AnyTrigger()),
                "a1@5 -> [] ; b1@15 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@6 -> [a[0,10)=a1+a2@9] ; WM13 -> [WM(13)]"
                        + " ; b2@8 -> [b[0,10)=b2@9] ; WM14 -> [WM(14)] ; a5@2 -> [late{a5}@2]"
                        + " ; END -> [b[10,20)=b1@19 WM(MAX) END]");
    }

    @Test
    void theCleanUpTimeNeverWrapsAround() {
        assertThat(EventTimeMath.plus(9, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    /** Equal by what it holds, and not by {@code equals}, which it does not have. */
    public static final class Place {
        public String name = "";

        static Place of(String record) {
            Place place = new Place();
            place.name = record.substring(0, 2);
            return place;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final class ContentsByPlace extends ProcessWindowFunction<String, String, Place, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(Place key, Context context, Iterable<String> elements, Collector<String> out) {
            out.collect(key + "=" + elements.iterator().next());
        }
    }

    @Test
    void trP1_aRestoreInTheMiddleOfAFiringFiresNoKeyTwiceAlsoWhenItsClassHasNoEquals() {
        OperatorSpec spec = new OperatorSpec.WindowSpec(
                TumblingEventTimeWindows.of(Duration.ofMillis(10)),
                null,
                null,
                null,
                new ContentsByPlace(),
                Types.STRING.createSerializer(),
                0,
                null);
        try (OperatorHarness harness = OperatorHarness.of(spec)
                .keyedBy(Place::of, TypeInformation.of(Place.class))
                .takingOneAtATime()
                .withoutRestarts("the restart is in the middle of the firing")
                .open()) {
            for (int key = 10; key < 30; key++) {
                harness.record("" + key, 1);
            }
            harness.enqueue(0, 0, new ControlElement.Watermark(9));
            for (int steps = 0; steps < 8; steps++) {
                harness.step();
            }
            harness.enqueueBarrier();
            while (harness.snapshotIfTaken() == null) {
                harness.step();
            }
            assertThat(harness.snapshotIfTaken().task().getOperators(0).getOwnList())
                    .filteredOn(own -> own.getElementsCount() > 0)
                    .extracting(NamedState::getName)
                    .contains("fired-keys");

            harness.restore(harness.snapshotIfTaken());

            List<Object> values = harness.takeValues();
            assertThat(values).hasSize(20).doesNotHaveDuplicates();
        }
    }
}
