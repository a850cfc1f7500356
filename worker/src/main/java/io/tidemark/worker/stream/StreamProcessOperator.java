package io.tidemark.worker.stream;

import io.tidemark.api.eventtime.EventTimeExtension;
import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.EventTimeProcessFunction;
import io.tidemark.api.function.StreamProcessFunction;
import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.BoolWatermark;
import io.tidemark.api.watermark.LongWatermark;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.worker.function.BroadcastStates;
import io.tidemark.worker.function.RichFunctions;
import java.util.List;

/**
 * Runs a {@link StreamProcessFunction} of any family. The function is told of event time after all timers due at it, and before
 * it goes on; the final watermark is not told, the end of the input is.
 */
public final class StreamProcessOperator implements Operator, Timers.Handler<Void> {
    private static final String TOLD_EVENT_TIME = "told-event-time";

    private final StreamProcessFunction function;
    private final TypeSerializer<Long> times = Types.LONG.createSerializer();
    private Family family;
    private Contexts contexts;

    /** Inputs below this are keyed if the operator is. */
    private final int keyedInputs;

    /** The event time that the function was told last, so that a restored advance does not tell it again. */
    private long toldEventTime = Long.MIN_VALUE;

    public StreamProcessOperator(StreamProcessFunction function) {
        this.function = function;
        this.keyedInputs = function instanceof TwoInputBroadcastStreamProcessFunction ? 1 : 2;
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        contexts = new Contexts(context, this, function.usesAllPartitions());
        family = Family.of(function, contexts);
        // Of several that this subtask takes over it goes on from where all of them had been.
        toldEventTime = context.restoredState(TOLD_EVENT_TIME, times).stream()
                .mapToLong(Long::longValue)
                .min()
                .orElse(Long.MIN_VALUE);
        if (function instanceof EventTimeProcessFunction eventTime) {
            eventTime.initEventTimeProcessFunction(contexts.getEventTimeManager());
        }
        BroadcastStates broadcastStates = new BroadcastStates(context, List.of());
        contexts.openStates(function.usesStates(), RichFunctions.declaredStates(context, broadcastStates));
        RichFunctions.open(function, context, broadcastStates);
        contexts.setTimestamp(Records.NO_TIMESTAMP);
        family.open();
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        contexts.setTimestamp(timestamp);
        if (input < keyedInputs) {
            contexts.noteKey();
        }
        family.processRecord(input, value);
    }

    @Override
    public void onEventTimer(Object key, Void namespace, long timestamp) throws Exception {
        contexts.setTimestamp(timestamp);
        family.onEventTimer(timestamp);
    }

    @Override
    public void onProcessingTimer(Object key, Void namespace, long timestamp) throws Exception {
        contexts.setTimestamp(Records.NO_TIMESTAMP);
        family.onProcessingTimer(timestamp);
    }

    @Override
    public EndOfInputPolicy endOfInputPolicy() {
        return function.endOfInputPolicy();
    }

    @Override
    public boolean advance(long watermark) throws Exception {
        if (watermark != Long.MAX_VALUE && watermark > toldEventTime) {
            toldEventTime = watermark;
            contexts.setTimestamp(Records.NO_TIMESTAMP);
            if (function instanceof EventTimeProcessFunction) {
                family.onEventTimeWatermark(watermark);
            } else {
                family.onEventTime(new LongWatermark(watermark, EventTimeExtension.EVENT_TIME_IDENTIFIER));
            }
        }
        return true;
    }

    @Override
    public void onIdle(boolean idle) throws Exception {
        if (!(function instanceof EventTimeProcessFunction)) {
            contexts.setTimestamp(Records.NO_TIMESTAMP);
            family.onEventTime(new BoolWatermark(idle, EventTimeExtension.IDLE_STATUS_IDENTIFIER));
        }
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        contexts.setTimestamp(Records.NO_TIMESTAMP);
        return family.onWatermark(input, watermark);
    }

    @Override
    public void endInput(int input) throws Exception {
        contexts.setTimestamp(Records.NO_TIMESTAMP);
        family.endInput(input);
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) throws Exception {
        writer.put(TOLD_EVENT_TIME, StateSharing.MERGE, times, List.of(toldEventTime));
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
        function.close();
    }
}
