package io.tidemark.api.function;

import io.tidemark.api.state.StateDeclaration;
import java.util.Set;

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

    /**
     * The states that the function uses. Those of the subtask (see {@link StateDeclaration#getRedistributionMode}) must be
     * here; of those of a key that are, the types are compared with what a checkpoint holds as soon as the function is opened.
     */
    default Set<StateDeclaration> usesStates() {
        return Set.of();
    }

    /** Called once, after the last record, and also when the task fails or is cancelled. */
    default void close() throws Exception {}
}
