package io.tidemark.checkpoint.store;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Stores with keys of type Integer in directories of their own, all closed and deleted in the end. */
final class TestStores implements AutoCloseable {
    static final int MAX_PARALLELISM = 8;
    static final KeyGroupRange ALL = new KeyGroupRange(0, MAX_PARALLELISM - 1);

    final Path root;
    final NativeMemory memory;
    final KeyKind keyKind;
    private final boolean ownsMemory;
    final CheckpointStorage storage;
    /** The wall clock of all stores. */
    long nowMs = 1_000_000;
    /** The watermark of all stores. */
    long watermark = Long.MIN_VALUE;

    /** See {@link KeyedStateStore#writeSortedFrom}. */
    int sortedFrom = SortedFiles.MIN_ENTRIES;

    private final List<KeyedStateStore> stores = new ArrayList<>();
    private int directories;

    TestStores() {
        this(KeyKind.NUMBERS);
    }

    TestStores(KeyKind keyKind) {
        this(NativeMemory.create(8 << 20), true, keyKind);
    }

    /** @param memory shared with other stores; left open */
    TestStores(NativeMemory memory, KeyKind keyKind) {
        this(memory, false, keyKind);
    }

    private TestStores(NativeMemory memory, boolean ownsMemory, KeyKind keyKind) {
        this.keyKind = keyKind;
        this.memory = memory;
        this.ownsMemory = ownsMemory;
        try {
            // In memory where that is offered: a snapshot waits for the disk several times.
            Path inMemory = Path.of("/dev/shm");
            root = Files.isWritable(inMemory)
                    ? Files.createTempDirectory(inMemory, "stores")
                    : Files.createTempDirectory("stores");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        storage = CheckpointStorage.directory(root.resolve("storage"), "job");
    }

    KeyedStateStore open(CacheBudget budget, KeyGroupRange range, List<KeyedStateHandle> restore) {
        return open(budget, range, restore, keyKind.serializer);
    }

    @SuppressWarnings("unchecked")
    KeyedStateStore open(
            CacheBudget budget, KeyGroupRange range, List<KeyedStateHandle> restore, TypeSerializer<?> keySerializer) {
        StoreConfig config = new StoreConfig(
                root.resolve("store-" + directories++),
                "operator",
                range,
                MAX_PARALLELISM,
                (TypeSerializer<Object>) keySerializer,
                budget,
                memory);
        try {
            KeyedStateStore store = KeyedStateStore.open(config, restore, storage);
            stores.add(store);
            store.writeSortedFrom(sortedFrom);
            store.useClocks(() -> nowMs, () -> watermark);
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    KeyedStateStore open(long budgetBytes, KeyedStateHandle... restore) {
        return open(new CacheBudget(budgetBytes), ALL, List.of(restore));
    }

    KeyedStateHandle snapshot(KeyedStateStore store, long checkpointId) {
        return write(store.freeze(checkpointId));
    }

    KeyedStateHandle write(KeyedStateStore.Frozen frozen) {
        try {
            return frozen.write(storage);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The database keys of a snapshot's state. */
    List<byte[]> storedKeys(KeyedStateHandle handle) {
        Path directory = root.resolve("look-" + directories++);
        try {
            Files.createDirectories(directory);
            for (StoreFile file : handle.getFilesList()) {
                storage.fetch(file.getFile(), directory.resolve(file.getName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<byte[]> keys = new ArrayList<>();
        StateDatabase database = new StateDatabase(directory, memory, true);
        byte[] last = StateKeyFormat.keyGroupPrefix(0xFFFF);
        try (DatabaseScan scan = database.scan(Column.STATE, StateKeyFormat.keyGroupPrefix(0), last)) {
            for (; scan.isValid(); scan.next()) {
                keys.add(scan.key());
            }
        } finally {
            database.release();
        }
        return keys;
    }

    @Override
    public void close() {
        stores.forEach(KeyedStateStore::close);
        if (ownsMemory) {
            memory.close();
        }
        try {
            FileTree.delete(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
