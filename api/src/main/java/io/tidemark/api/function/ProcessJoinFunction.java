package io.tidemark.api.function;

/**
 * Handles a pair of records of two keyed streams that have one key and whose times are near each other.
 *
 * @param <IN1> type of the records of the left stream
 * @param <IN2> type of the records of the right stream
 * @param <OUT> type of the records out
 */
public abstract class ProcessJoinFunction<IN1, IN2, OUT> extends AbstractRichFunction {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected ProcessJoinFunction() {}

    /**
     * One pair. What is collected here carries the later one of the two timestamps.
     *
     * @param ctx valid during this call only
     */
    public abstract void processElement(IN1 left, IN2 right, Context ctx, Collector<OUT> out) throws Exception;

    /** What surrounds a pair. */
    public abstract class Context {
        /** For the runtime. */
        protected Context() {}

        /** Event time of the left record, in milliseconds. */
        public abstract long getLeftTimestamp();

        /** Event time of the right record, in milliseconds. */
        public abstract long getRightTimestamp();

        /** The later of the two, in milliseconds. */
        public abstract long getTimestamp();

        /** Emits a record to a side output. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);
    }
}
