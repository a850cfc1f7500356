package io.tidemark.worker.stream;

import io.tidemark.api.function.TwoInputNonBroadcastEventTimeStreamProcessFunction;
import io.tidemark.api.function.TwoInputNonBroadcastStreamProcessFunction;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** A {@link TwoInputNonBroadcastStreamProcessFunction}. */
final class TwoInput implements Family {
    private final TwoInputNonBroadcastStreamProcessFunction<Object, Object, Object> function;

    /** The same function; null when it has no event time. */
    private final TwoInputNonBroadcastEventTimeStreamProcessFunction<Object, Object, Object> eventTime;

    private final Contexts contexts;

    TwoInput(TwoInputNonBroadcastStreamProcessFunction<Object, Object, Object> function, Contexts contexts) {
        this.function = function;
        this.eventTime =
                function instanceof TwoInputNonBroadcastEventTimeStreamProcessFunction<Object, Object, Object> with
                        ? with
                        : null;
        this.contexts = contexts;
    }

    @Override
    public void open() throws Exception {
        function.open(contexts.nonPartitioned());
    }

    @Override
    public void processRecord(int input, Object value) throws Exception {
        if (input == 0) {
            function.processRecordFromFirstInput(value, contexts.output(), contexts);
        } else {
            function.processRecordFromSecondInput(value, contexts.output(), contexts);
        }
    }

    @Override
    public void endInput(int input) throws Exception {
        if (input == 0) {
            function.endFirstInput(contexts.nonPartitioned());
        } else {
            function.endSecondInput(contexts.nonPartitioned());
        }
    }

    @Override
    public void onProcessingTimer(long timestamp) throws Exception {
        function.onProcessingTimer(timestamp, contexts.output(), contexts);
    }

    @Override
    public void onEventTimer(long timestamp) throws Exception {
        if (eventTime != null) {
            eventTime.onEventTimer(timestamp, contexts.output(), contexts);
        }
    }

    @Override
    public void onEventTimeWatermark(long watermark) throws Exception {
        eventTime.onEventTimeWatermark(watermark, contexts.output(), contexts.nonPartitioned());
    }

    /** Event time is one over both inputs, and what is told per input is declared watermarks only. */
    @Override
    public void onEventTime(Watermark watermark) {}

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        return input == 0
                ? function.onWatermarkFromFirstInput(watermark, contexts.output(), contexts.nonPartitioned())
                : function.onWatermarkFromSecondInput(watermark, contexts.output(), contexts.nonPartitioned());
    }
}
