package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CaughtUpEmissionTest {
    @Test
    void allSubtasksTogetherAskTwentyTimesAMillisecondAtMostOfEachSubtaskDownstream() {
        for (int parallelism : new int[] {1, 19, 20, 128, 10_000}) {
            assertThat((double) parallelism / CaughtUpEmission.gapMs(parallelism))
                    .isLessThan(20);
        }
        assertThat(CaughtUpEmission.gapMs(1)).isEqualTo(1);
    }

    @Test
    void whoSetsTheIntervalGetsJustThatUnlessAskedOtherwise() {
        Configuration set = Configuration.empty().with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(200));

        assertThat(CaughtUpEmission.isWanted(Configuration.empty())).isTrue();
        assertThat(CaughtUpEmission.isWanted(set)).isFalse();
        assertThat(CaughtUpEmission.isWanted(set.with(JobOptions.AUTO_WATERMARK_WHEN_CAUGHT_UP, true)))
                .isTrue();
    }
}
