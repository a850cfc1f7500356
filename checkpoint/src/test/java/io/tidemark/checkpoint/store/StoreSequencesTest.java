package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Thousands of random sequences of operations on all kinds of state and timers, under budgets from none to plenty, with
 * snapshots that are written, fail or are given up, restores and rescales, against plain maps. Each sequence follows from
 * its seed, which a failure names; {@code -Dtidemark.seed=N} plays that one alone.
 */
class StoreSequencesTest {
    private static final int SEQUENCES_PER_BUILD = 1_500;
    private static final int SEQUENCES_PER_CI_RUN = 8_500;
    private static final int MAX_STEPS = 100;
    private static final long[] BUDGETS = {0, 1_000, 5_000, 20_000, 1L << 30};

    @Test
    void every_sequence_leaves_what_plain_maps_hold() throws Exception {
        String seed = System.getProperty("tidemark.seed");
        if (seed != null) {
            play(Long.parseLong(seed));
        } else {
            playMany(SEQUENCES_PER_BUILD);
        }
    }

    @Test
    @Tag("ci")
    void thousands_of_sequences_leave_what_plain_maps_hold() {
        playMany(SEQUENCES_PER_CI_RUN);
    }

    private static void playMany(int sequences) {
        int handlesBefore = NativeHandles.open();
        long first = System.nanoTime();
        long spilled = LongStream.range(first, first + sequences)
                .parallel()
                .filter(StoreSequencesTest::play)
                .count();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
        assertThat(spilled).as("sequences in which timers left the memory").isGreaterThan(sequences / 10);
    }

    /** Returns whether timers left the memory. */
    private static boolean play(long seed) {
        Random random = new Random(seed);
        long budget = BUDGETS[random.nextInt(BUDGETS.length)];
        KeyKind keyKind = KeyKind.values()[random.nextInt(2)];
        StoreRun.Action[] actions = StoreRun.Action.values();
        List<StoreRun.Step> steps = new ArrayList<>();
        for (int length = random.nextInt(MAX_STEPS); length > 0; length--) {
            steps.add(new StoreRun.Step(
                    actions[random.nextInt(actions.length)], random.nextInt(StoreRun.FEW_KEYS), random.nextInt(41)));
        }
        try (TestStores stores = new TestStores(keyKind)) {
            stores.sortedFrom = random.nextBoolean() ? 1 : SortedFiles.MIN_ENTRIES;
            StoreRun run = new StoreRun(stores, new CacheBudget(budget), StoreRun.FEW_KEYS, new OneThread());
            run.run(steps, 1);
            return run.timersHaveSpilled();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "sequence " + seed + " with a budget of " + budget + " bytes and keys as " + keyKind + ": " + steps,
                    e);
        }
    }
}
