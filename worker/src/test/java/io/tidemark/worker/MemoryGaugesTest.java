package io.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.NativeMemory;
import org.junit.jupiter.api.Test;

class MemoryGaugesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void trS2_aGaugeTellsWhatStateTakesBesideItsLimitsAsLongAsTheWorkerLives() {
        try (NativeMemory memory = NativeMemory.create(1 << 20)) {
            MemoryGauges gauges = new MemoryGauges(registry, "worker-7", new CacheBudget(5_000), memory);

            assertThat(registry.get("tidemark.state.cache.limit")
                            .tag("worker", "worker-7")
                            .gauge()
                            .value())
                    .isEqualTo(5_000);
            assertThat(registry.get("tidemark.state.cache.used").gauge().value())
                    .isZero();
            assertThat(registry.get("tidemark.state.native.limit").gauge().value())
                    .isEqualTo(1 << 20);
            assertThat(registry.get("tidemark.state.native.used").gauge().value())
                    .isZero();
            gauges.close();
            assertThat(registry.getMeters()).extracting(Meter::getId).isEmpty();
        }
    }
}
