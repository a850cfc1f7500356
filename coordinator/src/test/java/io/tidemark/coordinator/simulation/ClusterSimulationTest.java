package io.tidemark.coordinator.simulation;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Thousands of short lives of a cluster in which everything fails. Each is one seed; a seed that breaks a rule is printed
 * with what happened last, and {@code -Dsimulation.seed=N} runs it alone.
 */
class ClusterSimulationTest {
    private static final int SEEDS = 3_000;
    private static final int CI_SEEDS = 20_000;

    @Test
    void whateverFailsNothingIsLostOrDoubledAndEveryJobEnds() {
        Long only = Long.getLong("simulation.seed");
        if (only != null) {
            live(only);
            return;
        }
        for (long seed = 0; seed < SEEDS; seed++) {
            live(seed);
        }
    }

    @Test
    @Tag("ci")
    void theSameHoldsForManyMoreSeeds() {
        for (long seed = SEEDS; seed < SEEDS + CI_SEEDS; seed++) {
            live(seed);
        }
    }

    private static void live(long seed) {
        try {
            new Simulation(seed, false).run();
        } catch (Throwable broken) {
            throw new AssertionError(
                    "seed " + seed + ": " + broken.getMessage() + "\n" + String.join("\n", replay(seed)), broken);
        }
    }

    private static List<String> replay(long seed) {
        Simulation again = new Simulation(seed, true);
        try {
            again.run();
        } catch (Throwable same) {
            return again.world().trace();
        }
        return List.of("the replay went well: the simulation is not deterministic");
    }
}
