package io.tidemark.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.workload.Workload;
import io.tidemark.bench.workload.plain.PlainEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jobs that are measured compute what the plain loop computes; how fast is not asked here. */
class TidemarkEngineTest {
    private static final long EVENTS = 10_000;

    @ParameterizedTest
    @EnumSource
    void gives_the_results_of_the_plain_loop(Workload workload) throws Exception {
        try (TidemarkEngine engine = new TidemarkEngine()) {
            engine.start(workload);
            // A second run in the same process must not see anything of the first.
            engine.run(workload, EVENTS / 2);

            assertThat(engine.run(workload, EVENTS)).isEqualTo(new PlainEngine().run(workload, EVENTS));
        }
    }
}
