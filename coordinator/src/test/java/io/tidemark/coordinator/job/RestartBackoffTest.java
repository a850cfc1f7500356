package io.tidemark.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RestartBackoffTest {

    @Test
    void eachPauseIsTwiceTheOneBeforeUpToTheLongest() {
        RestartBackoff backoff = new RestartBackoff(100, 1_000, 60_000);
        long[] pauses = new long[7];
        for (int i = 0; i < pauses.length; i++) {
            pauses[i] = backoff.pauseMs(0);
        }
        assertThat(pauses).containsExactly(100, 200, 400, 800, 1_000, 1_000, 1_000);
    }

    @Test
    void anAttemptThatRanForAMinuteMakesThePauseShortAgain() {
        RestartBackoff backoff = new RestartBackoff(100, 1_000, 60_000);
        backoff.pauseMs(0);
        backoff.pauseMs(0);
        assertThat(backoff.pauseMs(59_999)).isEqualTo(400);
        assertThat(backoff.pauseMs(60_000)).isEqualTo(100);
        assertThat(backoff.pauseMs(0)).isEqualTo(200);
    }

    @Test
    void theLongestPauseMayBeAsLargeAsANumberGets() {
        RestartBackoff backoff = new RestartBackoff(Long.MAX_VALUE / 2 + 1, Long.MAX_VALUE, 1);
        backoff.pauseMs(0);
        assertThat(backoff.pauseMs(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLongestPauseBelowTheFirstIsRefused() {
        assertThatThrownBy(() -> new RestartBackoff(100, 99, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
