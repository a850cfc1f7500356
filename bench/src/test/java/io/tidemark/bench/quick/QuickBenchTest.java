package io.tidemark.bench.quick;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class QuickBenchTest {
    @Test
    @Tag("ci")
    void nothing_has_become_slower_by_more_than_a_third_beside_the_plain_loop() throws Exception {
        assertThat(QuickBench.compare(Path.of("baseline.properties"))).noneMatch(Finding::isRegression);
    }
}
