package io.tidemark.api.function;

/**
 * A {@link TwoInputNonBroadcastStreamProcessFunction} with event time, which is one over both inputs.
 *
 * @param <IN1> type of the records of the first input
 * @param <IN2> type of the records of the second input
 * @param <OUT> type of the records out
 */
public interface TwoInputNonBroadcastEventTimeStreamProcessFunction<IN1, IN2, OUT>
        extends EventTimeProcessFunction, TwoInputNonBroadcastStreamProcessFunction<IN1, IN2, OUT> {
    /** An event-time timer is due; its key is the current one. What is collected here carries the timer's timestamp. */
    default void onEventTimer(long timestamp, Collector<OUT> output, PartitionedContext<OUT> ctx) throws Exception {}

    /** Event time has come to a point, after all timers due at it and before anything downstream is told. */
    default void onEventTimeWatermark(long watermarkTimestamp, Collector<OUT> output, NonPartitionedContext<OUT> ctx)
            throws Exception {}
}
