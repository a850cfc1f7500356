package io.tidemark.api.state;

import java.io.Serializable;

/**
 * Adds values up in an accumulator of a type of its own. {@link io.tidemark.api.function.AggregateFunction} is one.
 *
 * @param <IN> type of the values
 * @param <ACC> type of the accumulator
 * @param <OUT> type of the result
 */
public interface Aggregator<IN, ACC, OUT> extends Serializable {
    /** An accumulator of nothing. */
    ACC createAccumulator();

    /** The accumulator with one value more; it may be the one that was given, changed. */
    ACC add(IN value, ACC accumulator);

    /** The result as it stands. The accumulator may be added to afterwards, so the result must not share it. */
    OUT getResult(ACC accumulator);

    /** The accumulator of the values of both; it may be one of the two, changed. */
    ACC merge(ACC a, ACC b);
}
