package io.tidemark.api.function;

/**
 * Adds records up in an accumulator of a type of its own.
 *
 * @param <IN> type of the records
 * @param <ACC> type of the accumulator
 * @param <OUT> type of the result
 */
public interface AggregateFunction<IN, ACC, OUT> extends Function {
    /** An accumulator of nothing. */
    ACC createAccumulator();

    /** The accumulator with one record more; it may be the one that was given, changed. */
    ACC add(IN value, ACC accumulator);

    /** The result as it stands. The accumulator may be added to afterwards, so the result must not share it. */
    OUT getResult(ACC accumulator);

    /** The accumulator of the records of both; it may be one of the two, changed. */
    ACC merge(ACC a, ACC b);
}
