package io.tidemark.api.function;

/**
 * A {@link CoFlatMapFunction} that is opened and closed and knows where it runs. On a keyed stream it has state by key.
 *
 * @param <IN1> type of the records of the first input
 * @param <IN2> type of the records of the second input
 * @param <OUT> type of the records out
 */
public abstract class RichCoFlatMapFunction<IN1, IN2, OUT> extends AbstractRichFunction
        implements CoFlatMapFunction<IN1, IN2, OUT> {
    private static final long serialVersionUID = 1L;
}
