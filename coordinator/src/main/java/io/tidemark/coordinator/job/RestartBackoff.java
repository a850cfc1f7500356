package io.tidemark.coordinator.job;

/** How long to wait before the next attempt: twice as long each time, from the start again after a quiet while. */
public final class RestartBackoff {
    private final long initialMs;
    private final long maxMs;
    private final long quietMs;
    private long nextMs;

    /** @param quietMs an attempt that ran this long makes the next pause the initial one */
    public RestartBackoff(long initialMs, long maxMs, long quietMs) {
        if (initialMs < 0 || maxMs < initialMs) {
            throw new IllegalArgumentException("back-off from " + initialMs + " to " + maxMs + " ms");
        }
        this.initialMs = initialMs;
        this.maxMs = maxMs;
        this.quietMs = quietMs;
        this.nextMs = initialMs;
    }

    /** The next pause is the initial one. */
    public void reset() {
        nextMs = initialMs;
    }

    /** The pause after an attempt that had all its tasks running for so long. */
    public long pauseMs(long ranForMs) {
        if (ranForMs >= quietMs) {
            reset();
        }
        long pauseMs = nextMs;
        nextMs = nextMs > maxMs / 2 ? maxMs : nextMs * 2;
        return pauseMs;
    }
}
