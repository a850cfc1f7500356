package io.tidemark.api.function;

/**
 * A function with state of its own, beside that of keys: lists that every checkpoint holds. Any function can be one; keyed
 * or not.
 */
public interface CheckpointedFunction {
    /**
     * Called at each checkpoint, on the task's thread, between two records. The lists are stored as they are when this
     * returns.
     */
    void snapshotState(FunctionSnapshotContext context) throws Exception;

    /** Called once, before {@link RichFunction#open}: asks for the lists, which hold what was restored. */
    void initializeState(FunctionInitializationContext context) throws Exception;
}
