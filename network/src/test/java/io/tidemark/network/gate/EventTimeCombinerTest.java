package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The traces of the semantics by their ids, with the rules TM-2, TM-3 and TM-4. */
final class EventTimeCombinerTest {
    /**
     * Plays a script of {@code channel:fact} and gives what each fact led to: a watermark, IDLE, ACTIVE, several joined by
     * a plus, or a dash for nothing.
     */
    private static String play(EventTimeCombiner combiner, String script) {
        List<String> answers = new ArrayList<>();
        for (String step : script.split(" ")) {
            int channel = Integer.parseInt(step.substring(0, step.indexOf(':')));
            String fact = step.substring(step.indexOf(':') + 1);
            GateChange change = switch (fact) {
                case "IDLE" -> combiner.onIdle(channel, 0);
                case "ACTIVE" -> combiner.onActive(channel, 0);
                case "END" -> combiner.onEnd(channel, 0);
                case "MAX" -> combiner.onWatermark(channel, Long.MAX_VALUE, 0);
                default -> combiner.onWatermark(channel, Long.parseLong(fact), 0);
            };
            answers.add(text(change, combiner.watermark()));
        }
        return String.join(" ", answers);
    }

    private static String text(GateChange change, long watermark) {
        List<String> parts = new ArrayList<>();
        if (change.becameActive()) {
            parts.add("ACTIVE");
        }
        if (change.watermarkRose()) {
            parts.add(watermark == Long.MAX_VALUE ? "MAX" : Long.toString(watermark));
        }
        if (change.becameIdle()) {
            parts.add("IDLE");
        }
        return parts.isEmpty() ? "-" : String.join("+", parts);
    }

    private static String play(int channels, String script) {
        return play(new EventTimeCombiner(channels), script);
    }

    @Test
    void v1_theMinimumOfTwoChannelsAndNothingBeforeEachHasAWatermark() {
        assertThat(play(2, "0:10 1:5 1:7 1:20 0:15")).isEqualTo("- 5 7 10 15");
    }

    @Test
    void v2_anEqualOrLowerWatermarkIsPassedOverAndAnEqualMinimumNotRepeated() {
        assertThat(play(2, "0:10 0:10 0:5 1:10 1:10 0:11 1:10")).isEqualTo("- - - 10 - - -");
    }

    @Test
    void v3_anIdleChannelIsLeftOutAndCountsAgainOnceItHasCaughtUp() {
        assertThat(play(2, "0:10 1:5 1:IDLE 0:12 1:ACTIVE 1:11 1:12 0:20 1:15")).isEqualTo("- 5 10 12 - - - - 15");
    }

    @Test
    void v4_whenAllAreIdleTheGateGoesToTheLargestWatermarkThenIsIdle() {
        assertThat(play(2, "0:10 1:5 1:IDLE 0:IDLE")).isEqualTo("- 5 10 IDLE");
        assertThat(play(2, "0:10 1:5 0:IDLE 1:IDLE")).isEqualTo("- 5 - 10+IDLE");
        assertThat(play(3, "0:10 1:5 2:8 0:IDLE 2:IDLE 1:IDLE")).isEqualTo("- - 5 - - 10+IDLE");
    }

    @Test
    void v4b_whateverTheOrderInWhichTheyGoIdleItEndsAtTheLargest() {
        assertThat(play(3, "0:10 1:20 2:30 1:IDLE 0:IDLE 2:IDLE")).isEqualTo("- - 10 - 30 IDLE");
        assertThat(play(2, "0:10 1:5 1:IDLE 1:ACTIVE 1:IDLE 0:IDLE")).isEqualTo("- 5 10 - - IDLE");
    }

    @Test
    void v5_tm2_aChannelThatComesBackBehindHoldsEventTimeWhereItIsUntilItHasCaughtUp() {
        assertThat(play(2, "0:10 1:5 1:IDLE 0:20 1:ACTIVE 1:6 0:25 1:19 1:25 0:40 1:30"))
                .isEqualTo("- 5 10 20 - - - - 25 - 30");
    }

