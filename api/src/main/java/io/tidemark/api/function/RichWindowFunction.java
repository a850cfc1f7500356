package io.tidemark.api.function;

import io.tidemark.api.window.Window;

/**
 * A {@link WindowFunction} that is opened and closed and knows where it runs.
 *
 * @param <IN> type of the records in the window
 * @param <OUT> type of the results
 * @param <KEY> type of the key
 * @param <W> type of the window
 */
public abstract class RichWindowFunction<IN, OUT, KEY, W extends Window> extends AbstractRichFunction
        implements WindowFunction<IN, OUT, KEY, W> {
    private static final long serialVersionUID = 1L;
}
