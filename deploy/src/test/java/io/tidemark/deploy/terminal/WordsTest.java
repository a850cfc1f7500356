package io.tidemark.deploy.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class WordsTest {
    private final Times times = new Times(ZoneId.of("Europe/Berlin"));

    @Test
    void bytesAreShownInTheLargestUnitThatLeavesOneWhole() {
        assertThat(Words.bytes(0)).isEqualTo("0 B");
        assertThat(Words.bytes(999)).isEqualTo("999 B");
        assertThat(Words.bytes(1024)).isEqualTo("1.0 KiB");
        assertThat(Words.bytes(100 * 1024)).isEqualTo("100 KiB");
        assertThat(Words.bytes(3L << 30)).isEqualTo("3.0 GiB");
        assertThat(Words.bytes(5000L << 40)).isEqualTo("5000 TiB");
    }

    @Test
    void durationsHaveTwoUnitsAtMost() {
        assertThat(Words.duration(0)).isEqualTo("0 ms");
        assertThat(Words.duration(999)).isEqualTo("999 ms");
        assertThat(Words.duration(59_999)).isEqualTo("59.9 s");
        assertThat(Words.duration(60_000)).isEqualTo("1 min 00 s");
        assertThat(Words.duration(3_600_000)).isEqualTo("1 h 00 min");
        assertThat(Words.duration(90_000_000)).isEqualTo("1 d 01 h");
    }

    @Test
    void countsHaveCommasAndTheirNounInTheRightNumber() {
        assertThat(Words.count(20_000_000)).isEqualTo("20,000,000");
        assertThat(Words.count(1, "worker")).isEqualTo("1 worker");
        assertThat(Words.count(0, "worker")).isEqualTo("0 workers");
    }

    @Test
    void whatIsCutSaysThatItGoesOn() {
        assertThat(Words.cut("12345", 5)).isEqualTo("12345");
        assertThat(Words.cut("123456", 5)).isEqualTo("1234…");
        assertThat(Words.cut("12👍👍👍", 5)).isEqualTo("12👍👍👍");
    }

    @Test
    void aWatermarkIsNeverABareExtreme() {
        assertThat(times.watermark(Long.MIN_VALUE)).isEqualTo("none yet");
        assertThat(times.watermark(Long.MAX_VALUE)).isEqualTo("end of input");
        assertThat(times.watermark(1_767_614_400_123L)).isEqualTo("2026-01-05 13:00:00.123 (1767614400123)");
        assertThat(times.timestamp(Long.MIN_VALUE)).isEqualTo("none");
    }
}
