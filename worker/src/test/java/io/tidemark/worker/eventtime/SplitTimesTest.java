package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkStrategy;
import org.junit.jupiter.api.Test;

class SplitTimesTest {
    private final SplitTimes times = new SplitTimes(Long.MIN_VALUE, false, () -> 0, () -> {});

    private GeneratorTime generator(String name) {
        return new GeneratorTime(
                name, WatermarkStrategy.noWatermarks().createWatermarkGenerator(null), -1, times::onChange);
    }

    @Test
    void m4_aNewSplitStartsWithoutAWatermarkAndHoldsBackButLowersNothing() {
        GeneratorTime a = generator("a");
        times.add(a);
        times.complete();
        a.emitWatermark(new Watermark(10));
        assertThat(times.watermark()).isEqualTo(10);

        GeneratorTime b = generator("b");
        times.add(b);
        a.emitWatermark(new Watermark(20));
        assertThat(times.watermark()).as("b has none").isEqualTo(10);
        b.emitWatermark(new Watermark(5));
        assertThat(times.watermark()).as("b is behind").isEqualTo(10);
        b.emitWatermark(new Watermark(15));
        assertThat(times.watermark()).isEqualTo(15);
        b.emitWatermark(new Watermark(30));
        assertThat(times.watermark()).isEqualTo(20);
    }

    @Test
    void m4_aSplitThatIsTakenUpLaterHoldsBackFromThenOn() {
        GeneratorTime a = generator("a");
        GeneratorTime b = generator("b");
        times.add(a);
        times.addWaiting(b);
        times.complete();
        a.emitWatermark(new Watermark(10));
        assertThat(times.watermark()).as("b does not count yet").isEqualTo(10);
        times.begin(b);
        a.emitWatermark(new Watermark(20));
        assertThat(times.watermark()).isEqualTo(10);
        b.finish();
        assertThat(times.watermark()).isEqualTo(20);
    }
}
