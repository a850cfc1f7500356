package io.tidemark.api.function;

/**
 * A {@link TwoInputBroadcastStreamProcessFunction} with event time, which is one over both inputs.
 *
 * @param <IN1> type of the records of the input that is not broadcast
 * @param <IN2> type of the records of the broadcast input
 * @param <OUT> type of the records out
 */
public interface TwoInputBroadcastEventTimeStreamProcessFunction<IN1, IN2, OUT>
        extends EventTimeProcessFunction, TwoInputBroadcastStreamProcessFunction<IN1, IN2, OUT> {
    /** An event-time timer is due; its key is the current one. What is collected here carries the timer's timestamp. */
    default void onEventTimer(long timestamp, Collector<OUT> output, PartitionedContext<OUT> ctx) throws Exception {}

    /** Event time has come to a point, after all timers due at it and before anything downstream is told. */
    default void onEventTimeWatermark(long watermarkTimestamp, Collector<OUT> output, NonPartitionedContext<OUT> ctx)
            throws Exception {}
}
