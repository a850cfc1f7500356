package io.tidemark.coordinator;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Runs what shares a name one after the other, in order, on threads shared by all. Used by one thread. */
final class Lanes {
    private final Executor threads;
    private final Map<String, CompletableFuture<Void>> tails = new HashMap<>();

    Lanes(Executor threads) {
        this.threads = threads;
    }

    /** @param work must not throw */
    void run(String lane, Runnable work) {
        tails.values().removeIf(CompletableFuture::isDone);
        CompletableFuture<Void> tail = tails.getOrDefault(lane, CompletableFuture.completedFuture(null));
        tails.put(
                lane,
                tail.handleAsync(
                        (nothing, failure) -> {
                            work.run();
                            return null;
                        },
                        threads));
    }
}
