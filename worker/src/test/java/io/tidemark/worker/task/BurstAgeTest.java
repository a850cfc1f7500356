package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BurstAgeTest {
    private final BurstAge age = new BurstAge();

    @Test
    void aBurstIsLongOnceItHasGoneOnForSomeTime() {
        age.note(5, true);
        age.note(4 + BurstAge.LONG_NS, true);
        assertThat(age.isLong()).isFalse();
        age.note(5 + BurstAge.LONG_NS, true);
        assertThat(age.isLong()).isTrue();
    }

    @Test
    void oneThatIsOverSaysNothingOfTheNext() {
        age.note(0, true);
        age.note(BurstAge.LONG_NS, false);
        assertThat(age.isLong()).isFalse();
        age.note(BurstAge.LONG_NS + 1, true);
        age.note(2 * BurstAge.LONG_NS, true);
        assertThat(age.isLong()).isFalse();
    }

    @Test
    void aTaskThatIsInNoneIsInNoLongOneHoweverLongItRuns() {
        age.note(0, false);
        age.note(10 * BurstAge.LONG_NS, false);
        assertThat(age.isLong()).isFalse();
    }
}
