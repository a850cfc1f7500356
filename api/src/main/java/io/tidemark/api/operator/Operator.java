package io.tidemark.api.operator;

import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/**
 * One operator subtask. Life: {@link #open} (state is restored by then), any number of calls, {@link
 * #close}. The task calls it from one thread only and never while another call is under way.
 *
 * <p>Long work is sliced: {@link #advance} and {@link #step} do a bounded bit, look at {@link
 * OperatorOutput#hasRoom()} between bits, and return to be called again, so that a barrier or a
 * cancel never waits behind a burst. An exception from any method fails the task.
 */
@SuppressWarnings("try")
public interface Operator {

    void open(OperatorContext context) throws Exception;

    /**
     * One record. On a keyed input the current key of {@link OperatorContext#keyedState()} is that of
     * the record.
     *
     * @param input ordinal of the input
     * @param timestamp event time in milliseconds or {@link Records#NO_TIMESTAMP}
     */
    void process(int input, Object value, long timestamp) throws Exception;

    /**
     * The records {@code from..to-1} of a batch, which all arrived on one channel, in order. Override it
     * to do better than one by one. {@code keys} gives each record's key; it is null on an input that
     * is not keyed. An override sets the current key itself before it touches keyed state.
     */
    default void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        for (int i = from; i < to; i++) {
            process(input, records.value(i), records.timestamp(i));
        }
    }

    /**
     * Does a slice of the work that is due at this watermark, after the timers due at it have fired and
     * before it goes on downstream. Called again with the same watermark until it returns true.
     */
    default boolean advance(long watermark) throws Exception {
        return true;
    }

    /**
     * The channels of an input have a new combination of a watermark that the job declares.
     *
     * @return PEEK to let it go on as its declaration says; of several inputs their combination does
     */
    default WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        return WatermarkHandlingResult.PEEK;
    }

    /** All channels of the inputs became idle ({@code true}), or one became active again. */
    default void onIdle(boolean idle) throws Exception {}

    /** No record will follow on this input. The final watermark has come before. */
    default void endInput(int input) throws Exception {}

    /**
     * Does a bounded bit of work that no input asked for, as sources do.
     *
     * @return whether it made progress
     */
    default boolean step() throws Exception {
        return false;
    }

    /**
     * True when the operator will produce nothing more by {@link #step}; a source says so at its end.
     * The task then sends the final watermark and the end of input downstream.
     */
    default boolean isFinished() {
        return false;
    }

    /** True for operators whose {@link #step} and {@link #isFinished} drive the task (sources). */
    default boolean isSource() {
        return false;
    }

    /**
     * True for operators that make event time themselves with {@link OperatorOutput#emitWatermark}, as sources and
     * timestamp assigners do. Watermarks and idleness from upstream end there; only the final watermark, Long.MAX_VALUE,
     * passes an assigner, through {@link #advance}.
     */
    default boolean makesEventTime() {
        return isSource();
    }

    /** A barrier has come: adds the operator's own (not keyed) state. Keyed state and timers are taken by the task. */
    default void snapshot(OperatorStateWriter writer, long checkpointId) throws Exception {}

    /** The checkpoint is complete and durable: side effects prepared at or before it may be committed. */
    default void checkpointComplete(long checkpointId) throws Exception {}

    default void checkpointAborted(long checkpointId) throws Exception {}

    /** Called once at the end, also after a failure and when open failed. */
    default void close() throws Exception {}
}
