package io.tidemark.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.Partitioning;
import org.junit.jupiter.api.Test;

class TaskAssemblyTest {
    @Test
    void trC2_broadcastEdgesAlignWhateverTheCheckpointDoes() {
        assertThat(TaskAssembly.mayBeReadAhead(Partitioning.BROADCAST)).isFalse();
        assertThat(TaskAssembly.mayBeReadAhead(Partitioning.HASH)).isTrue();
    }
}
