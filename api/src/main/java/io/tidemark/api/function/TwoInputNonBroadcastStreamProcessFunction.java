package io.tidemark.api.function;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles the records of two inputs, both keyed alike or neither keyed.
 *
 * @param <IN1> type of the records of the first input
 * @param <IN2> type of the records of the second input
 * @param <OUT> type of the records out
 */
public non-sealed interface TwoInputNonBroadcastStreamProcessFunction<IN1, IN2, OUT> extends StreamProcessFunction {
    /** Called once, before the first record. */
    default void open(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** One record of the first input. What is collected here carries its timestamp. */
    void processRecordFromFirstInput(IN1 record, Collector<OUT> output, PartitionedContext<OUT> ctx) throws Exception;

    /** One record of the second input. What is collected here carries its timestamp. */
    void processRecordFromSecondInput(IN2 record, Collector<OUT> output, PartitionedContext<OUT> ctx) throws Exception;

    /** No record follows on the first input. */
    default void endFirstInput(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** No record follows on the second input. */
    default void endSecondInput(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** A timer by the wall clock is due; its key is the current one. What is collected here carries no timestamp. */
    default void onProcessingTimer(long timestamp, Collector<OUT> output, PartitionedContext<OUT> ctx)
            throws Exception {}

    /**
     * The channels of the first input have a new combination of a declared watermark. What goes on is the combination over both
     * inputs, without what was polled. What is collected here carries no timestamp.
     */
    default WatermarkHandlingResult onWatermarkFromFirstInput(
            Watermark watermark, Collector<OUT> output, NonPartitionedContext<OUT> ctx) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** As {@link #onWatermarkFromFirstInput}, of the second input. */
    default WatermarkHandlingResult onWatermarkFromSecondInput(
            Watermark watermark, Collector<OUT> output, NonPartitionedContext<OUT> ctx) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }
}
