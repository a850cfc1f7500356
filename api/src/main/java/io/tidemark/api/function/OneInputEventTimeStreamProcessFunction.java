package io.tidemark.api.function;

/**
 * A {@link OneInputStreamProcessFunction} with event time.
 *
 * @param <IN> type of the records in
 * @param <OUT> type of the records out
 */
@FunctionalInterface
public interface OneInputEventTimeStreamProcessFunction<IN, OUT>
        extends EventTimeProcessFunction, OneInputStreamProcessFunction<IN, OUT> {
    /** An event-time timer is due; its key is the current one. What is collected here carries the timer's timestamp. */
    default void onEventTimer(long timestamp, Collector<OUT> output, PartitionedContext<OUT> ctx) throws Exception {}

    /** Event time has come to a point, after all timers due at it and before anything downstream is told. */
    default void onEventTimeWatermark(long watermarkTimestamp, Collector<OUT> output, NonPartitionedContext<OUT> ctx)
            throws Exception {}
}
