package io.tidemark.api.function;

/**
 * A {@link FlatMapFunction} that is opened and closed and knows where it runs.
 *
 * @param <T> type of the records in
 * @param <O> type of the records out
 */
public abstract class RichFlatMapFunction<T, O> extends AbstractRichFunction implements FlatMapFunction<T, O> {
    private static final long serialVersionUID = 1L;
}
