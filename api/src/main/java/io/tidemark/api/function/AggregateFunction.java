package io.tidemark.api.function;

import io.tidemark.api.state.Aggregator;

/**
 * Adds records up in an accumulator of a type of its own.
 *
 * @param <IN> type of the records
 * @param <ACC> type of the accumulator
 * @param <OUT> type of the result
 */
public interface AggregateFunction<IN, ACC, OUT> extends Function, Aggregator<IN, ACC, OUT> {
    /** An accumulator of nothing. */
    @Override
    ACC createAccumulator();

    /** The accumulator with one record more; it may be the one that was given, changed. */
    @Override
    ACC add(IN value, ACC accumulator);

    /** The result as it stands. The accumulator may be added to afterwards, so the result must not share it. */
    @Override
    OUT getResult(ACC accumulator);

    /**
     * The accumulator of the records of both; it may be one of the two, changed. Windows that merge need it. Windows that overlap
     * are put together from slices by it; where it throws or gives null for two new accumulators, each is kept by itself.
     */
    @Override
    ACC merge(ACC a, ACC b);
}
