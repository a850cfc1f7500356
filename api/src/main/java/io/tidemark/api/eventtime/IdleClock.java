package io.tidemark.api.eventtime;

import java.io.Serializable;
import java.time.Duration;

/**
 * Lets event time of a source follow the wall clock while nothing comes: when all of its splits have been idle for {@code
 * after}, its watermark is the wall clock less {@code bound}, until the next record.
 *
 * @param after from the moment at which the last split was idle
 * @param bound how far behind the wall clock; what comes later than that is late
 */
public record IdleClock(Duration after, Duration bound) implements Serializable {
    /** @throws IllegalArgumentException when one of the two is negative */
    public IdleClock {
        EventTimeMath.nonNegativeMs("the time before the idle clock", after);
        EventTimeMath.nonNegativeMs("the bound of the idle clock", bound);
    }
}
