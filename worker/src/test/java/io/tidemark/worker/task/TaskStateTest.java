package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskStateTest {
    @ParameterizedTest
    @EnumSource
    void a_state_is_final_exactly_when_none_may_follow(TaskState state) {
        assertThat(state.isFinal()).isEqualTo(state.next().isEmpty());
    }
}
