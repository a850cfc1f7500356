package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The stores of one operator's subtasks, open at once in one program. */
final class OperatorStores implements AutoCloseable {
    private static final long CACHE_BYTES = 64 << 20;
    private static final long NATIVE_BYTES = 64 << 20;

    private final NativeMemory memory = NativeMemory.create(NATIVE_BYTES);
    private final CacheBudget budget = new CacheBudget(CACHE_BYTES);
    private final List<KeyGroupRange> ranges;
    private final List<KeyedStateStore> stores = new ArrayList<>();

    /**
     * Opens them.
     *
     * @param directory of its own, deleted by the caller
     * @param ranges one a store
     * @param handles what each starts from; null for nothing
     * @param processingMs the wall clock, and {@code watermark} the event time, by which values grow old
     */
    @SuppressWarnings("unchecked")
    OperatorStores(
            Path directory,
            String uid,
            List<KeyGroupRange> ranges,
            int maxParallelism,
            TypeSerializer<?> keys,
            List<KeyedStateHandle> handles,
            CheckpointStorage storage,
            LongSupplier processingMs,
            long watermark)
            throws IOException {
        this.ranges = ranges;
        try {
            for (int i = 0; i < ranges.size(); i++) {
                StoreConfig config = new StoreConfig(
                        directory.resolve("store-" + i),
                        uid,
                        ranges.get(i),
                        maxParallelism,
                        (TypeSerializer<Object>) keys,
                        budget,
                        memory);
                KeyedStateHandle handle = handles.get(i);
                KeyedStateStore store =
                        KeyedStateStore.open(config, handle == null ? List.of() : List.of(handle), storage);
                stores.add(store);
                store.useClocks(processingMs, () -> watermark);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Takes a state away; called before any is declared. */
    void forget(String name, boolean isTimers) {
        stores.forEach(store -> store.forget(name, isTimers));
    }

    /** Has a state that does not fit what is stored refused as soon as it is declared. */
    void refuseMisfits() {
        stores.forEach(KeyedStateStore::misfits);
    }

    List<KeyedStateStore> all() {
        return stores;
    }

    KeyedStateStore get(int index) {
        return stores.get(index);
    }

    /** Which store has a key group. */
    int indexOf(int keyGroup) {
        for (int i = 0; i < ranges.size(); i++) {
            if (ranges.get(i).contains(keyGroup)) {
                return i;
            }
        }
        throw new IllegalStateException("no subtask has key group " + keyGroup);
    }

    /** Writes what each holds now. */
    List<KeyedStateHandle> write(CheckpointStorage storage) throws IOException {
        List<KeyedStateHandle> handles = new ArrayList<>();
        for (KeyedStateStore store : stores) {
            handles.add(store.freeze(1).write(storage));
        }
        return handles;
    }

    @Override
    public void close() {
        stores.forEach(KeyedStateStore::close);
        memory.close();
    }
}
