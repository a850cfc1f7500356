package io.tidemark.worker.function;

import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.function.TimerService;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.type.Types;
import java.util.Objects;

/** The clocks and timers of a process function. */
public final class FunctionTimers implements TimerService {
    private static final String NAME = "function-timers";

    private final OperatorContext context;
    private final Timers.Handler<Void> handler;

    /** Null when the stream is not keyed. */
    private final Timers<Void> timers;

    /** Null when the stream is not keyed. */
    private final NamedTimers named;

    /** Of the timer that the handler is being told; null for one without. */
    private String firing;

    /** @param handler is called for timers with names too */
    public FunctionTimers(OperatorContext context, Timers.Handler<Void> handler) {
        this.context = context;
        this.handler = handler;
        boolean isKeyed = context.isKeyed();
        this.timers = isKeyed ? context.timers(NAME, Types.VOID.createSerializer(), handler) : null;
        this.named = isKeyed ? new NamedTimers(context, this::fire) : null;
    }

    private void fire(TimeDomain domain, Object key, String name, long timestamp) throws Exception {
        firing = name;
        try {
            if (domain == TimeDomain.EVENT_TIME) {
                handler.onEventTimer(key, null, timestamp);
            } else {
                handler.onProcessingTimer(key, null, timestamp);
            }
        } finally {
            firing = null;
        }
    }

    /** What the timer is called that the handler is being told; null for one without a name, and while none is. */
    public String firingName() {
        return firing;
    }

    @Override
    public long currentProcessingTime() {
        return context.processingTimeMs();
    }

    @Override
    public long currentWatermark() {
        return context.currentKeyWatermark();
    }

    private <T> T keyed(T timersOrNull) {
        if (timersOrNull == null) {
            throw new UnsupportedOperationException(
                    "Setting timers is only supported on a keyed stream; call keyBy before" + " process, in operator \""
                            + context.operatorName() + "\".");
        }
        return timersOrNull;
    }

    private Timers<Void> timers() {
        return keyed(timers);
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

    @Override
    public void setProcessingTimeTimer(String name, long time) {
        set(TimeDomain.PROCESSING_TIME, name, time);
    }

    @Override
    public void setEventTimeTimer(String name, long time) {
        set(TimeDomain.EVENT_TIME, name, time);
    }

    @Override
    public void clearProcessingTimeTimer(String name) {
        clear(TimeDomain.PROCESSING_TIME, name);
    }

    @Override
    public void clearEventTimeTimer(String name) {
        clear(TimeDomain.EVENT_TIME, name);
    }

    private void set(TimeDomain domain, String name, long time) {
        Objects.requireNonNull(name, "name of a timer");
        try {
            keyed(named).set(domain, name, time);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failure(name, e);
        }
    }

    private void clear(TimeDomain domain, String name) {
        Objects.requireNonNull(name, "name of a timer");
        try {
            keyed(named).clear(domain, name);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failure(name, e);
        }
    }

    private IllegalStateException failure(String name, Exception cause) {
        return new IllegalStateException(
                "the time of timer \"" + name + "\" in operator \"" + context.operatorName() + "\" is not found",
                cause);
    }
}
