package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Splits that a reader takes up one after another. */
class SplitSequenceTest {
    private final List<String> said = new ArrayList<>();
    private final SplitTimes times = new SplitTimes(Long.MIN_VALUE, false, () -> 0, this::onChange);

    private void onChange() {
        String now = times.isIdle() ? "idle" : String.valueOf(times.watermark());
        if (said.isEmpty() || !said.get(said.size() - 1).equals(now)) {
            said.add(now);
        }
    }

    private GeneratorTime split(String name) {
        return new GeneratorTime(
                name,
                new WatermarkGenerator<>() {
                    @Override
                    public void onEvent(Object event, long timestamp, WatermarkOutput output) {
                        output.emitWatermark(new Watermark(timestamp));
                    }

                    @Override
                    public void onPeriodicEmit(WatermarkOutput output) {}
                },
                -1,
                times::onChange);
    }

    @Test
    void aSplitWhoseTurnHasNotComeHoldsNothingBack() {
        GeneratorTime first = split("first");
        GeneratorTime second = split("second");
        times.addWaiting(first);
        times.addWaiting(second);
        times.complete();
        times.begin(first);
        first.afterRecord("a", 10);
        assertThat(times.watermark()).isEqualTo(10);
        first.finish();
        assertThat(times.watermark()).isEqualTo(10);
        times.begin(second);
        second.afterRecord("b", 7);
        assertThat(times.watermark()).isEqualTo(10);
        second.afterRecord("c", 20);
        assertThat(times.watermark()).isEqualTo(20);
        assertThat(said).doesNotContain("idle");
    }

    @Test
    void aReaderThatHasOnlySplitsWhoseTurnIsToComeIsNotIdle() {
        times.addWaiting(split("first"));
        times.complete();
        assertThat(times.isIdle()).isFalse();
        assertThat(times.all()).isEmpty();
    }

    @Test
    void aSplitThatHasBegunHoldsBackUntilItHasAWatermark() {
        GeneratorTime first = split("first");
        GeneratorTime second = split("second");
        times.add(first);
        times.addWaiting(second);
        times.complete();
        first.afterRecord("a", 10);
        times.begin(second);
        first.afterRecord("b", 20);
        assertThat(times.watermark()).isEqualTo(10);
        second.afterRecord("c", 15);
        assertThat(times.watermark()).isEqualTo(15);
    }

    @Test
    void aSplitThatEndsBeforeItsTurnIsForgotten() {
        GeneratorTime first = split("first");
        GeneratorTime second = split("second");
        times.addWaiting(first);
        times.addWaiting(second);
        times.complete();
        first.finish();
        times.begin(second);
        second.afterRecord("a", 5);
        assertThat(times.watermark()).isEqualTo(5);
    }
}
