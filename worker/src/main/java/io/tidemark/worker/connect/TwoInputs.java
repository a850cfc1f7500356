package io.tidemark.worker.connect;

import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.CoFlatMapFunction;
import io.tidemark.api.function.CoMapFunction;
import io.tidemark.api.function.CoProcessFunction;
import io.tidemark.api.function.Function;
import io.tidemark.api.function.KeyedBroadcastProcessFunction;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** What the operator asks of a function, whichever it is. */
interface TwoInputs {
    /** A record of the first input; the surroundings have its timestamp. */
    void process1(Object value) throws Exception;

    /** A record of the second input; the surroundings have its timestamp. */
    void process2(Object value) throws Exception;

    default void onTimer(TimeDomain domain, long timestamp) throws Exception {}

    default WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** The planner checked the types; here all records are objects. */
    @SuppressWarnings("unchecked")
    static TwoInputs of(Function function, Surroundings around) {
        if (function instanceof CoMapFunction<?, ?, ?> map) {
            return new CoMap((CoMapFunction<Object, Object, Object>) map, around);
        }
        if (function instanceof CoFlatMapFunction<?, ?, ?> flatMap) {
            return new CoFlatMap((CoFlatMapFunction<Object, Object, Object>) flatMap, around);
        }
        if (function instanceof CoProcessFunction<?, ?, ?> process) {
            return new CoProcess((CoProcessFunction<Object, Object, Object>) process, around);
        }
        if (function instanceof KeyedCoProcessFunction<?, ?, ?, ?> process) {
            return new KeyedCoProcess((KeyedCoProcessFunction<Object, Object, Object, Object>) process, around);
        }
        if (function instanceof BroadcastProcessFunction<?, ?, ?> process) {
            return new Broadcast((BroadcastProcessFunction<Object, Object, Object>) process, around);
        }
        if (function instanceof KeyedBroadcastProcessFunction<?, ?, ?, ?> process) {
            return new KeyedBroadcast((KeyedBroadcastProcessFunction<Object, Object, Object, Object>) process, around);
        }
        throw new IllegalArgumentException(function.getClass() + " is no function of two inputs");
    }
}
