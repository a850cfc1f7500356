package io.tidemark.worker.function;

import io.tidemark.api.function.TimerService;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.type.Types;

/** The clocks and timers of a process function. */
public final class FunctionTimers implements TimerService {
    private static final String NAME = "function-timers";

    private final OperatorContext context;

    /** Null when the stream is not keyed. */
    private final Timers<Void> timers;

    public FunctionTimers(OperatorContext context, Timers.Handler<Void> handler) {
        this.context = context;
        this.timers = context.isKeyed() ? context.timers(NAME, Types.VOID.createSerializer(), handler) : null;
    }

    @Override
    public long currentProcessingTime() {
        return context.processingTimeMs();
    }

    @Override
    public long currentWatermark() {
        return context.currentKeyWatermark();
    }

    private Timers<Void> timers() {
        if (timers == null) {
            throw new UnsupportedOperationException(
                    "Setting timers is only supported on a keyed stream; call keyBy before" + " process, in operator \""
                            + context.operatorName() + "\".");
        }
        return timers;
    }

    @Override
    public void registerProcessingTimeTimer(long time) {
        timers().registerProcessing(null, time);
    }

    @Override
    public void registerEventTimeTimer(long time) {
        timers().registerEvent(null, time);
    }

    @Override
    public void deleteProcessingTimeTimer(long time) {
        timers().deleteProcessing(null, time);
    }

    @Override
    public void deleteEventTimeTimer(long time) {
        timers().deleteEvent(null, time);
    }
}
