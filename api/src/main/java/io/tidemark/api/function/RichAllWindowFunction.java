package io.tidemark.api.function;

import io.tidemark.api.window.Window;

/**
 * An {@link AllWindowFunction} that is opened and closed and knows where it runs.
 *
 * @param <IN> type of the records in the window, or of the one value that a reduce or aggregate made of them
 * @param <OUT> type of the results
 * @param <W> type of the window
 */
public abstract class RichAllWindowFunction<IN, OUT, W extends Window> extends AbstractRichFunction
        implements AllWindowFunction<IN, OUT, W> {
    private static final long serialVersionUID = 1L;
}
