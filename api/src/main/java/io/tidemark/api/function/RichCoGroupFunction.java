package io.tidemark.api.function;

/**
 * A {@link CoGroupFunction} that is opened and closed and knows where it runs.
 *
 * @param <IN1> type of the first stream's records
 * @param <IN2> type of the second stream's records
 * @param <O> type of the results
 */
public abstract class RichCoGroupFunction<IN1, IN2, O> extends AbstractRichFunction
        implements CoGroupFunction<IN1, IN2, O> {
    private static final long serialVersionUID = 1L;
}
