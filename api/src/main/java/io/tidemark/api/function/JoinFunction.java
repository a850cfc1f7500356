package io.tidemark.api.function;

/**
 * Makes one record of a pair of records that belong together.
 *
 * @param <IN1> type of the first stream's records
 * @param <IN2> type of the second stream's records
 * @param <OUT> type of the results
 */
@FunctionalInterface
public interface JoinFunction<IN1, IN2, OUT> extends Function {
    OUT join(IN1 first, IN2 second) throws Exception;
}
