package io.tidemark.examples.numberedrecords;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private boolean hurried;

    @Test
    void whatWasReadBeforeComesAtOnceAndTheNewAtThePace() {
        Pace pace = new Pace(100, 50, () -> hurried);

        assertThat(pace.allowed(0, 0)).isEqualTo(50);
        pace.use(0, 50);
        assertThat(pace.allowed(50, 0)).isZero();
        assertThat(pace.allowed(50, SECOND_NS / 20)).isEqualTo(5);
        pace.use(50, 5);
        assertThat(pace.allowed(55, SECOND_NS / 20)).isZero();
    }

    @Test
    void aLongPauseIsNotMadeUpFor() {
        Pace pace = new Pace(100, 0, () -> hurried);
        pace.allowed(0, 0);
        assertThat(pace.allowed(0, 60 * SECOND_NS)).isEqualTo(10);
    }

    @Test
    void withoutARateNothingIsHeldBack() {
        Pace pace = new Pace(Double.POSITIVE_INFINITY, 0, () -> hurried);
        assertThat(pace.allowed(0, 5)).isEqualTo(Long.MAX_VALUE);
        pace.use(0, 1_000);
        assertThat(pace.allowed(1_000, 5)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void onceHurriedNothingIsHeldBack() {
        Pace pace = new Pace(100, 0, () -> hurried);
        assertThat(pace.allowed(0, 0)).isZero();
        hurried = true;
        assertThat(pace.allowed(0, SECOND_NS)).isEqualTo(Long.MAX_VALUE);
        hurried = false;
        assertThat(pace.isHurried(2 * SECOND_NS)).isTrue();
    }
}
