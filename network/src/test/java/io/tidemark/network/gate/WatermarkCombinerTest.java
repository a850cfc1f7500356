package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkDeclarations.BoolWatermarkBuilder;
import io.tidemark.api.watermark.WatermarkDeclarations.LongWatermarkBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The traces of generalised watermarks by their ids, with the rule TM-7. */
final class WatermarkCombinerTest {
    private static LongWatermarkBuilder numbers() {
        return WatermarkDeclarations.newBuilder("L").typeLong();
    }

    private static BoolWatermarkBuilder flags() {
        return WatermarkDeclarations.newBuilder("B").typeBool();
    }

    private static WatermarkDeclaration min(boolean wait) {
        return numbers().combineFunctionMin().combineWaitForAllChannels(wait).build();
    }

    private static WatermarkDeclaration max(boolean wait) {
        return numbers().combineFunctionMax().combineWaitForAllChannels(wait).build();
    }

    private static WatermarkDeclaration and(boolean wait) {
        return flags().combineFunctionAND().combineWaitForAllChannels(wait).build();
    }

    private static WatermarkDeclaration or(boolean wait) {
        return flags().combineFunctionOR().combineWaitForAllChannels(wait).build();
    }

    /** Plays {@code channel:value}, T and F for flags, END for an end; gives what comes out after each, or a dash. */
    private static String play(WatermarkDeclaration declaration, int channels, String script) {
        return play(new WatermarkCombiner(declaration, channels), declaration, script);
    }

    private static String play(WatermarkCombiner combiner, WatermarkDeclaration declaration, String script) {
        List<String> answers = new ArrayList<>();
        for (String step : script.split(" ")) {
            int channel = Integer.parseInt(step.substring(0, step.indexOf(':')));
            String fact = step.substring(step.indexOf(':') + 1);
            boolean out = switch (fact) {
                case "END" -> combiner.onEnd(channel);
                case "POLLED" -> combiner.onUncounted(channel);
                case "T" -> combiner.onValue(channel, 1, 0);
                case "F" -> combiner.onValue(channel, 0, 0);
                default -> combiner.onValue(channel, Long.parseLong(fact), 0);
            };
            answers.add(out ? text(declaration, combiner.combination()) : "-");
        }
        return String.join(" ", answers);
    }

    private static String text(WatermarkDeclaration declaration, long value) {
        return switch (declaration.getType()) {
            case LONG -> Long.toString(value);
            case BOOL -> value == 1 ? "T" : "F";
        };
    }

    @Test
    void c1_minOfTheLatestValuesGoesDownTooAndASilentChannelIsLeftOut() {
        assertThat(play(min(false), 2, "0:8 1:3 0:9 1:8 1:8 0:2 1:1 0:10 1:10")).isEqualTo("8 3 - 8 - 2 1 - 10");
    }

    @Test
    void c2_minThatWaitsComesOnceEachChannelHasSentAndGoesDownToo() {
        assertThat(play(min(true), 2, "0:8 0:9 1:3 1:3 1:12 0:9 0:4 0:20")).isEqualTo("- - 3 - 9 - 4 12");
    }

    @Test
    void c3_maxIsOfTheLatestValuesAndNotOfAllEverSeen() {
        assertThat(play(max(false), 2, "0:3 1:8 0:5 1:4 1:2 0:2 0:9")).isEqualTo("3 8 - 5 - 2 9");
    }

    @Test
    void c4_maxThatWaitsComesOnceEachChannelHasSent() {
        assertThat(play(max(true), 2, "0:3 0:7 1:2 0:1 1:2")).isEqualTo("- - 7 2 -");
    }

    @Test
    void c5_andTakesASilentChannelForTrue() {
        assertThat(play(and(false), 2, "0:T 1:T 1:F 0:F 0:T 1:T")).isEqualTo("T - F - - T");
        assertThat(play(and(false), 2, "0:F 1:F 0:T 1:T")).isEqualTo("F - - T");
    }

    @Test
    void c6_andThatWaitsComesOnceEachChannelHasSent() {
        assertThat(play(and(true), 2, "0:T 0:F 0:T 1:T 1:F 0:F 1:T 0:T")).isEqualTo("- - - T F - - T");
    }

