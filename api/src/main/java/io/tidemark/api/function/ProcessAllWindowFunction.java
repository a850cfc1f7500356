package io.tidemark.api.function;

import io.tidemark.api.window.Window;

/**
 * Makes results from the contents of a window over a whole stream.
 *
 * @param <IN> type of the records in the window, or of the one value that a reduce or aggregate made of them
 * @param <OUT> type of the results
 * @param <W> type of the window
 */
public abstract class ProcessAllWindowFunction<IN, OUT, W extends Window> extends AbstractRichFunction {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected ProcessAllWindowFunction() {}

    /**
     * A window fires. What is collected here carries the window's largest timestamp.
     *
     * @param context valid during this call only
     * @param elements the contents in the order of arrival; can be walked more than once during this call
     */
    public abstract void process(Context context, Iterable<IN> elements, Collector<OUT> out) throws Exception;

    /** A window is gone: clear what was kept in {@link Context#windowState}. */
    public void clear(Context context) throws Exception {}

    /** What surrounds a firing. */
    public abstract class Context {
        /** For the runtime. */
        protected Context() {}

        public abstract W window();

        /** State of this window; {@link ProcessAllWindowFunction#clear} must clear it. */
        public abstract KeyedStateStore windowState();

        /** State over all windows. */
        public abstract KeyedStateStore globalState();

        /** Emits a record to a side output. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);
    }
}
