package io.tidemark.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobStateTest {

    @Test
    void exactlyTheThreeEndsAreTerminal() {
        assertThat(Stream.of(JobState.values()).filter(JobState::isTerminal))
                .containsExactly(JobState.FINISHED, JobState.FAILED, JobState.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    void noStateBecomesItself(JobState state) {
        assertThat(state.mayBecome(state)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    void everyStateButTheFirstIsReached(JobState state) {
        assertThat(reachableFrom(JobState.CREATED)).contains(state);
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"FINISHED", "FAILED", "CANCELLED", "CANCELLING"},
            mode = EnumSource.Mode.EXCLUDE)
    void everythingThatLivesCanBeCancelled(JobState state) {
        assertThat(state.mayBecome(JobState.CANCELLING)).isTrue();
    }

    private static Set<JobState> reachableFrom(JobState start) {
        Set<JobState> seen = EnumSet.of(start);
        Deque<JobState> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            JobState state = open.pop();
            for (JobState next : JobState.values()) {
                if (state.mayBecome(next) && seen.add(next)) {
                    open.push(next);
                }
            }
        }
        return seen;
    }
}
