package io.tidemark.worker.function;

import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.List;

/**
 * The timers with names of a process function: timers whose namespace is the name, and beside them, as state of the key, the time
 * that each is set to, by which it is found when it is to be moved. An operator that never sets one has neither. What becomes of
 * them at the end of the input the handler of those without a name says, which there always is.
 */
final class NamedTimers implements Timers.Handler<String> {
    private static final String TIMERS = "named-function-timers";
    private static final String TIMES = "named-function-timer-times";
    /** The operator's own state that says that there are some. */
    private static final String USED = "named-function-timers-used";

    /** What is called when one is due. */
    interface Handler {
        void onTimer(TimeDomain domain, Object key, String name, long timestamp) throws Exception;
    }

    private final OperatorContext context;
    private final Handler handler;

    /** Null until one is set. */
    private Timers<String> timers;

    private MapState<String, Long> times;

    NamedTimers(OperatorContext context, Handler handler) {
        this.context = context;
        this.handler = handler;
        TypeSerializer<Boolean> flags = Types.BOOLEAN.createSerializer();
        if (context.restoredState(USED, flags).contains(true)) {
            begin();
        }
        context.addSnapshotPart((state, checkpointId) -> {
            if (timers != null) {
                state.put(USED, StateSharing.MERGE, flags, List.of(true));
            }
        });
    }

    private void begin() {
        if (timers == null) {
            timers = context.timers(TIMERS, Types.STRING.createSerializer(), this);
            times = context.keyedState().map(new MapStateDescriptor<>(TIMES, Types.STRING, Types.LONG));
        }
    }

    private static String timeKey(TimeDomain domain, String name) {
        return (domain == TimeDomain.EVENT_TIME ? 'e' : 'p') + name;
    }

    void set(TimeDomain domain, String name, long timestamp) throws Exception {
        begin();
        Long before = times.get(timeKey(domain, name));
        // At the same time it is registered all the same, which changes nothing, unless it was dropped at the end of an
        // input.
        if (before != null && before != timestamp) {
            delete(domain, name, before);
        }
        times.put(timeKey(domain, name), timestamp);
        if (domain == TimeDomain.EVENT_TIME) {
            timers.registerEvent(name, timestamp);
        } else {
            timers.registerProcessing(name, timestamp);
        }
    }

    void clear(TimeDomain domain, String name) throws Exception {
        Long before = timers == null ? null : times.get(timeKey(domain, name));
        if (before != null) {
            times.remove(timeKey(domain, name));
            delete(domain, name, before);
        }
    }

    private void delete(TimeDomain domain, String name, long timestamp) {
        if (domain == TimeDomain.EVENT_TIME) {
            timers.deleteEvent(name, timestamp);
        } else {
            timers.deleteProcessing(name, timestamp);
        }
    }

    @Override
    public void onEventTimer(Object key, String name, long timestamp) throws Exception {
        fire(TimeDomain.EVENT_TIME, key, name, timestamp);
    }

    @Override
    public void onProcessingTimer(Object key, String name, long timestamp) throws Exception {
        fire(TimeDomain.PROCESSING_TIME, key, name, timestamp);
    }

    private void fire(TimeDomain domain, Object key, String name, long timestamp) throws Exception {
        times.remove(timeKey(domain, name));
        handler.onTimer(domain, key, name, timestamp);
    }
}
