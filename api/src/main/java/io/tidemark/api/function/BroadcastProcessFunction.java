package io.tidemark.api.function;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles the records of a stream together with those of a broadcast one, of which every subtask gets all. What those say is kept
 * in broadcast state, which is the same in every subtask and part of every checkpoint.
 *
 * @param <IN1> type of the records of the input that is not broadcast
 * @param <IN2> type of the records of the broadcast input
 * @param <OUT> type of the records out
 */
public abstract class BroadcastProcessFunction<IN1, IN2, OUT> extends BaseBroadcastProcessFunction {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected BroadcastProcessFunction() {}

    /**
     * One record of the input that is not broadcast. What is collected here carries the record's timestamp.
     *
     * @param ctx valid during this call only
     */
    public abstract void processElement(IN1 value, ReadOnlyContext ctx, Collector<OUT> out) throws Exception;

    /**
     * One record of the broadcast input. Every subtask has to make the same of it. What is collected here carries the record's
     * timestamp.
     *
     * @param ctx valid during this call only
     */
    public abstract void processBroadcastElement(IN2 value, Context ctx, Collector<OUT> out) throws Exception;

    /**
     * The channels of the input that is not broadcast have a new combination of a watermark that the job declares. What goes on is
     * the combination over both inputs, without what was polled. What is collected here carries no timestamp, and there is no
     * current key.
     */
    public WatermarkHandlingResult onWatermark(Watermark watermark, Collector<OUT> out) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** As {@link #onWatermark}, of the broadcast input. */
    public WatermarkHandlingResult onBroadcastWatermark(Watermark watermark, Collector<OUT> out) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** What surrounds a record of the broadcast input. */
    public abstract class Context extends BaseBroadcastProcessFunction.Context {
        /** For the runtime. */
        protected Context() {}
    }

    /** What surrounds a record of the input that is not broadcast. */
    public abstract class ReadOnlyContext extends BaseBroadcastProcessFunction.ReadOnlyContext {
        /** For the runtime. */
        protected ReadOnlyContext() {}
    }
}
