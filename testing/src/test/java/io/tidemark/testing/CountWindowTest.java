package io.tidemark.testing;

import io.tidemark.api.window.CountEvictor;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.GlobalWindows;
import io.tidemark.api.window.PurgingTrigger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows of so many records: rows N6 of the semantics. */
class CountWindowTest {
    @ParameterizedTest
    @EnumSource
    void n6_tm14_aCountWindowFiresAtEachSoManyRecordsOfAKeyWithTheLatestOfTheirTimestamps(Mode mode) {
        WindowStory.of(GlobalWindows.create())
                .trigger(PurgingTrigger.of(CountTrigger.of(3)))
                .process(new ListedGlobal())
                .play(
                        mode,
                        "a1@1 -> [] ; a2@7 -> [] ; b1@1 -> [] ; a3@3 -> [a=a1+a2+a3@7] ; a4@4 -> [] ; a5@5 -> []"
                                + " ; a6@5 -> [a=a4+a5+a6@5] ; a7@5 -> [] ; END -> [WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void n6b_tm14_aSlidingCountWindowHasTheLastSoManyRecordsAndTheLatestOfTheirTimestamps(Mode mode) {
        WindowStory.of(GlobalWindows.create())
                .trigger(CountTrigger.of(2))
                .evictor(CountEvictor.of(3))
                .process(new ListedGlobal())
                .play(
                        mode,
                        "a1@1 -> [] ; a2@2 -> [a=a1+a2@2] ; a3@3 -> [] ; a4@4 -> [a=a2+a3+a4@4] ; a5@9 -> []"
                                + " ; a6@6 -> [a=a4+a5+a6@9] ; a7@7 -> [] ; a8@6 -> [a=a6+a7+a8@7] ; END -> [WM(MAX) END]");
    }

    @ParameterizedTest
    @EnumSource
    void tm14_aReducedCountWindowHasTheLatestOfTheTimestampsToo(Mode mode) {
        WindowStory.of(GlobalWindows.create())
                .trigger(PurgingTrigger.of(CountTrigger.of(3)))
                .reduce(new Concatenation())
                .play(mode, "a1@9 -> [] ; a2@2 -> [] ; a3@3 -> [a123@9] ; a4@4 -> [] ; a5@5 -> []");
    }

    @ParameterizedTest
    @EnumSource
    void tm14_recordsWithoutTimestampsGiveResultsWithoutThem(Mode mode) {
        WindowStory.of(GlobalWindows.create())
                .trigger(PurgingTrigger.of(CountTrigger.of(2)))
                .process(new ListedGlobal())
                .play(mode, "a1 -> [] ; a2 -> [a=a1+a2@none]");
    }
}
