package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlockedTimeTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final BlockedTime blocked = new BlockedTime();

    @Test
    void aTaskWhoseOutputsNeverHaveRoomIsBlockedAllTheTime() {
        for (int second = 0; second < 10; second++) {
            blocked.note(second * SECOND_NS, true);
        }
        assertThat(blocked.percent(10 * SECOND_NS)).isEqualTo(100);
    }

    @Test
    void aShortMomentOfRoomDoesNotHideThatItIsBlocked() {
        for (int second = 0; second < 10; second++) {
            blocked.note(second * SECOND_NS, false);
            blocked.note(second * SECOND_NS + 1_000_000, true);
        }
        assertThat(blocked.percent(10 * SECOND_NS)).isGreaterThan(95);
    }

    @Test
    void theTimeBeforeATaskBeganDoesNotCount() {
        blocked.begin(100 * SECOND_NS);
        blocked.note(100 * SECOND_NS, true);

        assertThat(blocked.percent(101 * SECOND_NS)).isEqualTo(100);
    }

    @Test
    void whatWasLongAgoIsForgotten() {
        blocked.note(0, true);
        for (int second = 4; second < 12; second++) {
            blocked.note(second * SECOND_NS, false);
        }
        assertThat(blocked.percent(12 * SECOND_NS)).isZero();
    }

    @Test
    void aTaskThatHasNotBegunIsNotBlocked() {
        assertThat(blocked.percent(5)).isZero();
    }
}
