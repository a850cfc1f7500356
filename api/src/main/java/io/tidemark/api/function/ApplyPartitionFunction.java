package io.tidemark.api.function;

/**
 * Something to do for each partition.
 *
 * @param <OUT> type of the records out
 */
@FunctionalInterface
public interface ApplyPartitionFunction<OUT> extends Function {
    /** Does it for one partition. What is collected carries no timestamp. */
    void apply(Collector<OUT> collector, PartitionedContext<OUT> ctx) throws Exception;
}
