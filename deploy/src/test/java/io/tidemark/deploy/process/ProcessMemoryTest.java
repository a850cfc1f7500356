package io.tidemark.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.error.UserError;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    private static final ProcessMemory SMALL = new ProcessMemory(1000L << 20, 400L << 20, 100L << 20);

    @Test
    void the_whole_is_the_sum_of_its_parts() {
        assertThat(SMALL.overheadBytes()).isEqualTo((256L + 100 + 100) << 20);
        assertThat(SMALL.totalBytes()).isEqualTo(1956L << 20);
        assertThat(SMALL)
                .hasToString("1956 MiB: heap 1000 + state outside of it 400 + buffers 100 + the JVM's own 456");
    }

    @Test
    void a_worker_that_may_take_more_than_it_is_allowed_to_says_what_to_lower() {
        assertThatThrownBy(() -> SMALL.checkWithin(1955L << 20))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("may take 1956 MiB")
                .hasMessageContaining("worker.process-memory allows 1955 MiB");
        assertThatCode(() -> SMALL.checkWithin(1956L << 20)).doesNotThrowAnyException();
    }

    @Test
    void nothing_is_checked_when_nothing_is_said() {
        assertThatCode(() -> SMALL.checkWithin(0)).doesNotThrowAnyException();
    }

    @Test
    void a_process_knows_its_own_limits() {
        ProcessMemory own = ProcessMemory.ofThisProcess(7L << 20);

        assertThat(own.heapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(own.directBytes()).isPositive();
        assertThat(own.stateBytes()).isEqualTo(7L << 20);
    }
}
