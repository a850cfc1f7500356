package io.tidemark.bench.jmh;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A store in a directory of its own, with keys of type Long. */
final class Stores implements AutoCloseable {
    private static final int KEY_GROUPS = 128;

    private final Path directory;
    private final NativeMemory memory;
    private final KeyedStateStore store;

    @SuppressWarnings("unchecked")
    Stores(long cacheBytes) throws IOException {
        directory = Files.createTempDirectory("tidemark-jmh-");
        memory = NativeMemory.create(256L << 20);
        store = KeyedStateStore.open(
                new StoreConfig(
                        directory.resolve("store"),
                        "piece",
                        new KeyGroupRange(0, KEY_GROUPS - 1),
                        KEY_GROUPS,
                        (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer(),
                        new CacheBudget(cacheBytes),
                        memory),
                List.of(),
                CheckpointStorage.directory(directory.resolve("storage"), "job"));
    }

    KeyedStateStore store() {
        return store;
    }

    @Override
    public void close() throws IOException {
        store.close();
        memory.close();
        FileTree.delete(directory);
    }
}
