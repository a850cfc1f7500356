package io.tidemark.worker.stream;

import io.tidemark.api.function.TwoOutputEventTimeStreamProcessFunction;
import io.tidemark.api.function.TwoOutputStreamProcessFunction;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** A {@link TwoOutputStreamProcessFunction}. */
final class TwoOutput implements Family {
    private final TwoOutputStreamProcessFunction<Object, Object, Object> function;

    /** The same function; null when it has no event time. */
    private final TwoOutputEventTimeStreamProcessFunction<Object, Object, Object> eventTime;

    private final Contexts contexts;
    private final Contexts.TwoOutputs both;

    TwoOutput(TwoOutputStreamProcessFunction<Object, Object, Object> function, Contexts contexts) {
        this.function = function;
        this.eventTime =
                function instanceof TwoOutputEventTimeStreamProcessFunction<Object, Object, Object> with ? with : null;
        this.contexts = contexts;
        this.both = contexts.twoOutputs();
    }

    @Override
    public void open() throws Exception {
        function.open(both.nonPartitioned());
    }

    @Override
    public void processRecord(int input, Object value) throws Exception {
        function.processRecord(value, contexts.output(), contexts.secondOutput(), both);
    }

    @Override
    public void endInput(int input) throws Exception {
        function.endInput(both.nonPartitioned());
    }

    @Override
    public void onProcessingTimer(long timestamp) throws Exception {
        function.onProcessingTimer(timestamp, contexts.output(), contexts.secondOutput(), both);
    }

    @Override
    public void onEventTimer(long timestamp) throws Exception {
        if (eventTime != null) {
            eventTime.onEventTimer(timestamp, contexts.output(), contexts.secondOutput(), both);
        }
    }

    @Override
    public void onEventTimeWatermark(long watermark) throws Exception {
        eventTime.onEventTimeWatermark(watermark, contexts.output(), contexts.secondOutput(), both.nonPartitioned());
    }

    @Override
    public void onEventTime(Watermark watermark) throws Exception {
        onWatermark(0, watermark);
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        return function.onWatermark(watermark, contexts.output(), contexts.secondOutput(), both.nonPartitioned());
    }
}
