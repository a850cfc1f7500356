package io.tidemark.api.function;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles record by record on a keyed stream, with side outputs, timers and state.
 *
 * @param <K> type of the key
 * @param <I> type of the records in
 * @param <O> type of the records out
 */
public abstract class KeyedProcessFunction<K, I, O> extends AbstractRichFunction implements TimerFunction {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected KeyedProcessFunction() {}

    /**
     * One record. What is collected here carries the record's timestamp.
     *
     * @param ctx valid during this call only
     */
    public abstract void processElement(I value, Context ctx, Collector<O> out) throws Exception;

    /**
     * A timer of this function is due, and its key is the current key. What is collected here carries the timer's
     * timestamp if it is one of event time, else none.
     *
     * @param timestamp the time it was registered for, in milliseconds
     * @param ctx valid during this call only
     */
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<O> out) throws Exception {}

    /**
     * The channels of the input have a new combination of a watermark that the job declares. Watermarks are emitted with
     * {@code getRuntimeContext().getWatermarkManager()}. What is collected here carries no timestamp, and there is no current
     * key.
     *
     * @return whether the function has only looked at it, so that it goes on as declared, or has taken it
     */
    public WatermarkHandlingResult onWatermark(Watermark watermark, Collector<O> out) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** What surrounds a record. */
    public abstract class Context {
        /** For the runtime. */
        protected Context() {}

        /** Event time of the record, or the timer, in milliseconds; null if it has none. */
        public abstract Long timestamp();

        public abstract TimerService timerService();

        /** Emits a record to a side output. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);

        public abstract K getCurrentKey();
    }

    /** What surrounds a timer. */
    public abstract class OnTimerContext extends Context {
        /** For the runtime. */
        protected OnTimerContext() {}

        /** Which clock the timer is of. */
        public abstract TimeDomain timeDomain();

        /** What the timer is called; null for one without a name. */
        public abstract String timerName();
    }
}
