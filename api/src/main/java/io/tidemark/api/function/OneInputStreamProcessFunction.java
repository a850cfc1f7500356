package io.tidemark.api.function;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles the records of one input.
 *
 * @param <IN> type of the records in
 * @param <OUT> type of the records out
 */
@FunctionalInterface
public non-sealed interface OneInputStreamProcessFunction<IN, OUT> extends StreamProcessFunction {
    /** Called once, before the first record. */
    default void open(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** One record. What is collected here carries its timestamp. */
    void processRecord(IN record, Collector<OUT> output, PartitionedContext<OUT> ctx) throws Exception;

    /** No record follows. */
    default void endInput(NonPartitionedContext<OUT> ctx) throws Exception {}

    /** A timer by the wall clock is due; its key is the current one. What is collected here carries no timestamp. */
    default void onProcessingTimer(long timestamp, Collector<OUT> output, PartitionedContext<OUT> ctx)
            throws Exception {}

    /**
     * The input's channels have a new combination of a watermark, declared or of event time ({@link
     * io.tidemark.api.eventtime.EventTimeExtension}). What
     * is collected here carries no timestamp.
     *
     * @return PEEK to let it go on as it is declared, POLL to keep it; event time goes on in any case
     */
    default WatermarkHandlingResult onWatermark(
            Watermark watermark, Collector<OUT> output, NonPartitionedContext<OUT> ctx) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }
}
