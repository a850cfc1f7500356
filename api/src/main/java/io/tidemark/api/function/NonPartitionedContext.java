package io.tidemark.api.function;

import io.tidemark.api.watermark.WatermarkManager;

/**
 * What a function has when no partition is meant.
 *
 * @param <OUT> type of the records out
 */
public interface NonPartitionedContext<OUT> extends ProcessContext {
    /**
     * Has something done for every partition of this subtask, now and in one go: on a keyed stream for every key that has had
     * a record, in no promised order; else the subtask is the only one.
     *
     * @throws IllegalStateException on a keyed stream when the function does not say {@link
     *     StreamProcessFunction#usesAllPartitions}, since then no keys are remembered
     */
    void applyToAllPartitions(ApplyPartitionFunction<OUT> applyPartitionFunction) throws Exception;

    WatermarkManager getWatermarkManager();

    /**
     * The states of the subtask: lists that are dealt out anew, and maps that all subtasks have alike. Those of a key need one, and
     * are had where there is one: in a {@link PartitionedContext}.
     */
    StateManager getStateManager();
}
