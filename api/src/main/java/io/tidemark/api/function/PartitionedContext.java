package io.tidemark.api.function;

/**
 * What surrounds a record or a timer. Valid during the call only.
 *
 * @param <OUT> type of the records out
 */
public interface PartitionedContext<OUT> extends BasePartitionedContext {
    NonPartitionedContext<OUT> getNonPartitionedContext();
}
