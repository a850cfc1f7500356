package io.tidemark.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.proto.GroupProgress;
import io.tidemark.network.proto.SourceProgress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What readers that are kept together hear of each other: rows J14, TR-W1, TR-W3, TR-W6. */
class SourceGroupsTest {
    private final SourceGroups groups = new SourceGroups();
    private long nowMs;

    private static SourceProgress.Builder reader(String group, int vertex, int subtask, int parallelism) {
        return SourceProgress.newBuilder()
                .setJobId("job")
                .setGroup(group)
                .setVertex(vertex)
                .setSubtask(subtask)
                .setParallelism(parallelism);
    }

    private GroupProgress hear(SourceProgress.Builder report) {
        List<GroupProgress> answer = groups.hear(List.of(report.build()), nowMs);
        assertThat(answer).hasSize(1);
        return answer.get(0);
    }

    @Test
    void j14_theLeastWatermarkOfAllReadersOfAllSourcesOfTheGroupIsAnnounced() {
        assertThat(hear(reader("g", 1, 0, 2).setWatermark(50)).getLeastWatermark())
                .isEqualTo(50);
        assertThat(hear(reader("g", 1, 1, 2).setWatermark(70)).getLeastWatermark())
                .isEqualTo(50);
        assertThat(hear(reader("g", 3, 0, 1).setWatermark(20)).getLeastWatermark())
                .isEqualTo(20);
        assertThat(hear(reader("g", 3, 0, 1).setWatermark(60)).getLeastWatermark())
                .isEqualTo(50);
        assertThat(hear(reader("other", 4, 0, 1).setWatermark(5)).getLeastWatermark())
                .isEqualTo(5);
    }

    @Test
    void j14_trW3_aReaderThatIsIdleOrHasNoSplitsIsNotWaitedFor() {
        hear(reader("g", 1, 0, 2).setWatermark(Long.MIN_VALUE).setIdle(true));
        assertThat(hear(reader("g", 1, 1, 2).setWatermark(70)).getLeastWatermark())
                .isEqualTo(70);
        assertThat(hear(reader("g", 1, 1, 2).setWatermark(70).setIdle(true)).getLeastWatermark())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void trW6_aSourceThatHasEndedIsNotWaitedFor() {
        hear(reader("g", 1, 0, 1).setWatermark(10));
        assertThat(hear(reader("g", 2, 0, 1).setWatermark(1000)).getLeastWatermark())
                .isEqualTo(10);
        hear(reader("g", 1, 0, 1).setWatermark(10).setEnded(true));
        assertThat(hear(reader("g", 2, 0, 1).setWatermark(2000)).getLeastWatermark())
                .isEqualTo(2000);
    }

    @Test
    void trW1_allAreIdleOnlyWhenEveryReaderOfTheSourceWasHeardAndIs() {
        assertThat(hear(reader("", 1, 0, 2).setIdle(true)).getAllIdle())
                .as("one was not heard of")
                .isFalse();
        assertThat(hear(reader("", 1, 1, 2)).getAllIdle()).isFalse();
        assertThat(hear(reader("", 2, 0, 1).setIdle(true)).getAllIdle())
                .as("another source")
                .isTrue();
        assertThat(hear(reader("", 1, 1, 2).setEnded(true)).getAllIdle()).isTrue();
    }

    @Test
    void aNewerAttemptBeginsAnewAndAnOlderOneIsNotHeardAnyMore() {
        hear(reader("g", 1, 0, 2).setWatermark(5));
        assertThat(hear(reader("g", 1, 1, 2).setAttempt(1).setWatermark(70)).getLeastWatermark())
                .isEqualTo(70);
        assertThat(groups.hear(List.of(reader("g", 1, 0, 2).setWatermark(6).build()), nowMs))
                .isEmpty();
    }

    @Test
    void aGroupThatNothingIsHeardOfIsForgotten() {
        hear(reader("g", 1, 0, 2).setWatermark(5));
        nowMs += 600_001;
        assertThat(hear(reader("h", 1, 0, 2).setWatermark(7)).getLeastWatermark())
                .isEqualTo(7);
        assertThat(hear(reader("g", 1, 1, 2).setWatermark(70)).getLeastWatermark())
                .isEqualTo(70);
    }
}
