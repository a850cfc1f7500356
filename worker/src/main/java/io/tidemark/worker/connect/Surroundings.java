package io.tidemark.worker.connect;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.Records;
import io.tidemark.worker.function.BroadcastStates;
import io.tidemark.worker.function.FunctionTimers;
import io.tidemark.worker.function.SideOutputs;
import io.tidemark.worker.function.TimestampedCollector;

/** What functions are given, made once: where their records go, clocks, timers and states. */
final class Surroundings {
    private final OperatorContext context;
    private final TimestampedCollector<Object> collector;
    private final SideOutputs sideOutputs;
    private final BroadcastStates broadcastStates;
    private FunctionTimers timers;

    Surroundings(OperatorContext context, BroadcastStates broadcastStates) {
        this.context = context;
        this.collector = new TimestampedCollector<>(context.output());
        this.sideOutputs = new SideOutputs(context.output());
        this.broadcastStates = broadcastStates;
    }

    /** Called once, before the function is opened: what is told of timers asks the function. */
    void useTimers(FunctionTimers made) {
        timers = made;
    }

    OperatorContext context() {
        return context;
    }

    TimestampedCollector<Object> collector() {
        return collector;
    }

    BroadcastStates broadcastStates() {
        return broadcastStates;
    }

    FunctionTimers timers() {
        return timers;
    }

    void emit(OutputTag<?> tag, Object value) {
        sideOutputs.emit(tag, value, collector.timestamp());
    }

    /** Of the record or timer; null if it has none. */
    Long timestamp() {
        long timestamp = collector.timestamp();
        return timestamp == Records.NO_TIMESTAMP ? null : timestamp;
    }

    Object currentKey() {
        return context.keyedState().currentKey();
    }
}
