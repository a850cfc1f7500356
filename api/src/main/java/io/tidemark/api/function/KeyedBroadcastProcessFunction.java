package io.tidemark.api.function;

import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * Handles the records of a keyed stream, with timers and state, together with those of a broadcast one, of which every subtask
 * gets all. What those say is kept in broadcast state, which is the same in every subtask and part of every checkpoint.
 *
 * @param <KS> type of the key
 * @param <IN1> type of the records of the keyed input
 * @param <IN2> type of the records of the broadcast input
 * @param <OUT> type of the records out
 */
public abstract class KeyedBroadcastProcessFunction<KS, IN1, IN2, OUT> extends BaseBroadcastProcessFunction
        implements TimerFunction {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected KeyedBroadcastProcessFunction() {}

    /**
     * One record of the keyed input. What is collected here carries the record's timestamp.
     *
     * @param ctx valid during this call only
     */
    public abstract void processElement(IN1 value, ReadOnlyContext ctx, Collector<OUT> out) throws Exception;

    /**
     * One record of the broadcast input; there is no current key. Every subtask has to make the same of it. What is collected
     * here carries the record's timestamp.
     *
     * @param ctx valid during this call only
     */
    public abstract void processBroadcastElement(IN2 value, Context ctx, Collector<OUT> out) throws Exception;

    /**
     * A timer of this function is due, and its key is the current key. What is collected here carries the timer's
     * timestamp if it is one of event time, else none.
     *
     * @param timestamp the time it was registered for, in milliseconds
     * @param ctx valid during this call only
     */
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<OUT> out) throws Exception {}

    /**
     * The channels of the keyed input have a new combination of a watermark that the job declares. What goes on is
     * the combination over both inputs, without what was polled. What is collected here carries no timestamp, and there is no
     * current key.
     */
    public WatermarkHandlingResult onWatermark(Watermark watermark, Collector<OUT> out) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** As {@link #onWatermark}, of the broadcast input. */
    public WatermarkHandlingResult onBroadcastWatermark(Watermark watermark, Collector<OUT> out) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** What surrounds a record of the broadcast input. */
    public abstract class Context extends BaseBroadcastProcessFunction.Context {
        /** For the runtime. */
        protected Context() {}

        /**
         * Has something done for every key of this subtask that has something in a state, with that key as the current one, in
         * no promised order, now and in one go.
         */
        public abstract <VS, S extends State> void applyToKeyedState(
                StateDescriptor<S, VS> stateDescriptor, KeyedStateFunction<KS, S> function) throws Exception;
    }

    /** What surrounds a record of the keyed input. */
    public abstract class ReadOnlyContext extends BaseBroadcastProcessFunction.ReadOnlyContext {
        /** For the runtime. */
        protected ReadOnlyContext() {}

        public abstract TimerService timerService();

        public abstract KS getCurrentKey();
    }

    /** What surrounds a timer. */
    public abstract class OnTimerContext extends ReadOnlyContext {
        /** For the runtime. */
        protected OnTimerContext() {}

        /** Which clock the timer is of. */
        public abstract TimeDomain timeDomain();

        /** What the timer is called; null for one without a name. */
        public abstract String timerName();
    }
}
