package io.tidemark.checkpoint.store;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.nio.file.Path;

/**
 * What a store needs to know.
 *
 * @param directory the store's own; it is made when it is first needed, and deleted by the caller after the store is closed
 * @param operatorUid for error messages
 * @param keyGroups those of the subtask
 * @param maxParallelism the number of key groups of the job
 * @param keySerializer the task's own
 * @param budget shared by the stores of a worker
 * @param nativeMemory shared by the stores of a worker
 */
public record StoreConfig(
        Path directory,
        String operatorUid,
        KeyGroupRange keyGroups,
        int maxParallelism,
        TypeSerializer<Object> keySerializer,
        CacheBudget budget,
        NativeMemory nativeMemory) {}
