package io.tidemark.worker.stream;

import io.tidemark.api.function.OneInputEventTimeStreamProcessFunction;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** A {@link OneInputStreamProcessFunction}. */
final class OneInput implements Family {
    private final OneInputStreamProcessFunction<Object, Object> function;

    /** The same function; null when it has no event time. */
    private final OneInputEventTimeStreamProcessFunction<Object, Object> eventTime;

    private final Contexts contexts;

    OneInput(OneInputStreamProcessFunction<Object, Object> function, Contexts contexts) {
        this.function = function;
        this.eventTime = function instanceof OneInputEventTimeStreamProcessFunction<Object, Object> with ? with : null;
        this.contexts = contexts;
    }

    @Override
    public void open() throws Exception {
        function.open(contexts.nonPartitioned());
    }

    @Override
    public void processRecord(int input, Object value) throws Exception {
        function.processRecord(value, contexts.output(), contexts);
    }

    @Override
    public void endInput(int input) throws Exception {
        function.endInput(contexts.nonPartitioned());
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

    @Override
    public void onEventTime(Watermark watermark) throws Exception {
        function.onWatermark(watermark, contexts.output(), contexts.nonPartitioned());
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        return function.onWatermark(watermark, contexts.output(), contexts.nonPartitioned());
    }
}
