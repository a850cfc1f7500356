package io.tidemark.bench.jet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.bench.workload.Workload;
import io.tidemark.bench.workload.plain.PlainEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pipelines that are measured compute what the plain loop computes; how fast is not asked here. */
class JetEngineTest {
    private static final long EVENTS = 10_000;

    @ParameterizedTest
    @EnumSource
    void gives_the_results_of_the_plain_loop(Workload workload) throws Exception {
        try (JetEngine engine = new JetEngine()) {
            assumeThat(engine.runs(workload)).isTrue();
            engine.start(workload);
            engine.run(workload, EVENTS / 2);

            assertThat(engine.run(workload, EVENTS)).isEqualTo(new PlainEngine().run(workload, EVENTS));
        }
    }
}
