package io.tidemark.bench.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The measurements run and check their results; how fast they are is not asked here. */
class StateBenchesTest {
    @Test
    void counts_in_keyed_state_and_in_a_plain_map_add_up_alike() throws Exception {
        assertThat(PlainMapBench.run(1000, 20_000, 1)).hasSize(5);
    }
}
