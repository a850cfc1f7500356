package io.tidemark.deploy.drill.stage;

import java.time.Duration;

/** Time that passes by pausing alone. */
public final class HandClock implements DrillClock {
    private long nowMs = 1_000_000;

    @Override
    public long nowMs() {
        return nowMs;
    }

    @Override
    public void pause(Duration duration) {
        nowMs += duration.toMillis();
    }
}
