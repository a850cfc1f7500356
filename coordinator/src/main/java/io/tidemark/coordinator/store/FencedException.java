package io.tidemark.coordinator.store;

import java.io.IOException;

/** Another coordinator has taken the job store over; this one must end. */
public final class FencedException extends IOException {
    private static final long serialVersionUID = 1L;

    FencedException(long own, long found) {
        super("the job store is at epoch " + found + ", this coordinator is of epoch " + own
                + ": another one has taken over");
    }
}
