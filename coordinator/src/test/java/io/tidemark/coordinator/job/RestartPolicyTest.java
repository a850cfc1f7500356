package io.tidemark.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RestartPolicyTest {
    private static final Failure LOST = Failure.environment("a worker is lost", "");
    private static final Failure OWN = new Failure(Failure.Kind.OWN, Failure.detail("user code", ""));

    private final RestartPolicy policy = new RestartPolicy(-1, 3, new RestartBackoff(100, 30_000, 60_000));

    private long pauseMs(Failure failure, boolean progressed) {
        return policy.decide(failure, 0, progressed, 2_000).pauseMs();
    }

    @Test
    void workersThatAreLostOneAfterTheOtherMakeNoLongPauseWhileTheJobComesForward() {
        assertThat(pauseMs(LOST, true)).isEqualTo(100);
        assertThat(pauseMs(LOST, true)).isEqualTo(100);
        assertThat(pauseMs(LOST, true)).isEqualTo(100);
    }

    @Test
    void thePauseGrowsWhileNoAttemptComesForward() {
        assertThat(pauseMs(LOST, true)).isEqualTo(100);
        assertThat(pauseMs(LOST, false)).isEqualTo(200);
        assertThat(pauseMs(LOST, false)).isEqualTo(400);
    }

    @Test
    void thePauseGrowsForFailuresOfTheJobsOwnEvenIfItComesForward() {
        assertThat(pauseMs(OWN, true)).isEqualTo(100);
        assertThat(pauseMs(OWN, true)).isEqualTo(200);
        assertThat(pauseMs(OWN, true)).isEqualTo(400);
    }
}
