package io.tidemark.api.eventtime;

import java.io.Serializable;
import java.time.Duration;

/**
 * Keeps single records of the far future from moving event time: one whose timestamp is further ahead of the wall clock than
 * {@code maxSkew} goes aside and is counted.
 *
 * @param sideOutput id of the output tag it goes to; null when it is dropped
 */
public record FutureGuard(Duration maxSkew, String sideOutput) implements Serializable {
    /** @throws IllegalArgumentException when the skew is negative */
    public FutureGuard {
        EventTimeMath.nonNegativeMs("the largest skew into the future", maxSkew);
    }
}
