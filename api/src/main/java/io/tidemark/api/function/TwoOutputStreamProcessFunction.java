package io.tidemark.api.function;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles the records of one input and has two outputs. Watermarks, declared or of event time, go to both.
 *
 * @param <IN> type of the records in
 * @param <OUT1> type of the records of the first output
 * @param <OUT2> type of the records of the second output
 */
@FunctionalInterface
public non-sealed interface TwoOutputStreamProcessFunction<IN, OUT1, OUT2> extends StreamProcessFunction {
    /** Called once, before the first record. */
    default void open(TwoOutputNonPartitionedContext<OUT1, OUT2> ctx) throws Exception {}

    /** One record. What is collected here carries its timestamp. */
    void processRecord(
            IN record, Collector<OUT1> output1, Collector<OUT2> output2, TwoOutputPartitionedContext<OUT1, OUT2> ctx)
            throws Exception;

    /** No record follows. */
    default void endInput(TwoOutputNonPartitionedContext<OUT1, OUT2> ctx) throws Exception {}

    /** A timer by the wall clock is due; its key is the current one. What is collected here carries no timestamp. */
    default void onProcessingTimer(
            long timestamp,
            Collector<OUT1> output1,
            Collector<OUT2> output2,
            TwoOutputPartitionedContext<OUT1, OUT2> ctx)
            throws Exception {}

    /** As {@link OneInputStreamProcessFunction#onWatermark}. */
    default WatermarkHandlingResult onWatermark(
            Watermark watermark,
            Collector<OUT1> output1,
            Collector<OUT2> output2,
            TwoOutputNonPartitionedContext<OUT1, OUT2> ctx)
            throws Exception {
        return WatermarkHandlingResult.PEEK;
    }
}
