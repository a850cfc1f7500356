package io.tidemark.api.function;

/**
 * A {@link ReduceFunction} that is opened and closed and knows where it runs.
 *
 * @param <T> type of the records
 */
public abstract class RichReduceFunction<T> extends AbstractRichFunction implements ReduceFunction<T> {
    private static final long serialVersionUID = 1L;
}
