package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.CumulatingEventTimeWindows;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.WindowAssigner;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.channel.ControlElement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows that overlap and share slices. */
class SlicedWindowTest {
    private static final WindowAssigner<Object, TimeWindow> TEN_BY_FIVE =
            SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(5));

    private static WindowStory window(WindowAssigner<Object, TimeWindow> assigner, long latenessMs) {
        return WindowStory.of(assigner)
                .aggregate(new JoinedRecords(), new JoinedWindow(), Types.LIST(Types.STRING))
                .lateness(latenessMs);
    }

    private static WindowStory sliding(long sizeMs, long slideMs, long offsetMs, long latenessMs) {
        return window(
                SlidingEventTimeWindows.of(
                        Duration.ofMillis(sizeMs), Duration.ofMillis(slideMs), Duration.ofMillis(offsetMs)),
                latenessMs);
    }

    private static OperatorHarness.Builder byTheStep(WindowAssigner<Object, TimeWindow> assigner) {
        return OperatorHarness.of(new OperatorSpec.WindowSpec(
                        assigner,
                        null,
                        null,
                        new JoinedRecords(),
                        new JoinedWindow(),
                        Types.LIST(Types.STRING).createSerializer(),
                        0,
                        null))
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING);
    }

    private static void play(Mode mode, WindowStory window, String story) {
        window.play(mode, story);
    }

    @ParameterizedTest
    @EnumSource
    void n2d_windowsWhoseSlideDoesNotDivideTheirSizeFireEachAtItsEnd(Mode mode) {
        play(
                mode,
                sliding(10, 4, 0, 0),
                "a1@9 -> [] ; WM8 -> [WM(8)] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@9 -> [] ; WM13 -> [a[4,14)=a1+a2@13"
                        + " WM(13)] ; WM17 -> [a[8,18)=a1+a2@17 WM(17)] ; a3@9 -> [late{a3}@9] ; WMMAX -> [WM(MAX)]");
    }

    @ParameterizedTest
    @EnumSource
    void n2b_anOffsetShiftsTheBeginningsOfWindowsAndTheirSlices(Mode mode) {
        play(
                mode,
                sliding(10, 5, 2, 0),
                "a1@2 -> [] ; a2@6 -> [] ; a3@7 -> [] ; WM6 -> [a[-3,7)=a1+a2@6 WM(6)] ; WM100 -> [a[2,12)=a1+a2+a3@11"
                        + " a[7,17)=a3@16 WM(100)]");
    }

    @Test
    void tm12_recordsBetweenWindowsThatLeaveGapsAreCounted() {
        try (Piece piece = sliding(4, 10, 0, 0).in(StreamHarness.create())) {
            new Trace(piece, WindowStory.LATE)
                    .play(
                            "a1@3 -> [] ; a2@4 -> [] ; a3@9 -> [] ; WM9 -> [a[0,4)=a1@3 WM(9)] ; a4@5 -> [late{a4}@5] ; WMMAX -> [WM(MAX)]");
            assertThat(piece.operator().counters()).containsEntry("in-no-window", 2L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void n4d_trL4_aRecordLateForItsFirstWindowAndInTimeForItsSecondIsInTheSecondOnly(Mode mode) {
        play(
                mode,
                sliding(10, 5, 0, 0),
                "a1@7 -> [] ; WM9 -> [a[0,10)=a1@9 WM(9)] ; a2@7 -> [] ; WM14 -> [a[5,15)=a1+a2@14 WM(14)]"
                        + " ; a3@7 -> [late{a3}@7] ; WM20 -> [WM(20)]");
    }

    @ParameterizedTest
    @EnumSource
    void n4_aLateRecordFiresAllItsWindowsAgainThatAreAllowedTheNewestFirst(Mode mode) {
        play(
                mode,
                sliding(10, 5, 0, 7),
                "a1@7 -> [] ; a2@12 -> [] ; WM14 -> [a[0,10)=a1@9 a[5,15)=a1+a2@14 WM(14)]"
                        + " ; a3@6 -> [a[5,15)=a1+a2+a3@14 a[0,10)=a1+a3@9] ; b1@11 -> [b[5,15)=b1@14]"
                        + " ; WM19 -> [a[10,20)=a2@19 b[10,20)=b1@19 WM(19)] ; a4@8 -> [a[5,15)=a1+a2+a3+a4@14]"
                        + " ; WM21 -> [WM(21)] ; a5@8 -> [late{a5}@8] ; a6@13 -> [a[10,20)=a2+a6@19]"
                        + " ; WM26 -> [WM(26)] ; a7@13 -> [late{a7}@13]");
    }

    @ParameterizedTest
    @EnumSource
    void cumulatingWindowsGrowStepByStepAndBeginAnew(Mode mode) {
        play(
                mode,
                window(CumulatingEventTimeWindows.of(Duration.ofMillis(12), Duration.ofMillis(4)), 0),
                "a1@1 -> [] ; WM3 -> [a[0,4)=a1@3 WM(3)] ; a2@2 -> []"
                        + " ; WM7 -> [a[0,8)=a1+a2@7 WM(7)] ; WM11 -> [a[0,12)=a1+a2@11 WM(11)]"
                        + " ; a3@11 -> [late{a3}@11] ; a4@13 -> [] ; WM23 -> [a[12,16)=a4@15 a[12,20)=a4@19"
                        + " a[12,24)=a4@23 WM(23)]");
    }

    @Test
    void trT7_windowsBetweenTwoRecordsFiftyYearsApartTakeNoWork() {
        long fiftyYearsMs = Duration.ofDays(18_262).toMillis();
        try (Piece piece = sliding(100, 10, 0, 0).in(StreamHarness.create())) {
            piece.record("a1", 5);
            piece.record("a2", fiftyYearsMs);
            long from = System.nanoTime();
            piece.end();
            assertThat(piece.takeValues()).hasSize(20);
            assertThat(System.nanoTime() - from).as("158 000 million windows").isLessThan(5_000_000_000L);
        }
    }

    @Test
    void anHourBySecondsGivesEachSecondWhatTheHourHolds() {
        try (Piece piece = sliding(3_600_000, 1_000, 0, 0).in(StreamHarness.create())) {
            piece.record("a1", 500);
            piece.record("a2", 1_800_500);
            piece.record("a3", 3_600_500);
            piece.watermark(3_599_999);
            List<Object> first = piece.takeValues();
            assertThat(first).hasSize(3_600);
            assertThat(first.get(0)).isEqualTo("a[-3599000,1000)=a1");
            assertThat(first.get(1_799)).isEqualTo("a[-1800000,1800000)=a1");
            assertThat(first.get(3_599)).isEqualTo("a[0,3600000)=a1+a2");
            // In time for the windows to come only.
            piece.record("a4", 1_800_600);
            piece.end();
            List<Object> rest = piece.takeValues();
            assertThat(rest).hasSize(3_600);
            assertThat(rest.get(0)).isEqualTo("a[1000,3601000)=a2+a3+a4");
            assertThat(rest.get(1_800)).isEqualTo("a[1801000,5401000)=a3");
            assertThat(rest.get(3_599)).isEqualTo("a[3600000,7200000)=a3");
        }
    }

    /** Has no merge, as many that were written for windows that do not share anything. */
    private static final class WithoutMerge implements AggregateFunction<String, Long, String> {
        private static final long serialVersionUID = 1L;

        private final boolean isNotWritten;

        WithoutMerge(boolean isNotWritten) {
            this.isNotWritten = isNotWritten;
        }

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String value, Long accumulator) {
            return accumulator + 1;
        }

        @Override
        public String getResult(Long accumulator) {
            return "count=" + accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            if (isNotWritten) {
                throw new AssertionError("not written yet, as other languages say by an error");
            }
            throw new UnsupportedOperationException();
        }
    }

    private static void playWithoutMerge(Mode mode, boolean isNotWritten) {
        play(
                mode,
                WindowStory.of(SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(5)))
                        .aggregate(new WithoutMerge(isNotWritten), Types.LONG),
                "a1@7 -> [] ; a2@11 -> [] ; WM14 -> [count=1@9 count=2@14 WM(14)]");
    }

    @ParameterizedTest
    @EnumSource
    void anAggregateWithoutMergeIsKeptByWindowInstead(Mode mode) {
        playWithoutMerge(mode, false);
    }

    @Test
    void soIsOneWhoseMergeThrowsAnError() {
        playWithoutMerge(Mode.PLAIN, true);
    }

    @Test
    void aRestoreInTheMiddleOfAFiringGivesEachKeyEachWindowOnce() {
        int keys = 40;
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            char key = (char) ('A' + i);
            for (int end : new int[] {10, 15, 20, 25}) {
                String contents = end == 10 ? key + "1" : end == 25 ? key + "2" : key + "1+" + key + "2";
                expected.add(key + "[" + (end - 15) + "," + end + ")=" + contents + "@" + (end - 1));
            }
        }
        for (int stepsBeforeTheBarrier = 1; stepsBeforeTheBarrier < 200; stepsBeforeTheBarrier += 7) {
            try (OperatorHarness harness = byTheStep(
                            SlidingEventTimeWindows.of(Duration.ofMillis(15), Duration.ofMillis(5)))
                    .takingOneAtATime()
                    .withoutRestarts("the restart is in the middle of the firing")
                    .open()) {
                for (int i = 0; i < keys; i++) {
                    harness.record((char) ('A' + i) + "1", 5);
                    harness.record((char) ('A' + i) + "2", 10);
                }
                harness.enqueue(0, 0, new ControlElement.Watermark(30));
                for (int i = 0; i < stepsBeforeTheBarrier; i++) {
                    harness.step();
                }
                harness.enqueueBarrier();
                while (harness.snapshotIfTaken() == null) {
                    harness.step();
                }
                harness.restore(harness.snapshotIfTaken());
                List<String> all = harness.take();
                assertThat(all).endsWith("WM(30)");
                assertThat(all.stream().filter(element -> !element.startsWith("WM")))
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    /** What somebody who takes a drained job up again starts from: event time begins anew. */
    private static HarnessSnapshot takenUpAgain(HarnessSnapshot drained) {
        TaskSnapshot.Builder task = drained.task().toBuilder()
                .setEnded(false)
                .clearEndedInputs()
                .clearInputs()
                .clearGates();
        task.getOperatorsBuilderList()
                .forEach(operator -> operator.setWatermark(Long.MIN_VALUE)
                        .setAdvancingTo(Long.MIN_VALUE)
                        .setIdle(false)
                        .clearAhead());
        return new HarnessSnapshot(drained.checkpointId(), task.build());
    }

    @Test
    void windowsFireAgainInAJobThatIsTakenUpAfterADrain(@TempDir Path checkpoints) {
        try (OperatorHarness first =
                byTheStep(TEN_BY_FIVE).checkpointsIn(checkpoints).open()) {
            first.record("a1", 7);
            first.watermark(Long.MAX_VALUE);
            HarnessSnapshot drained = first.snapshot();
            try (OperatorHarness second =
                    byTheStep(TEN_BY_FIVE).checkpointsIn(checkpoints).openRescaled(List.of(takenUpAgain(drained)))) {
                second.record("a2", 12);
                second.watermark(20);
                assertThat(second.takeValues()).containsExactly("a[5,15)=a2", "a[10,20)=a2");
            }
        }
    }

    /** Ten keys have records in five slices; two windows fire, and the operator is restored with other settings. */
    private static List<Object> firedAfterARestoreAs(WindowStory after, WindowStory before) {
        try (Piece first = before.in(StreamHarness.create().withoutRestarts("the restore is that of the job after"));
                Piece second = after.in(StreamHarness.create())) {
            for (char key = 'a'; key < 'k'; key++) {
                for (int slice = 0; slice < 5; slice++) {
                    first.record(key + "" + slice, 5 * slice + 2);
                }
            }
            first.watermark(29);
            second.restore(first.snapshot());
            second.watermark(44);
            return second.takeValues();
        }
    }

    @Test
    void whatWindowsHoldIsThereAlsoWhenNoLatenessIsAllowedAnyMore() {
        List<Object> expected = new ArrayList<>();
        for (char key = 'a'; key < 'k'; key++) {
            expected.add(key + "[10,35)=" + key + "2+" + key + "3+" + key + "4");
            expected.add(key + "[15,40)=" + key + "3+" + key + "4");
            expected.add(key + "[20,45)=" + key + "4");
        }
        assertThat(firedAfterARestoreAs(sliding(25, 5, 0, 0), sliding(25, 5, 0, 100)))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aLatenessThatWasNotAllowedBeforeIsRefusedWhileWindowsHoldRecords() {
        assertThatThrownBy(() -> firedAfterARestoreAs(sliding(25, 5, 0, 100), sliding(25, 5, 0, 0)))
                .hasStackTraceContaining("had no allowed lateness in the snapshot")
                .hasStackTraceContaining("Leave the allowed lateness out");
    }

    @Test
    void aSnapshotOfShorterWindowsByTheSameSlideIsRefused() {
        assertThatThrownBy(() -> firedAfterARestoreAs(sliding(30, 5, 0, 0), sliding(25, 5, 0, 0)))
                .hasStackTraceContaining("another size, slide or offset")
                .hasStackTraceContaining("new uid");
    }

    @Test
    void aSnapshotOfOtherWindowsIsRefusedWithWhatToDo() {
        try (Piece ten = sliding(10, 5, 0, 0).in(StreamHarness.create());
                Piece twelve = sliding(12, 4, 0, 0).in(StreamHarness.create())) {
            ten.record("a1", 3);
            assertThatThrownBy(() -> twelve.restore(ten.snapshot()))
                    .hasStackTraceContaining("another size, slide or offset")
                    .hasStackTraceContaining("new uid");
        }
    }
}
