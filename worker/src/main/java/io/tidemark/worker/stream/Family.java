package io.tidemark.worker.stream;

import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.StreamProcessFunction;
import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoInputNonBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoOutputStreamProcessFunction;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** What the operator asks of a function, whichever family it is of. */
interface Family {
    void open() throws Exception;

    void processRecord(int input, Object value) throws Exception;

    void endInput(int input) throws Exception;

    void onProcessingTimer(long timestamp) throws Exception;

    /** Only functions with event time have such timers. */
    void onEventTimer(long timestamp) throws Exception;

    /** Only for functions with event time. */
    void onEventTimeWatermark(long watermark) throws Exception;

    /** Event time or idleness, for functions that are no event-time functions; it goes on whatever they say. */
    void onEventTime(Watermark watermark) throws Exception;

    WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception;

    /** The planner checked the types; here all records are objects. */
    @SuppressWarnings("unchecked")
    static Family of(StreamProcessFunction function, Contexts contexts) {
        if (function instanceof OneInputStreamProcessFunction<?, ?> one) {
            return new OneInput((OneInputStreamProcessFunction<Object, Object>) one, contexts);
        }
        if (function instanceof TwoOutputStreamProcessFunction<?, ?, ?> two) {
            return new TwoOutput((TwoOutputStreamProcessFunction<Object, Object, Object>) two, contexts);
        }
        if (function instanceof TwoInputBroadcastStreamProcessFunction<?, ?, ?> broadcast) {
            return new TwoInputBroadcast(
                    (TwoInputBroadcastStreamProcessFunction<Object, Object, Object>) broadcast, contexts);
        }
        return new TwoInput((TwoInputNonBroadcastStreamProcessFunction<Object, Object, Object>) function, contexts);
    }
}
