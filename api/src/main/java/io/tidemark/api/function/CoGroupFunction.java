package io.tidemark.api.function;

/**
 * Makes results of all records of two streams that belong together.
 *
 * @param <IN1> type of the first stream's records
 * @param <IN2> type of the second stream's records
 * @param <O> type of the results
 */
@FunctionalInterface
public interface CoGroupFunction<IN1, IN2, O> extends Function {
    /**
     * A window fires for a key. At most one of the two is empty; both are in the order of arrival and can be walked more than
     * once during this call.
     */
    void coGroup(Iterable<IN1> first, Iterable<IN2> second, Collector<O> out) throws Exception;
}
