package io.tidemark.bench.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measurements run and check their results; how fast they are is not asked here. */
class StateBenchesTest {
    @Test
    void counts_in_keyed_state_and_in_a_plain_map_add_up_alike() throws Exception {
        assertThat(PlainMapBench.run(1000, 20_000, 1)).hasSize(5);
    }

    @Test
    void counts_add_up_with_checkpoints_and_without() throws Exception {
        KeyedCount job = KeyedCount.of(1000, 20_000).withHotKeys(100);

        assertThat(CheckpointBench.run(job, Duration.ofMillis(10), 1, 64 << 20))
                .anyMatch(line -> line.startsWith("tasks stood still"))
                .anyMatch(line -> line.contains("COMPLETED"));
    }

    @Test
    void counts_add_up_when_the_state_is_larger_than_the_cache() throws Exception {
        KeyedCount job = KeyedCount.of(20_000, 40_000).withCheckpoints(Duration.ofMillis(100));

        assertThat(SpillBench.run(job, 1 << 20, 16 << 20)).hasSize(2);
    }

    @Test
    void timers_fire_in_their_order_when_they_fit_and_when_they_do_not(@TempDir Path directory) throws Exception {
        List<String> lines = new ArrayList<>();
        TimersBench.run(20_000, TimersBench.Order.RANDOM, 64 << 20, 16 << 20, directory.resolve("fit"), lines::add);
        TimersBench.run(20_000, TimersBench.Order.EQUAL, 200_000, 16 << 20, directory.resolve("spill"), lines::add);

        assertThat(lines).hasSize(8);
    }
}
