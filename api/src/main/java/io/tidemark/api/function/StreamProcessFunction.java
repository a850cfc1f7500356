package io.tidemark.api.function;

/**
 * A function of the families that are told whether they work for a partition (a key, or a subtask) or for all of them:
 * {@link OneInputStreamProcessFunction}, {@link TwoInputNonBroadcastStreamProcessFunction}, {@link
 * TwoInputBroadcastStreamProcessFunction} and {@link TwoOutputStreamProcessFunction}. They run on the same streams as the
 * classic functions, with the same event time.
 *
 * <p>All methods are called on the task's thread. An exception fails the job.
 */
public sealed interface StreamProcessFunction extends TimerFunction
        permits OneInputStreamProcessFunction,
                TwoInputNonBroadcastStreamProcessFunction,
                TwoInputBroadcastStreamProcessFunction,
                TwoOutputStreamProcessFunction {
    /**
     * Whether the function calls {@code applyToAllPartitions} on a keyed stream. Then every key that has had a record is
     * remembered for good, as a part of the operator's state.
     */
    default boolean usesAllPartitions() {
        return false;
    }

    /** Called once, after the last record, and also when the task fails or is cancelled. */
    default void close() throws Exception {}
}
