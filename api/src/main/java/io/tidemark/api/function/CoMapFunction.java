package io.tidemark.api.function;

/**
 * Makes one record from each of two inputs' records.
 *
 * @param <IN1> type of the records of the first input
 * @param <IN2> type of the records of the second input
 * @param <OUT> type of the records out
 */
public interface CoMapFunction<IN1, IN2, OUT> extends Function {
    /** One record of the first input. */
    OUT map1(IN1 value) throws Exception;

    /** One record of the second input. */
    OUT map2(IN2 value) throws Exception;
}
