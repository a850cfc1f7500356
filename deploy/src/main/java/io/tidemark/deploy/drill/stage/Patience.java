package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.terminal.Words;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waits for something by looking again and again, up to a limit. Used by one thread. */
public final class Patience {
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final DrillClock clock;
    private final Duration limit;

    /** @param limit for each wait */
    public Patience(DrillClock clock, Duration limit) {
        this.clock = clock;
        this.limit = limit;
    }

    public DrillClock clock() {
        return clock;
    }

    /**
     * Waits.
     *
     * @param what is waited for, to complete "waited 60 s for …"
     * @param look gives it, or empty when it is not there yet
     * @param lastSeen what there is instead, told when it does not come
     * @throws UserError when it does not come
     */
    public <T> T await(String what, Supplier<Optional<T>> look, Supplier<String> lastSeen) throws InterruptedException {
        long deadlineMs = clock.nowMs() + limit.toMillis();
        while (true) {
            Optional<T> found = look.get();
            if (found.isPresent()) {
                return found.get();
            }
            if (clock.nowMs() >= deadlineMs) {
                throw UserError.failed(
                        "waited " + Words.duration(limit.toMillis()) + " for " + what + "; last seen: "
                                + lastSeen.get(),
                        "Look at the logs.");
            }
            clock.pause(LOOK_EVERY);
        }
    }
}
