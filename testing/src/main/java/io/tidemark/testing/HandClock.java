package io.tidemark.testing;

import io.tidemark.worker.chain.TaskClock;

/** A clock that stands still until it is set. */
final class HandClock implements TaskClock {
    private long nowMs;

    HandClock(long nowMs) {
        this.nowMs = nowMs;
    }

    /** Sets the wall clock. */
    void set(long nowMs) {
        this.nowMs = nowMs;
    }

    @Override
    public long nowMs() {
        return nowMs;
    }

    @Override
    public long nanoTime() {
        return nowMs * 1_000_000;
    }
}
