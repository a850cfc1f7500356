package io.tidemark.api.function;

/** What a {@link CheckpointedFunction} is told at a checkpoint. */
public interface FunctionSnapshotContext {
    long getCheckpointId();
}
