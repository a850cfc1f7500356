package io.tidemark.coordinator.loop;

import java.util.function.LongSupplier;

/** Milliseconds since 1970 that never go back: the wall clock at the start, and from there the time that has passed. */
public final class LoopClock {
    private final long startMs;
    private final long startNs;
    private final LongSupplier nanoTime;

    /** @param nanoTime a clock that only goes forward */
    public LoopClock(long startMs, LongSupplier nanoTime) {
        this.startMs = startMs;
        this.nanoTime = nanoTime;
        this.startNs = nanoTime.getAsLong();
    }

    /** The clock of this machine. */
    public static LoopClock system() {
        return new LoopClock(System.currentTimeMillis(), System::nanoTime);
    }

    public long nowMs() {
        return startMs + (nanoTime.getAsLong() - startNs) / 1_000_000;
    }
}
