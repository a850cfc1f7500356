package io.tidemark.deploy.drill.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.error.UserError;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private final HandClock clock = new HandClock();
    private final Patience patience = new Patience(clock, Duration.ofSeconds(3));

    @Test
    void whatComesInTimeIsGiven() throws InterruptedException {
        long dueMs = clock.nowMs() + 2_900;
        String found = patience.await(
                "a sign", () -> clock.nowMs() >= dueMs ? Optional.of("sign") : Optional.empty(), () -> "none");
        assertThat(found).isEqualTo("sign");
    }

    @Test
    void whatDoesNotComeIsToldWithWhatThereIsInstead() {
        assertThatThrownBy(() -> patience.await("a sign", Optional::empty, () -> "RESTARTING, checkpoint 7"))
                .isInstanceOf(UserError.class)
                .hasMessage("waited 3.0 s for a sign; last seen: RESTARTING, checkpoint 7");
    }
}
