package io.tidemark.coordinator.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JobWaitsTest {
    private static final long LONG_MS = TimeUnit.HOURS.toMillis(1);

    private final JobWaits waits = new JobWaits();

    @Test
    void allWhoWaitForAJobAreAnsweredAtItsEndAndNobodyElse() {
        CompletableFuture<Void> one = waits.untilEnd("job", LONG_MS);
        CompletableFuture<Void> another = waits.untilEnd("job", LONG_MS);
        CompletableFuture<Void> ofAnother = waits.untilEnd("another", LONG_MS);

        waits.onEnd("job");

        assertThat(one).isCompleted();
        assertThat(another).isCompleted();
        assertThat(ofAnother).isNotDone();
        assertThat(waits.count()).isEqualTo(1);
    }

    @Test
    void whoHasWaitedLongEnoughIsAnsweredAndForgotten() {
        waits.untilEnd("job", 1).join();

        assertThat(waits.count()).isZero();
    }

    @Test
    void aCoordinatorThatClosesAnswersAllAndLetsNobodyWait() {
        CompletableFuture<Void> before = waits.untilEnd("job", LONG_MS);

        waits.close();

        assertThat(before).isCompleted();
        assertThat(waits.untilEnd("job", LONG_MS)).isCompleted();
        assertThat(waits.count()).isZero();
    }
}
