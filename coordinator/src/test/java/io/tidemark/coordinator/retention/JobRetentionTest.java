package io.tidemark.coordinator.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobRetentionTest {
    private static final long LATER_MS = 1_000_000;
    private static final JobRetention TWO = new JobRetention(2, Optional.empty());

    private static EndedJob finished(String id, long endedAtMs) {
        return new EndedJob(id, endedAtMs, true);
    }

    private static EndedJob failed(String id, long endedAtMs) {
        return new EndedJob(id, endedAtMs, false);
    }

    @Test
    void theNewestAreRememberedAndTheOldestAreForgottenFirst() {
        List<EndedJob> ended =
                List.of(finished("c", 30), finished("a", 10), finished("d", 40), finished("b", 20), finished("e", 50));

        assertThat(TWO.forgettable(ended, LATER_MS)).containsExactly("a", "b", "c");
        assertThat(TWO.forgettable(ended.subList(0, 2), LATER_MS)).isEmpty();
    }

    @Test
    void jobsThatFinishedDoNotPushOutOneThatFailed() {
        List<EndedJob> ended =
                List.of(failed("old", 1), finished("a", 10), finished("b", 20), finished("c", 30), failed("x", 40));

        assertThat(TWO.forgettable(ended, LATER_MS)).containsExactly("a");
    }

    @Test
    void withAnAgeOlderOnesAreForgottenWhateverTheirNumber() {
        JobRetention aged = new JobRetention(100, Optional.of(Duration.ofMinutes(10)));
        List<EndedJob> ended = List.of(finished("a", 10), failed("b", 20), finished("c", 35));

        assertThat(aged.forgettable(ended, 600_030)).containsExactly("a", "b");
    }

    @Test
    void whoeverWaitsForTheEndOfAJobGetsToSeeIt() {
        JobRetention none = new JobRetention(0, Optional.empty());

        assertThat(none.forgettable(List.of(finished("a", 10)), 60_009)).isEmpty();
        assertThat(none.forgettable(List.of(finished("a", 10)), 60_010)).containsExactly("a");
    }
}
