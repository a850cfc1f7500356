package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class LongPassTest {
    @Test
    void an_interrupt_ends_a_pass_and_stays_for_those_above() {
        LongPass pass = new LongPass("state was copied");
        for (int entry = 0; entry < 10_000; entry++) {
            pass.onEntry();
        }
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> {
                    for (int entry = 0; entry < 10_000; entry++) {
                        pass.onEntry();
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(InterruptedIOException.class)
                .hasMessageContaining("interrupted while state was copied");
        assertThat(Thread.interrupted()).isTrue();
        assertThatCode(pass::onEntry).doesNotThrowAnyException();
    }
}
