package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatchedTimeTest {
    private final WatchedTime time = new WatchedTime();

    @Test
    void trW4_itStandsStillWhileNobodyLooks() {
        assertThat(time.at(1_000)).isEqualTo(1_000);
        time.away(1_000);
        time.away(3_000);
        time.back(6_000);
        assertThat(time.at(6_000)).isEqualTo(1_000);
        assertThat(time.at(6_250)).isEqualTo(1_250);
    }

    @Test
    void trW4_lookingAgainWithoutHavingBeenAwayChangesNothing() {
        time.back(500);
        time.away(600);
        time.back(700);
        time.back(900);
        assertThat(time.at(900)).isEqualTo(800);
    }

    @Test
    void aClockThatJumpsBackMeanwhileTakesNoTimeAway() {
        time.away(5_000);
        time.back(2_000);
        assertThat(time.at(2_000)).isEqualTo(2_000);
    }
}
