package io.tidemark.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.WaitExplanation;
import io.tidemark.network.proto.WatermarksReply;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StandstillWatchTest {
    private static final long NOW = Instant.parse("2026-01-05T12:05:00Z").toEpochMilli();

    private final StandstillWatch watch = new StandstillWatch();

    private static OperatorWatermark standing(int subtask, long sinceMs) {
        return OperatorWatermark.newBuilder()
                .setNode(5)
                .setName("window-sum")
                .setSubtask(subtask)
                .setAdvancedAtMs(sinceMs)
                .setNextDue(NOW - 60_000)
                .build();
    }

    private static WaitExplanation because(String split) {
        return WaitExplanation.newBuilder()
                .setNode(5)
                .setCause("SPLIT_SILENT")
                .setOrigin("readings")
                .setSplit(split)
                .setSentence("window-sum waits: split " + split + " is silent.")
                .build();
    }

    private List<String> look(OperatorWatermark operator, WaitExplanation wait, long nowMs) {
        List<OperatorWatermark> news = watch.news("j", List.of(operator));
        return watch.warnings("j", news, of -> Optional.of(wait), nowMs);
    }

    @Test
    void trW2_aStandstillIsWarnedOfOnceWithTheReasonAndHowLongAndWhatWaits() {
        assertThat(look(standing(0, NOW - 12_000), because("part-3"), NOW))
                .containsExactly(
                        "window-sum waits: split part-3 is silent. It has stood still for 12 s, and has windows or"
                                + " timers from 2026-01-05T12:04:00Z on.");
        assertThat(look(standing(0, NOW - 12_000), because("part-3"), NOW + 2_000))
                .isEmpty();
        assertThat(watch.news("j", List.of(standing(0, NOW - 12_000)))).isEmpty();
    }

    @Test
    void anOperatorThatMovesNowAndThenAndWaitsForTheSameIsNotSaidEachTime() {
        look(standing(0, NOW - 12_000), because("part-3"), NOW);
        assertThat(look(standing(0, NOW + 20_000), because("part-3"), NOW + 32_000))
                .isEmpty();
        assertThat(look(standing(0, NOW + 40_000), because("part-3"), NOW + 52_000))
                .isEmpty();
        long later = NOW + StandstillWatch.SAME_REASON_MS;
        assertThat(look(standing(0, later - 12_000), because("part-3"), later)).hasSize(1);
    }

    @Test
    void anotherReasonIsSaidAtOnce() {
        look(standing(0, NOW - 12_000), because("part-3"), NOW);
        assertThat(look(standing(0, NOW + 20_000), because("part-4"), NOW + 32_000))
                .hasSize(1);
    }

    private List<String> lookAtTwo(WaitExplanation first, WaitExplanation second, long nowMs) {
        List<OperatorWatermark> news = watch.news("j", List.of(standing(0, NOW - 12_000), standing(1, NOW - 30_000)));
        return watch.warnings("j", news, of -> Optional.of(of.getSubtask() == 0 ? first : second), nowMs);
    }

    @Test
    void ofSubtasksThatStandForOneReasonTheOneThatHasStoodForLongestSpeaks() {
        assertThat(lookAtTwo(because("part-3"), because("part-3"), NOW))
                .singleElement()
                .asString()
                .contains("It has stood still for 30 s");
        assertThat(lookAtTwo(because("part-3"), because("part-3"), NOW + 2_000)).isEmpty();
    }

    @Test
    void trW2_subtasksThatStandForDifferentReasonsAreEachSpokenOf() {
        assertThat(lookAtTwo(because("part-3"), because("part-4"), NOW)).hasSize(2);
    }

    @Test
    void oneThatGoesOnKeepsNoOtherFromBeingSpokenOf() {
        WaitExplanation follows =
                because("part-4").toBuilder().setCause("FOLLOWS").build();
        assertThat(lookAtTwo(because("part-3"), follows, NOW)).hasSize(1);
    }

    @Test
    void oneThatStandsForAReasonThatWasSaidIsNotLookedAtAgainWhileItStands() {
        lookAtTwo(because("part-3"), because("part-3"), NOW);
        assertThat(watch.news("j", List.of(standing(0, NOW - 12_000), standing(1, NOW - 30_000))))
                .isEmpty();
    }

    /** Windows behind a source subtask of their own. */
    private static OperatorWatermark.Builder windows(int subtask, long watermark, long advancedAtMs) {
        return standing(subtask, advancedAtMs).toBuilder()
                .setVertex(5)
                .setWatermark(watermark)
                .setHeldBackBy(0)
                .addChannels(ChannelWatermark.newBuilder()
                        .setEdge(90)
                        .setProducerVertex(1)
                        .setProducerName("readings")
                        .setProducerSubtask(subtask)
                        .setWatermark(watermark));
    }

    private static OperatorWatermark.Builder source(int subtask, long watermark, long advancedAtMs) {
        return OperatorWatermark.newBuilder()
                .setNode(1)
                .setVertex(1)
                .setName("readings")
                .setSubtask(subtask)
                .setWatermark(watermark)
                .setAdvancedAtMs(advancedAtMs)
                .setSource(true)
                .setMakesEventTime(true)
                .setHeldBackBy(-1)
                .addOutEdges(90)
                .addSplits(SplitWatermark.newBuilder()
                        .setSplit("part-" + subtask)
                        .setWatermark(watermark)
                        .setAdvancedAtMs(advancedAtMs)
                        .setAddedAtMs(NOW - 300_000)
                        .setRecords(10)
                        .setLastRecordAtMs(advancedAtMs)
                        .setLatestTimestamp(watermark)
                        .setNewestTimestamp(watermark)
                        .setHeldBackWatermark(Long.MIN_VALUE));
    }

    @Test
    void theSubtaskThatStandsIsExplainedAlsoWhenTheSlowestGoesOn() {
        OperatorWatermark stands = windows(1, NOW - 60_000, NOW - 30_000).build();
        WatermarksReply all = WatermarksReply.newBuilder()
                .addOperators(source(0, NOW - 90_000, NOW - 100))
                .addOperators(source(1, NOW - 60_000, NOW - 30_000))
                .addOperators(windows(0, NOW - 90_000, NOW - 100))
                .addOperators(stands)
                .build();
        List<OperatorWatermark> news = watch.news("j", List.of(stands));
        assertThat(watch.warnings("j", news, all, NOW))
                .singleElement()
                .asString()
                .startsWith(
                        "window-sum (subtask 2 of 2) waits at 2026-01-05T12:04:00Z: source readings subtask 2, split"
                                + " part-1, has had no record for 30 s;")
                .contains("It has stood still for 30 s");
    }

    @Test
    void whatHasGoneOnMeanwhileIsNoStandstill() {
        WaitExplanation follows =
                because("part-3").toBuilder().setCause("FOLLOWS").build();
        assertThat(look(standing(0, NOW - 12_000), follows, NOW)).isEmpty();
    }

    @Test
    void jobsThatAreGoneAreForgotten() {
        look(standing(0, NOW - 12_000), because("part-3"), NOW);
        watch.keepOnly(Set.of());
        assertThat(look(standing(0, NOW - 12_000), because("part-3"), NOW + 2_000))
                .hasSize(1);
    }
}
