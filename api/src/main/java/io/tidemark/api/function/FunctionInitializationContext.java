package io.tidemark.api.function;

/** What a {@link CheckpointedFunction} starts from. */
public interface FunctionInitializationContext {
    /** Whether the task starts from a checkpoint or savepoint. */
    boolean isRestored();

    /** State of the function itself. */
    OperatorStateStore getOperatorStateStore();

    /** State of keys; asking it for a state of a stream that is not keyed is an error. */
    KeyedStateStore getKeyedStateStore();
}
