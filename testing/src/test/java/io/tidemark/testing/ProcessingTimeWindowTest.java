package io.tidemark.testing;

import io.tidemark.api.window.CumulatingProcessingTimeWindows;
import io.tidemark.api.window.SlidingProcessingTimeWindows;
import io.tidemark.api.window.TumblingProcessingTimeWindows;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows of the wall clock: rows N9 of the semantics and the trap on their ends. */
class ProcessingTimeWindowTest {
    @ParameterizedTest
    @EnumSource
    void n9_trP4_aRecordAtTheEndOfAWindowOfTheWallClockBelongsToTheNextAndTimestampsDoNotCount(Mode mode) {
        WindowStory.of(TumblingProcessingTimeWindows.of(Duration.ofMillis(10)))
                .play(
                        mode,
                        "PT3 -> [] ; a1 -> [] ; a2@777 -> [] ; PT8 -> [] ; PT9 -> [] ; a3 -> []"
                                + " ; PT10 -> [a[0,10)=a1+a2+a3@9] ; a4 -> [] ; b1@5 -> [] ; WM500 -> [WM(500)]"
                                + " ; a5@5 -> [] ; PT19 -> [] ; PT20 -> [a[10,20)=a4+a5@19 b[10,20)=b1@19]");
    }

    @ParameterizedTest
    @EnumSource
    void n9_slidingWindowsOfTheWallClockFireOneByOne(Mode mode) {
        WindowStory.of(SlidingProcessingTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(5)))
                .play(
                        mode,
                        "PT7 -> [] ; a1 -> [] ; PT10 -> [a[0,10)=a1@9] ; a2 -> [] ; PT15 -> [a[5,15)=a1+a2@14]"
                                + " ; PT40 -> [a[10,20)=a2@19]");
    }

    @ParameterizedTest
    @EnumSource
    void cumulatingWindowsOfTheWallClockGrowStepByStepAndBeginAnew(Mode mode) {
        WindowStory.of(CumulatingProcessingTimeWindows.of(Duration.ofMillis(12), Duration.ofMillis(4)))
                .play(
                        mode,
                        "PT1 -> [] ; a1 -> [] ; PT4 -> [a[0,4)=a1@3] ; a2@777 -> [] ; PT8 -> [a[0,8)=a1+a2@7]"
                                + " ; PT12 -> [a[0,12)=a1+a2@11] ; a3 -> []"
                                + " ; PT30 -> [a[12,16)=a3@15 a[12,20)=a3@19 a[12,24)=a3@23]");
    }

    @ParameterizedTest
    @EnumSource
    void j6_n9_windowsOfTheWallClockThatAreInProgressAreLostAtTheEndOfInput(Mode mode) {
        WindowStory.of(TumblingProcessingTimeWindows.of(Duration.ofMillis(10)))
                .play(mode, "PT3 -> [] ; a1 -> [] ; END -> [WM(MAX) END]");
    }
}
