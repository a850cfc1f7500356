package io.tidemark.api.function;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles record by record of two inputs with side outputs, the clocks and, on keyed streams, timers and state. Event time is one over both
 * inputs.
 *
 * @param <IN1> type of the records of the first input
 * @param <IN2> type of the records of the second input
 * @param <OUT> type of the records out
 */
public abstract class CoProcessFunction<IN1, IN2, OUT> extends AbstractRichFunction implements TimerFunction {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected CoProcessFunction() {}

    /**
     * One record of the first input. What is collected here carries the record's timestamp.
     *
     * @param ctx valid during this call only
     */
    public abstract void processElement1(IN1 value, Context ctx, Collector<OUT> out) throws Exception;

    /**
     * One record of the second input. What is collected here carries the record's timestamp.
     *
     * @param ctx valid during this call only
     */
    public abstract void processElement2(IN2 value, Context ctx, Collector<OUT> out) throws Exception;

    /**
     * A timer of this function is due, and its key is the current key. What is collected here carries the timer's
     * timestamp if it is one of event time, else none.
     *
     * @param timestamp the time it was registered for, in milliseconds
     * @param ctx valid during this call only
     */
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<OUT> out) throws Exception {}

    /**
     * The channels of the first input have a new combination of a watermark that the job declares. What goes on is the
     * combination over both inputs, without what was polled. What is collected here carries no timestamp, and there is no
     * current key.
     */
    public WatermarkHandlingResult onWatermark1(Watermark watermark, Collector<OUT> out) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** As {@link #onWatermark1}, of the second input. */
    public WatermarkHandlingResult onWatermark2(Watermark watermark, Collector<OUT> out) throws Exception {
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
