package io.tidemark.api.function;

import io.tidemark.api.window.Window;

/**
 * Makes results from the contents of a window over a whole stream, in the short form.
 *
 * @param <IN> type of the records in the window, or of the one value that a reduce or aggregate made of them
 * @param <OUT> type of the results
 * @param <W> type of the window
 */
@FunctionalInterface
public interface AllWindowFunction<IN, OUT, W extends Window> extends Function {
    /** A window fires. What is collected here carries the window's largest timestamp. */
    void apply(W window, Iterable<IN> values, Collector<OUT> out) throws Exception;
}
