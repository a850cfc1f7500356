package io.tidemark.deploy.drill.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Against what was worked out on paper. */
class KnownAnswerTest {
    private final KnownAnswer answer = KnownAnswer.of(new NumberedInput(4_000, 97));

    @Test
    void eachRecordIsNumberedWithinItsKey() {
        assertThat(answer.records()).hasSize(4_000).containsEntry("0", "0,1,0").containsEntry("98", "1,2,0");
    }

    @Test
    void ofAHundredRecordsTwoAreLateOnceThereAreTwoSecondsBehindThem() {
        // 5 s behind the 50 th record of the first hundred there is no watermark that high: it stands at 98 s.
        assertThat(answer.isLate(50)).isTrue();
        assertThat(answer.isLate(99)).isTrue();
        assertThat(answer.isLate(51)).isFalse();
        // 1.5 s is within the delay of 2 s.
        assertThat(answer.isLate(107)).isFalse();
        assertThat(answer.lateRecords()).isEqualTo(2 * 40);
    }

    @Test
    void aRecordIsTooLateForItsWindowWhenTheWatermarkHasPassedItsEnd() {
        // Record 3,999 is of 109.99 s; the watermark stands near 137.9 s.
        assertThat(answer.tooLate()).containsKey("3999");
        // Record 3,950 is of 134.5 s: late, and its window [130 s, 140 s) is open.
        assertThat(answer.tooLate()).doesNotContainKey("3950");
    }

    @Test
    void aWindowHoldsWhatCameInTime() {
        // Of the first window, [100 s, 110 s), key 0 has the numbers 0, 97, 194, …, 970 less those that lag out of it.
        String[] cells = answer.windows().get("100000,0").split(",");
        assertThat(Long.parseLong(cells[0])).isBetween(9L, 11L);
    }

    @Test
    void aLateRecordSetsATimerAnewThatTellsTheGrownCount() {
        long pulsesOfOneTime = answer.pulses().keySet().stream()
                .filter(pulse -> pulse.contains(",110000,"))
                .count();
        assertThat(pulsesOfOneTime).isGreaterThan(97);
    }
}
