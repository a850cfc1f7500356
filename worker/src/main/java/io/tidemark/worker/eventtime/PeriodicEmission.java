package io.tidemark.worker.eventtime;

import io.tidemark.api.config.JobOptions;
import io.tidemark.api.operator.OperatorContext;

/** Calls back every {@code pipeline.auto-watermark-interval}; never when that is 0. */
public final class PeriodicEmission {
    private final OperatorContext context;
    private final long intervalMs;
    private final Runnable emission;

    private PeriodicEmission(OperatorContext context, long intervalMs, Runnable emission) {
        this.context = context;
        this.intervalMs = intervalMs;
        this.emission = emission;
    }

    /** Between two calls; 0 for none. */
    static long intervalMs(OperatorContext context) {
        return context.configuration().get(JobOptions.AUTO_WATERMARK_INTERVAL).toMillis();
    }

    /** Begins with the first call one interval from now. */
    static void start(OperatorContext context, Runnable emission) {
        long intervalMs = intervalMs(context);
        if (intervalMs > 0) {
            every(context, intervalMs, emission);
        }
    }

    /** Begins with the first call one such interval from now. */
    public static void every(OperatorContext context, long intervalMs, Runnable call) {
        new PeriodicEmission(context, intervalMs, call).schedule();
    }

    private void schedule() {
        context.callAt(context.processingTimeMs() + intervalMs - 1, time -> {
            emission.run();
            schedule();
        });
    }
}
