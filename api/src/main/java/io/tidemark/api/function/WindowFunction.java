package io.tidemark.api.function;

import io.tidemark.api.window.Window;

/**
 * Makes results from the contents of a window, in the short form.
 *
 * @param <IN> type of the records in the window, or of the one value that a reduce or aggregate made of them
 * @param <OUT> type of the results
 * @param <KEY> type of the key
 * @param <W> type of the window
 */
@FunctionalInterface
public interface WindowFunction<IN, OUT, KEY, W extends Window> extends Function {
    /** A window fires. What is collected here carries the window's largest timestamp. */
    void apply(KEY key, W window, Iterable<IN> input, Collector<OUT> out) throws Exception;
}
