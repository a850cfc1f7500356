package io.tidemark.coordinator.rpc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Calls that are answered when a job ends, so that nobody has to ask again and again. Thread-safe. */
public final class JobWaits implements AutoCloseable {
    private final Map<String, List<CompletableFuture<Void>>> byJob = new HashMap<>();
    private boolean closed;

    /**
     * Done when the job ends, or after so long, or when the coordinator closes; what it is then has to be asked. The caller has
     * seen, on the loop, that the job goes on.
     */
    CompletableFuture<Void> untilEnd(String jobId, long waitMs) {
        CompletableFuture<Void> wait = new CompletableFuture<>();
        synchronized (this) {
            if (closed) {
                return CompletableFuture.completedFuture(null);
            }
            byJob.computeIfAbsent(jobId, id -> new ArrayList<>()).add(wait);
        }
        wait.completeOnTimeout(null, waitMs, TimeUnit.MILLISECONDS);
        wait.thenRun(() -> forget(jobId, wait));
        return wait;
    }

    private synchronized void forget(String jobId, CompletableFuture<Void> wait) {
        List<CompletableFuture<Void>> waits = byJob.get(jobId);
        if (waits != null) {
            waits.remove(wait);
            if (waits.isEmpty()) {
                byJob.remove(jobId);
            }
        }
    }

    /** The job has ended, and may be seen to have. On the loop. */
    public void onEnd(String jobId) {
        List<CompletableFuture<Void>> waits;
        synchronized (this) {
            waits = byJob.remove(jobId);
        }
        if (waits != null) {
            waits.forEach(wait -> wait.complete(null));
        }
    }

    /** Those who wait are answered before the coordinator goes. */
    @Override
    public void close() {
        List<CompletableFuture<Void>> waits = new ArrayList<>();
        synchronized (this) {
            closed = true;
            byJob.values().forEach(waits::addAll);
            byJob.clear();
        }
        waits.forEach(wait -> wait.complete(null));
    }

    /** How many wait. For tests. */
    synchronized int count() {
        return byJob.values().stream().mapToInt(List::size).sum();
    }
}
