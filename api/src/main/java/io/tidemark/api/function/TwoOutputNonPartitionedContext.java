package io.tidemark.api.function;

import io.tidemark.api.watermark.WatermarkManager;

/**
 * As {@link NonPartitionedContext}, of a function with two outputs.
 *
 * @param <OUT1> type of the records of the first output
 * @param <OUT2> type of the records of the second output
 */
public interface TwoOutputNonPartitionedContext<OUT1, OUT2> extends ProcessContext {
    /** As {@link NonPartitionedContext#applyToAllPartitions}. */
    void applyToAllPartitions(TwoOutputApplyPartitionFunction<OUT1, OUT2> applyPartitionFunction) throws Exception;

    /** Its watermarks go to both outputs. */
    WatermarkManager getWatermarkManager();

    /** As {@link NonPartitionedContext#getStateManager}. */
    StateManager getStateManager();
}
