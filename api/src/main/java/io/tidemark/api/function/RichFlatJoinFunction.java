package io.tidemark.api.function;

/**
 * A {@link FlatJoinFunction} that is opened and closed and knows where it runs.
 *
 * @param <IN1> type of the first stream's records
 * @param <IN2> type of the second stream's records
 * @param <OUT> type of the results
 */
public abstract class RichFlatJoinFunction<IN1, IN2, OUT> extends AbstractRichFunction
        implements FlatJoinFunction<IN1, IN2, OUT> {
    private static final long serialVersionUID = 1L;
}
