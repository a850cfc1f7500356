package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.operator.OperatorContext;

/** Calls back every so often. */
public final class PeriodicEmission {
    private final OperatorContext context;
    private final long intervalMs;
    private final Runnable emission;

    private PeriodicEmission(OperatorContext context, long intervalMs, Runnable emission) {
        this.context = context;
        this.intervalMs = intervalMs;
        this.emission = emission;
    }

    /** Begins with the first call one such interval from now. */
    public static void every(OperatorContext context, long intervalMs, Runnable call) {
        new PeriodicEmission(context, intervalMs, call).schedule();
    }

    private void schedule() {
        context.callAt(EventTimeMath.plus(context.processingTimeMs(), intervalMs - 1), time -> {
            emission.run();
            schedule();
        });
    }
}
