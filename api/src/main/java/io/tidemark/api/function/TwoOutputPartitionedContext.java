package io.tidemark.api.function;

/**
 * As {@link PartitionedContext}, of a function with two outputs.
 *
 * @param <OUT1> type of the records of the first output
 * @param <OUT2> type of the records of the second output
 */
public interface TwoOutputPartitionedContext<OUT1, OUT2> extends BasePartitionedContext {
    TwoOutputNonPartitionedContext<OUT1, OUT2> getNonPartitionedContext();
}
