package io.tidemark.api.function;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles the records of two inputs, of which every subtask gets all of the second.
 *
 * @param <IN1> type of the records of the input that is not broadcast
 * @param <IN2> type of the records of the broadcast input
 * @param <OUT> type of the records out
 */
public non-sealed interface TwoInputBroadcastStreamProcessFunction<IN1, IN2, OUT> extends StreamProcessFunction {
    /** True, since what is broadcast is mostly for all partitions. */
    @Override
    default boolean usesAllPartitions() {
        return true;
    }

    /** Called once, before the first record. */
    default void open(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** One record of the input that is not broadcast. What is collected here carries its timestamp. */
    void processRecordFromNonBroadcastInput(IN1 record, Collector<OUT> output, PartitionedContext<OUT> ctx)
            throws Exception;

    /** One record of the broadcast input, which is meant for all partitions. */
    void processRecordFromBroadcastInput(IN2 record, NonPartitionedContext<OUT> ctx) throws Exception;

    /** No record follows on the input that is not broadcast. */
    default void endNonBroadcastInput(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** No record follows on the broadcast input. */
    default void endBroadcastInput(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** A timer by the wall clock is due; its key is the current one. What is collected here carries no timestamp. */
    default void onProcessingTimer(long timestamp, Collector<OUT> output, PartitionedContext<OUT> ctx)
            throws Exception {}

    /**
     * The channels of the input that is not broadcast have a new combination of a declared watermark. What goes on is the
     * combination over both inputs, without what was polled. What is collected here carries no timestamp.
     */
    default WatermarkHandlingResult onWatermarkFromNonBroadcastInput(
            Watermark watermark, Collector<OUT> output, NonPartitionedContext<OUT> ctx) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** As {@link #onWatermarkFromNonBroadcastInput}, of the broadcast input. */
    default WatermarkHandlingResult onWatermarkFromBroadcastInput(
            Watermark watermark, Collector<OUT> output, NonPartitionedContext<OUT> ctx) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }
}