    @Test
    void v6_tm2_aChannelWithoutAnyWatermarkHoldsBackUnlessItIsIdle() {
        assertThat(play(3, "0:10 1:8 2:IDLE 2:ACTIVE 0:12 1:12 2:1 2:12 0:13 1:13 2:13"))
                .isEqualTo("- - 8 - - - - 12 - - 13");
    }

    @Test
    void v7_tm4_aWatermarkOnAnIdleChannelMakesItActiveAndCounts() {
        assertThat(play(2, "0:10 1:5 1:IDLE 1:50 1:ACTIVE 0:60 1:55")).isEqualTo("- 5 10 - - 50 55");
    }

    @Test
    void v8_tm2_allIdleFromTheStartIsIdleWithoutAWatermarkAndOneThatWakesBringsItsOwn() {
        assertThat(play(2, "0:IDLE 1:IDLE 0:ACTIVE 0:5 0:6 1:ACTIVE 0:9 1:7 1:9"))
                .isEqualTo("- IDLE ACTIVE 5 6 - - 7 9");
    }

    @Test
    void v9_tm3_anEndedChannelLeavesTheMinimumAndMaxComesOnlyWhenAllHaveEnded() {
        assertThat(play(2, "0:MAX 1:5 1:IDLE 1:ACTIVE 1:7")).isEqualTo("- 5 IDLE ACTIVE 7");
        assertThat(play(2, "0:MAX 1:5 1:IDLE 1:ACTIVE 1:7 1:MAX")).endsWith(" MAX");
        assertThat(play(2, "0:MAX 1:5 1:MAX")).isEqualTo("- 5 MAX");
    }

    @Test
    void v10_aRepeatedStatusIsNothing() {
        assertThat(play(2, "0:ACTIVE 0:IDLE 0:IDLE 1:5 1:IDLE 1:IDLE 1:ACTIVE 1:ACTIVE"))
                .isEqualTo("- - - 5 IDLE - ACTIVE -");
    }

    @Test
    void i1_theSameRuleCombinesTwoInputs() {
        assertThat(play(2, "0:5 1:3 1:10 0:10 0:12 1:11")).isEqualTo("- 3 5 10 - 11");
    }

    @Test
    void i2_theSameRuleLetsAWokenInputHoldBack() {
        assertThat(play(2, "0:5 1:3 1:IDLE 0:8 1:ACTIVE 0:9 1:4 1:9 1:10 0:10")).isEqualTo("- 3 5 8 - - - 9 - 10");
    }

    @Test
    void i3_theSameRuleTakesTwoIdleInputsToTheLargerThenHoldsBackForTheOneThatWakes() {
        assertThat(play(2, "0:5 1:3 0:IDLE 1:IDLE 0:ACTIVE 0:20 1:ACTIVE 0:30 1:25"))
                .isEqualTo("- 3 - 5+IDLE ACTIVE 20 - - 25");
    }

    @Test
    void i4_tm3_anInputThatNeverSentAWatermarkAndIsIdleDoesNotLetMaxThrough() {
        assertThat(play(2, "0:50 0:MAX 1:IDLE")).isEqualTo("- - 50+IDLE");
    }

    @Test
    void m3_theSameRuleHoldsForSplits() {
        assertThat(play(2, "0:10 1:5 1:IDLE 0:IDLE 1:ACTIVE 1:7 1:12 0:11 0:15"))
                .isEqualTo("- 5 10 IDLE ACTIVE - 12 - -");
    }

    @Test
    void tm3_theLargestWatermarkOfAnEndedChannelCountsWhenTheRestAreIdle() {
        assertThat(play(2, "0:50 1:5 0:MAX 1:IDLE")).isEqualTo("- 5 - 50+IDLE");
        assertThat(play(2, "0:50 1:5 1:IDLE 0:MAX")).isEqualTo("- 5 50 IDLE");
    }

