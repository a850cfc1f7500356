package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checkpoint.store.FlushRule.Facts;
import io.tidemark.checkpoint.store.FlushRule.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stepped by a clock of 100 ms a step; checkpoints come every ten seconds. */
class FlushRuleTest {
    private static final long TICK_NS = 100_000_000;
    private static final int TICKS_PER_CHECKPOINT = 100;
    private static final int MANY = 1_000_000;

    private final FlushRule rule = new FlushRule();
    private long ticks = 7;

    private Facts facts(int entries, boolean isBusy, boolean isScarce) {
        return new Facts(ticks * TICK_NS, entries, isBusy, isScarce);
    }

    private void checkpoint() {
        rule.onCheckpoint(ticks * TICK_NS);
    }

    /** What is done until the next checkpoint, as step and tick after the last one; a flush is over at once. */
    private List<String> untilNextCheckpoint(Facts always, double yield) {
        List<String> done = new ArrayList<>();
        for (int tick = 0; tick < TICKS_PER_CHECKPOINT; tick++, ticks++) {
            Facts now = new Facts(ticks * TICK_NS, always.currentEntries(), always.isBusy(), always.isScarce());
            Step step = rule.next(now);
            if (step == Step.CLOSE) {
                rule.onClosed(now.nowNs());
                done.add("close " + tick);
            } else if (step == Step.FLUSH) {
                rule.onFlushBegun();
                rule.onFlushed(MANY, (long) (MANY * yield));
                done.add("flush " + tick);
            }
        }
        checkpoint();
        return done;
    }

    @Test
    void nothing_is_written_ahead_before_it_is_known_how_often_checkpoints_come() {
        assertThat(untilNextCheckpoint(facts(MANY, false, false), 1)).isEmpty();
        assertThat(untilNextCheckpoint(facts(MANY, false, false), 1)).isEmpty();
    }

    @Test
    void what_rested_for_as_long_as_the_next_checkpoint_is_away_is_written() {
        checkpoint();
        ticks += TICKS_PER_CHECKPOINT;
        checkpoint();

        assertThat(untilNextCheckpoint(facts(MANY, false, false), 1))
                .containsExactly("close 25", "close 50", "flush 63", "flush 75", "close 76", "flush 88");
    }

    @Test
    void few_changes_are_left_to_the_checkpoint() {
        checkpoint();
        ticks += TICKS_PER_CHECKPOINT;
        checkpoint();

        assertThat(untilNextCheckpoint(facts(1_000, false, false), 1)).isEmpty();
    }

    @Test
    void nothing_is_begun_while_something_is_being_written_or_the_cache_is_full() {
        checkpoint();
        ticks += TICKS_PER_CHECKPOINT;
        checkpoint();

        assertThat(untilNextCheckpoint(facts(MANY, true, false), 1)).isEmpty();
        assertThat(untilNextCheckpoint(facts(MANY, false, true), 1)).isEmpty();
    }

    @Test
    void state_that_is_changed_all_the_time_is_looked_at_ever_more_seldom() {
        checkpoint();
        ticks += TICKS_PER_CHECKPOINT;
        checkpoint();
        List<Integer> flushesPerCheckpoint = new ArrayList<>();
        for (int checkpoint = 0; checkpoint < 12; checkpoint++) {
            List<String> done = untilNextCheckpoint(facts(MANY, false, false), 0.01);
            flushesPerCheckpoint.add(
                    (int) done.stream().filter(step -> step.startsWith("flush")).count());
        }

        assertThat(flushesPerCheckpoint).containsExactly(1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0);
    }

    @Test
    void state_that_comes_to_rest_is_looked_at_with_every_checkpoint_again() {
        checkpoint();
        ticks += TICKS_PER_CHECKPOINT;
        checkpoint();
        untilNextCheckpoint(facts(MANY, false, false), 0.01);
        untilNextCheckpoint(facts(MANY, false, false), 1);

        assertThat(untilNextCheckpoint(facts(MANY, false, false), 1)).hasSize(6);
    }

    @Test
    void checkpoints_one_right_after_the_other_leave_no_time_for_it() {
        checkpoint();
        ticks += 5;
        checkpoint();
        ticks += 20;

        assertThat(rule.next(facts(MANY, false, false))).isEqualTo(Step.NOTHING);
    }
}
