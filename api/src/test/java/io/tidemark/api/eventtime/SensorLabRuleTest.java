package io.tidemark.api.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The record-position rule on the 600 events of the sensor lab, whose numbers are known. */
class SensorLabRuleTest {
    private static final long MINUTE_MS = 60_000;

    /** The same events from the same seed; their sensors and readings do not matter here. */
    private static List<Long> timestamps() {
        Lcg lcg = new Lcg(2119);
        for (int i = 0; i < 8; i++) {
            lcg.next();
        }
        List<Long> timestamps = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            long arrivalS = 2L * i + 4;
            long lagS;
            if (lcg.next() % 1000 < 190) {
                lagS = 5;
                while (lagS < 70 && lcg.next() % 100 < 91) {
                    lagS++;
                }
            } else {
                lagS = lcg.next() % 5;
            }
            timestamps.add(Math.max(0, arrivalS - lagS) * 1000);
            lcg.next();
            lcg.next();
        }
        return timestamps;
    }

    private static final class Lcg {
        private long state;

        Lcg(long seed) {
            state = seed;
        }

        long next() {
            state = state * 6364136223846793005L + 1442695040888963407L;
            return state >>> 33;
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 98, 15", "0, 210, 25", "30, 9, 3"})
    void theRowsThatAreLateAndThoseThatWindowsDropAreTheKnownOnes(int delayS, int lateRows, int droppedRows) {
        WatermarkGenerator<Long> generator =
                new RecordPositionWatermarks<>(Duration.ofSeconds(delayS), Duration.ofMillis(200));
        Emitted emitted = new Emitted();
        long watermark = Long.MIN_VALUE;
        int late = 0;
        int dropped = 0;
        for (long timestamp : timestamps()) {
            if (timestamp <= watermark) {
                late++;
            }
            if (Math.floorDiv(timestamp, MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1 <= watermark) {
                dropped++;
            }
            generator.onEvent(timestamp, timestamp, emitted);
            for (long next : emitted.take()) {
                watermark = next;
            }
        }
        assertThat(late).isEqualTo(lateRows);
        assertThat(dropped).isEqualTo(droppedRows);
    }

    @Test
    void withAnIntervalOfAnHourOnlyTheFirstRowMakesAWatermark() {
        WatermarkGenerator<Long> generator = new RecordPositionWatermarks<>(Duration.ofSeconds(5), Duration.ofHours(1));
        Emitted emitted = new Emitted();
        timestamps().forEach(timestamp -> generator.onEvent(timestamp, timestamp, emitted));

        assertThat(emitted.take()).containsExactly(-5_000L);
    }
}