    @Test
    void trW7_theEndOfTheLastChannelWakesAnIdleGateBeforeTheFinalWatermark() {
        assertThat(play(2, "0:MAX 1:5 1:IDLE 1:MAX")).isEqualTo("- 5 IDLE ACTIVE+MAX");
    }

    @Test
    void trW9_nothingIsEmittedFromAMinimumOverNoChannels() {
        assertThat(play(2, "0:10 1:20 1:IDLE 0:IDLE 1:ACTIVE 1:IDLE")).isEqualTo("- 10 - 20+IDLE ACTIVE IDLE");
    }

    @Test
    void anIdleChannelThatEndsWhileOthersAreIdleDoesNotWakeTheGate() {
        assertThat(play(3, "0:IDLE 1:IDLE 2:IDLE 1:MAX 0:5")).isEqualTo("- - IDLE - ACTIVE+5");
    }

    @Test
    void nothingThatComesAfterTheEndOfAChannelCounts() {
        assertThat(play(2, "0:5 0:MAX 0:7 0:IDLE 0:ACTIVE 0:END 1:9")).isEqualTo("- - - - - - 9");
    }

    @Test
    void anEndWithoutAMaxIsAnEndAllTheSame() {
        assertThat(play(2, "0:5 1:3 1:END 0:END")).isEqualTo("- 3 5 MAX");
    }

    @Test
    void theLowestNumbersAreOrdinaryWatermarks() {
        assertThat(play(1, "0:-9223372036854775807 0:-1")).isEqualTo("-9223372036854775807 -1");
    }

    @Test
    void namesTheChannelThatHoldsItBack() {
        EventTimeCombiner combiner = new EventTimeCombiner(3);
        assertThat(combiner.heldBackBy()).isZero();
        play(combiner, "0:10 1:5");
        assertThat(combiner.heldBackBy()).as("it has had none").isEqualTo(2);
        play(combiner, "2:20");
        assertThat(combiner.heldBackBy()).isEqualTo(1);
        play(combiner, "1:IDLE");
        assertThat(combiner.heldBackBy()).isZero();
        play(combiner, "0:MAX 2:IDLE");
        assertThat(combiner.heldBackBy()).isEqualTo(-1);
    }

    @Test
    void remembersWhenEachChannelAdvanced() {
        EventTimeCombiner combiner = new EventTimeCombiner(2);
        combiner.onWatermark(0, 10, 1000);
        combiner.onWatermark(0, 10, 2000);
        combiner.onWatermark(0, 9, 3000);
        assertThat(combiner.advancedAtMs(0)).isEqualTo(1000);
        assertThat(combiner.advancedAtMs(1)).isZero();
        combiner.onWatermark(0, 11, 4000);
        assertThat(combiner.advancedAtMs(0)).isEqualTo(4000);
    }

    @Test
    void tm1_aRestoredGateNeverGoesBelowWhereItWas() {
        EventTimeCombiner combiner = new EventTimeCombiner(2);
        combiner.restoreChannel(0, 10, false, false);
        combiner.restoreChannel(1, Long.MIN_VALUE, false, false);
        assertThat(combiner.restore(8, false)).isEqualTo(GateChange.NONE);
        assertThat(combiner.watermark()).isEqualTo(8);
        assertThat(play(combiner, "1:7 1:9 1:12")).isEqualTo("- 9 10");
    }

    @Test
    void aRestoredGateSaysWhatItsTaskHadNotBeenTold() {
        EventTimeCombiner combiner = new EventTimeCombiner(2);
        combiner.restoreChannel(0, 10, true, false);
        combiner.restoreChannel(1, 20, false, true);
        assertThat(combiner.restore(5, false)).isEqualTo(GateChange.WATERMARK_THEN_IDLE);
        assertThat(combiner.watermark()).isEqualTo(20);
    }
}
