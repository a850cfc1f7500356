package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkAlignment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.worker.chain.GroupMember.Announcement;
import io.tidemark.worker.chain.GroupMember.Progress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows J14 and TR-W5: when a reader, or one of its splits, waits for the others of its group. */
class ReaderAlignmentTest {
    private final ReaderAlignment alignment =
            new ReaderAlignment(new WatermarkAlignment("group", Duration.ofMillis(10), Duration.ofMillis(100)));

    private void sample(long watermark, GeneratorTime... splits) {
        alignment.update(new Progress(watermark, false, false), List.of(splits));
    }

    private void announce(long leastWatermark) {
        alignment.member().announce(new Announcement(leastWatermark, false));
    }

    private static GeneratorTime split(String name, long watermark, long idleTimeoutMs) {
        GeneratorTime split = new GeneratorTime(
                name,
                WatermarkStrategy.noWatermarks().createWatermarkGenerator(null),
                idleTimeoutMs,
                (changed, before) -> {});
        split.emitWatermark(new Watermark(watermark));
        return split;
    }

    @Test
    void j14_beforeTheFirstAnnouncementThereIsNoLimit() {
        for (int i = 0; i < 5; i++) {
            sample(Long.MAX_VALUE - 1);
        }
        assertThat(alignment.isPaused()).isFalse();
        assertThat(alignment.member().progress().watermark()).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void j14_aReaderPausesWhenTheOldestOfItsLastThreeSamplesIsBeyondTheLeastAndTheDrift() {
        announce(100);
        sample(111);
        sample(200);
        assertThat(alignment.isPaused()).isFalse();
        sample(200);
        assertThat(alignment.isPaused()).isTrue();
        announce(101);
        sample(200);
        assertThat(alignment.isPaused()).as("the oldest is now 200").isTrue();
        announce(190);
        sample(200);
        assertThat(alignment.isPaused()).isFalse();
    }

    @Test
    void j14_exactlyAtTheLimitIsNotTooFar() {
        announce(100);
        for (int i = 0; i < 3; i++) {
            sample(110);
        }
        assertThat(alignment.isPaused()).isFalse();
    }

    @Test
    void j14_splitsOfOneReaderWaitForTheSlowestToo() {
        GeneratorTime slow = split("slow", 100, -1);
        GeneratorTime fast = split("fast", 105, -1);
        announce(100);
        sample(100, slow, fast);
        assertThat(alignment.isPaused(fast)).isFalse();
        fast.emitWatermark(new Watermark(111));
        assertThat(alignment.isPaused(fast)).isTrue();
        sample(100, slow, fast);
        slow.emitWatermark(new Watermark(120));
        announce(111);
        assertThat(alignment.isPaused(fast)).as("until the next update").isTrue();
        sample(111, slow, fast);
        assertThat(alignment.isPaused(fast)).isFalse();
        assertThat(alignment.isPaused(slow)).isFalse();
    }

    @Test
    void trW5_theTimeOfAPauseMakesNoSplitIdle() {
        GeneratorTime slow = split("slow", 100, 1000);
        GeneratorTime fast = split("fast", 111, 1000);
        fast.onNothing(0);
        announce(100);
        sample(100, slow, fast);
        assertThat(alignment.isPaused(fast)).isTrue();
        announce(111);
        sample(111, slow, fast);
        fast.onNothing(5000);
        assertThat(fast.isIdle()).isFalse();
        fast.onNothing(6000);
        assertThat(fast.isIdle()).isTrue();
    }

    @Test
    void trW5_theTimeInWhichItsReaderPausesMakesNoSplitIdleEither() {
        GeneratorTime only = split("only", 200, 1000);
        only.onNothing(0);
        announce(100);
        for (int i = 0; i < 3; i++) {
            sample(200, only);
        }
        assertThat(alignment.isPaused()).isTrue();
        announce(195);
        sample(200, only);
        only.onNothing(5000);
        assertThat(only.isIdle()).isFalse();
    }

    @Test
    void trW5_whatIsIdleIsNotPausedFromTheNextTickOn() {
        GeneratorTime split = split("split", 200, -1);
        announce(100);
        for (int i = 0; i < 3; i++) {
            sample(200, split);
        }
        split.markIdle();
        alignment.update(new Progress(200, true, false), List.of(split));
        assertThat(alignment.isPaused()).isFalse();
        assertThat(alignment.isPaused(split)).isFalse();
    }

    @Test
    void trW5_theLimitStopsAtTheEndsOfTime() {
        announce(Long.MAX_VALUE - 3);
        for (int i = 0; i < 3; i++) {
            sample(Long.MAX_VALUE - 1);
        }
        assertThat(alignment.isPaused()).isFalse();
        announce(Long.MIN_VALUE);
        for (int i = 0; i < 3; i++) {
            sample(Long.MIN_VALUE);
        }
        assertThat(alignment.isPaused()).isFalse();
    }
}
