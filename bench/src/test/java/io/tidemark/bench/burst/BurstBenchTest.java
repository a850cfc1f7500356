package io.tidemark.bench.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The measurement runs and finds what it looks for; what the figures are is not asked here. */
class BurstBenchTest {
    @ParameterizedTest
    @EnumSource
    void a_burst_is_worked_off_with_barriers_in_between_and_can_be_cancelled(BurstJob.Kind kind) throws Exception {
        List<String> lines = new ArrayList<>();
        BurstBench.run(kind, 5_000, Duration.ofNanos(100_000), Duration.ofMillis(20), lines::add);

        assertThat(lines).hasSize(4);
        assertThat(lines.subList(0, 2)).noneMatch(line -> line.contains("[]"));
    }
}
