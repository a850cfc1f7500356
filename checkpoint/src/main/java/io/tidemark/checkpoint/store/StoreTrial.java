package io.tidemark.checkpoint.store;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Tries out whether state can be kept on this machine: a small store is written, snapshotted, closed and restored. A worker does
 * so when it starts, and not only to hear of a disk or a library that does not work before the first job does: whatever a
 * restore needs for the first time in a process, the unpacked library above all, is there afterwards, so that a worker which
 * takes the place of a lost one does not begin with that.
 */
public final class StoreTrial {
    private static final int KEY_GROUPS = 128;
    private static final long KEY = 7;
    private static final String JOB = "trial";

    private StoreTrial() {}

    /**
     * Blocks for as long as it takes; nothing is left behind.
     *
     * @param directory is made, used, and deleted
     * @throws IOException when state cannot be kept there
     */
    public static void run(Path directory, CacheBudget budget, NativeMemory nativeMemory) throws IOException {
        CheckpointStorage storage = CheckpointStorage.directory(directory.resolve("storage"), JOB);
        StoreConfig config = new StoreConfig(
                directory.resolve("store"),
                JOB,
                new KeyGroupRange(0, KEY_GROUPS - 1),
                KEY_GROUPS,
                keySerializer(),
                budget,
                nativeMemory);
        try {
            KeyedStateHandle handle;
            try (KeyedStateStore store = KeyedStateStore.open(config, List.of(), storage)) {
                state(store).update(KEY);
                handle = store.freeze(1).write(storage);
            }
            try (KeyedStateStore store = KeyedStateStore.open(config, List.of(handle), storage)) {
                Long found = state(store).value();
                if (!Long.valueOf(KEY).equals(found)) {
                    throw new IOException("what was written came back as " + found);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            FileTree.delete(directory);
        }
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> keySerializer() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();
    }

    private static ValueState<Long> state(KeyedStateStore store) {
        ValueState<Long> state = store.value(new ValueStateDescriptor<>("value", Long.class));
        store.setCurrentKey(KEY);
        return state;
    }
}
