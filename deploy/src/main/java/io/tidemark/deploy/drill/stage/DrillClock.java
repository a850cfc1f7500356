package io.tidemark.deploy.drill.stage;

import java.time.Duration;

/** The wall clock, which processes of one machine share, and the passing of time. */
public interface DrillClock {
    /** In milliseconds since 1970. */
    long nowMs();

    void pause(Duration duration) throws InterruptedException;

    static DrillClock ofSystem() {
        return new DrillClock() {
            @Override
            public long nowMs() {
                return System.currentTimeMillis();
            }

            @Override
            public void pause(Duration duration) throws InterruptedException {
                Thread.sleep(duration.toMillis());
            }
        };
    }
}
