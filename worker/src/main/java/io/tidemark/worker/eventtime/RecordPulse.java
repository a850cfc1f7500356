package io.tidemark.worker.eventtime;

import io.tidemark.api.operator.OperatorContext;
import java.util.function.LongConsumer;

/** Says the time once a second to what notes when records came, so that no record has to look at the clock. */
public final class RecordPulse {
    private static final long INTERVAL_MS = 1_000;

    private final OperatorContext context;
    private final LongConsumer pulse;

    private RecordPulse(OperatorContext context, LongConsumer pulse) {
        this.context = context;
        this.pulse = pulse;
    }

    /** Begins one second from now. */
    public static void start(OperatorContext context, LongConsumer pulse) {
        new RecordPulse(context, pulse).schedule();
    }

    private void schedule() {
        context.callAt(context.processingTimeMs() + INTERVAL_MS - 1, time -> {
            pulse.accept(context.processingTimeMs());
            schedule();
        });
    }
}
