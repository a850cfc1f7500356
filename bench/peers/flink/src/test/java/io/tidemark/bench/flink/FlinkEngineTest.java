package io.tidemark.bench.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.bench.workload.Engine;
import io.tidemark.bench.workload.Workload;
import io.tidemark.bench.workload.plain.PlainEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jobs that are measured compute what the plain loop computes; how fast is not asked here. */
class FlinkEngineTest {
    private static final long EVENTS = 10_000;

    @ParameterizedTest
    @EnumSource
    void gives_the_results_of_the_plain_loop(Workload workload) throws Exception {
        check(new FlinkEngine(), workload);
    }

    @ParameterizedTest
    @EnumSource
    void gives_the_results_of_the_plain_loop_when_it_copies_records(Workload workload) throws Exception {
        check(new FlinkCopyingEngine(), workload);
    }

    private static void check(Engine engine, Workload workload) throws Exception {
        try (engine) {
            assumeThat(engine.runs(workload)).isTrue();
            engine.start(workload);
            engine.run(workload, EVENTS / 2);

            assertThat(engine.run(workload, EVENTS)).isEqualTo(new PlainEngine().run(workload, EVENTS));
        }
    }
}
