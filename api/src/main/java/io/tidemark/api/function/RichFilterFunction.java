package io.tidemark.api.function;

/**
 * A {@link FilterFunction} that is opened and closed and knows where it runs.
 *
 * @param <T> type of the records
 */
public abstract class RichFilterFunction<T> extends AbstractRichFunction implements FilterFunction<T> {
    private static final long serialVersionUID = 1L;
}
