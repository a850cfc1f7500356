package io.tidemark.api.function;

/**
 * Something to do for each partition, with two outputs.
 *
 * @param <OUT1> type of the records of the first output
 * @param <OUT2> type of the records of the second output
 */
@FunctionalInterface
public interface TwoOutputApplyPartitionFunction<OUT1, OUT2> extends Function {
    /** Does it for one partition. What is collected carries no timestamp. */
    void apply(Collector<OUT1> firstOutput, Collector<OUT2> secondOutput, TwoOutputPartitionedContext<OUT1, OUT2> ctx)
            throws Exception;
}
