package io.tidemark.api.function;

/**
 * Makes any number of records from each of two inputs' records. What is collected carries the record's timestamp.
 *
 * @param <IN1> type of the records of the first input
 * @param <IN2> type of the records of the second input
 * @param <OUT> type of the records out
 */
public interface CoFlatMapFunction<IN1, IN2, OUT> extends Function {
    /** One record of the first input. */
    void flatMap1(IN1 value, Collector<OUT> out) throws Exception;

    /** One record of the second input. */
    void flatMap2(IN2 value, Collector<OUT> out) throws Exception;
}
