package io.tidemark.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatermarkExplainerTest {
    private static final long NOW = Instant.parse("2026-01-05T12:00:00Z").toEpochMilli();
    private static final long TEN = Instant.parse("2026-01-05T10:00:00Z").toEpochMilli();

    private static OperatorWatermark.Builder operator(int node, String name, int subtask, long watermark) {
        return OperatorWatermark.newBuilder()
                .setNode(node)
                .setName(name)
                .setSubtask(subtask)
                .setWatermark(watermark)
                .setAdvancedAtMs(watermark == Long.MIN_VALUE ? 0 : NOW - 3_000)
                .setHeldBackBy(-1);
    }

    private static ChannelWatermark.Builder channel(int producer, String name, int subtask, long watermark) {
        return ChannelWatermark.newBuilder()
                .setProducerVertex(producer)
                .setProducerName(name)
                .setProducerSubtask(subtask)
                .setWatermark(watermark)
                .setAdvancedAtMs(watermark == Long.MIN_VALUE ? 0 : NOW - 60_000);
    }

    private static SplitWatermark.Builder split(String name, long watermark) {
        return SplitWatermark.newBuilder()
                .setSplit(name)
                .setWatermark(watermark)
                .setAdvancedAtMs(watermark == Long.MIN_VALUE ? 0 : NOW - 60_000);
    }

    private static List<String> explain(OperatorWatermark.Builder... operators) {
        List<OperatorWatermark> built = new ArrayList<>();
        for (OperatorWatermark.Builder operator : operators) {
            built.add(operator.build());
        }
        return WatermarkExplainer.explain(built, NOW);
    }

    @Test
    void anOperatorAtTheEndNeedsNoExplanation() {
        assertThat(explain(operator(1, "window", 0, Long.MAX_VALUE))).isEmpty();
    }

    /** TR-W2, TR-W16. */
    @Test
    void theSplitThatHoldsAWindowBackIsNamedWithTheOptionThatHelps() {
        List<String> sentences = explain(
                operator(1, "events", 0, TEN).addSplits(split("a.csv", TEN)),
                operator(1, "events", 1, Long.MIN_VALUE).addSplits(split("b.csv", Long.MIN_VALUE)),
                operator(2, "sums", 0, Long.MIN_VALUE)
                        .addChannels(channel(1, "events", 0, TEN))
                        .addChannels(channel(1, "events", 1, Long.MIN_VALUE))
                        .setHeldBackBy(1));
        assertThat(sentences).hasSize(2);
        assertThat(sentences.get(1))
                .startsWith("\"sums\" is at the beginning (no watermark yet)")
                .contains("held back by \"events\" subtask 2, which has sent no watermark yet")
                .contains("held back by split b.csv, which has given no watermark yet")
                .contains("withIdleness")
                .doesNotContain("-9223372036854775808");
    }

    @Test
    void aChannelThatIsBehindIsNamedWithItsTimeAndSince() {
        List<String> sentences = explain(
                operator(1, "events", 0, TEN).addSplits(split("a.csv", TEN)),
                operator(2, "sums", 0, TEN)
                        .addChannels(channel(1, "events", 0, TEN))
                        .setHeldBackBy(0));
        assertThat(sentences.get(1))
                .isEqualTo(
                        "\"sums\" is at 2026-01-05T10:00:00Z since 3000 ms, held back by \"events\" subtask 1, which is"
                                + " at 2026-01-05T10:00:00Z since 60 s, held back by split a.csv, which is at"
                                + " 2026-01-05T10:00:00Z since 60 s.");
    }

    @Test
    void theSlowestSubtaskIsTheOneThatIsExplained() {
        List<String> sentences = explain(
                operator(2, "sums", 0, TEN + 5_000).addChannels(channel(1, "events", 0, TEN + 5_000)),
                operator(2, "sums", 1, TEN).addChannels(channel(1, "events", 0, TEN)),
                operator(2, "sums", 2, TEN - 9_000).setIdle(true).addChannels(channel(1, "events", 0, TEN)));
        assertThat(sentences)
                .singleElement()
                .satisfies(sentence -> assertThat(sentence)
                        .startsWith("\"sums\" (its slowest subtask is 2 of 3) is at 2026-01-05T10:00:00Z"));
    }

    @Test
    void idleSplitsAndFinishedOnesHoldNothingBack() {
        List<String> sentences = explain(operator(1, "events", 0, TEN)
                .addSplits(split("idle", Long.MIN_VALUE).setIdle(true))
                .addSplits(split("done", Long.MIN_VALUE).setFinished(true))
                .addSplits(split("slow", TEN)));
        assertThat(sentences)
                .singleElement()
                .satisfies(sentence -> assertThat(sentence).contains("held back by split slow"));
    }

    @Test
    void inputsThatAreAllIdleAreSaidToBe() {
        List<String> sentences = explain(operator(2, "sums", 0, TEN)
                .addChannels(channel(1, "events", 0, TEN).setIdle(true))
                .addChannels(channel(1, "events", 1, TEN).setEnded(true)));
        assertThat(sentences.get(0)).endsWith("; all its inputs are idle or have ended.");
    }

    @Test
    void operatorsThatShareATaskAreExplainedOnce() {
        assertThat(explain(
                        operator(2, "sums", 0, TEN).addChannels(channel(1, "events", 0, TEN)),
                        operator(3, "sink", 0, TEN)))
                .hasSize(1);
    }

    @Test
    void timesBeyondTheCalendarAreBareNumbers() {
        assertThat(EventTimes.text(Long.MAX_VALUE - 1)).isEqualTo("9223372036854775806");
        assertThat(EventTimes.text(-1)).isEqualTo("1969-12-31T23:59:59.999Z");
    }
}
