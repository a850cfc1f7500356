package io.tidemark.api.function;

/**
 * Makes any number of records of a pair of records that belong together.
 *
 * @param <IN1> type of the first stream's records
 * @param <IN2> type of the second stream's records
 * @param <OUT> type of the results
 */
@FunctionalInterface
public interface FlatJoinFunction<IN1, IN2, OUT> extends Function {
    void join(IN1 first, IN2 second, Collector<OUT> out) throws Exception;
}