    @Test
    void c7_orTakesASilentChannelForFalse() {
        assertThat(play(or(false), 2, "0:F 1:F 1:T 0:T 1:F 0:F")).isEqualTo("F - T - - F");
    }

    @Test
    void c8_orThatWaitsComesOnceEachChannelHasSent() {
        assertThat(play(or(true), 2, "0:T 0:F 1:F 1:T")).isEqualTo("- - F T");
    }

    @Test
    void c9_oneChannelGivesItsLastValueEqualOnesDroppedUpAndDown() {
        assertThat(play(min(false), 1, "0:5 0:5 0:6 0:3 0:3")).isEqualTo("5 - 6 3 -");
        assertThat(play(max(true), 1, "0:5 0:5 0:6 0:3 0:3")).isEqualTo("5 - 6 3 -");
    }

    @Test
    void c10_theFirstValueAlwaysComesOut() {
        String largest = Long.toString(Long.MAX_VALUE);
        assertThat(play(min(false), 2, "0:" + largest + " 1:" + largest)).isEqualTo(largest + " -");
        String smallest = Long.toString(Long.MIN_VALUE);
        assertThat(play(max(false), 2, "0:" + smallest + " 1:" + smallest)).isEqualTo(smallest + " -");
        assertThat(play(or(false), 2, "0:F 1:F")).isEqualTo("F -");
        assertThat(play(and(false), 2, "0:T 1:T")).isEqualTo("T -");
    }

    @Test
    void theLeastOfThreeChannelsCounts() {
        assertThat(play(min(false), 3, "2:5 1:9 0:7 2:8 1:1 1:7")).isEqualTo("5 - - 7 1 7");
    }

    @Test
    void d10_tm7_theEndOfASilentChannelLetsThroughWhatWaitedForItWhateverTheOrder() {
        assertThat(play(min(true), 2, "0:5 1:END 0:END")).isEqualTo("- 5 -");
        assertThat(play(min(true), 2, "0:5 0:END 1:END")).isEqualTo("- - 5");
        assertThat(play(min(false), 2, "0:5 1:END 0:END")).isEqualTo("5 - -");
    }

    @Test
    void tm7_anEndedChannelNoLongerCountsAndItsEndCombinesAnew() {
        assertThat(play(min(false), 2, "0:3 1:8 0:END 1:9")).isEqualTo("3 - 8 9");
        assertThat(play(max(true), 3, "0:9 1:4 2:6 0:END 2:END")).isEqualTo("- - 9 6 4");
        assertThat(play(or(false), 2, "0:T 1:F 0:END")).isEqualTo("T - F");
    }

    @Test
    void tm7_whenNoChannelIsLeftTheCombinationStays() {
        assertThat(play(min(false), 2, "0:5 1:3 1:END 0:END")).isEqualTo("5 3 5 -");
        assertThat(play(min(false), 2, "0:5 0:END 1:END")).isEqualTo("5 - -");
        assertThat(play(min(false), 2, "0:END 1:END")).isEqualTo("- -");
    }

    @Test
    void tm8_aValueThatDoesNotCountIsNotWaitedForAndDoesNotComeOut() {
        assertThat(play(min(true), 2, "0:POLLED 1:7 0:5")).isEqualTo("- 7 5");
        assertThat(play(min(true), 2, "1:7 0:POLLED")).isEqualTo("- 7");
        assertThat(play(max(true), 1, "0:POLLED")).isEqualTo("-");
    }

    @Test
    void itSaysWhichChannelIsWaitedForAndSinceWhenEachIsWhereItIs() {
        WatermarkCombiner combiner = new WatermarkCombiner(min(true), 3);
        combiner.onValue(0, 5, 100);
        combiner.onValue(0, 5, 200);
        combiner.onEnd(1);
        assertThat(combiner.waitsFor()).isEqualTo(2);
        assertThat(combiner.changedAtMs(0)).isEqualTo(100);
        combiner.onValue(2, 1, 300);
        assertThat(combiner.waitsFor()).isEqualTo(-1);
        assertThat(new WatermarkCombiner(min(false), 3).waitsFor()).isEqualTo(-1);
    }
}
