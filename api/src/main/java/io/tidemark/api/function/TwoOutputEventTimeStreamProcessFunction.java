package io.tidemark.api.function;

/**
 * A {@link TwoOutputStreamProcessFunction} with event time.
 *
 * @param <IN> type of the records in
 * @param <OUT1> type of the records of the first output
 * @param <OUT2> type of the records of the second output
 */
@FunctionalInterface
public interface TwoOutputEventTimeStreamProcessFunction<IN, OUT1, OUT2>
        extends EventTimeProcessFunction, TwoOutputStreamProcessFunction<IN, OUT1, OUT2> {
    /** An event-time timer is due; its key is the current one. What is collected here carries the timer's timestamp. */
    default void onEventTimer(
            long timestamp,
            Collector<OUT1> output1,
            Collector<OUT2> output2,
            TwoOutputPartitionedContext<OUT1, OUT2> ctx)
            throws Exception {}

    /** Event time has come to a point, after all timers due at it and before anything downstream is told. */
    default void onEventTimeWatermark(
            long watermarkTimestamp,
            Collector<OUT1> output1,
            Collector<OUT2> output2,
            TwoOutputNonPartitionedContext<OUT1, OUT2> ctx)
            throws Exception {}
}
