package io.tidemark.bench.recovery;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

/**
 * Keyed stores of many KiB-sized values, as the subtasks of one operator have them, in a directory that is deleted in the end.
 * Two subtasks are worked on at a time, as by a worker's deployment pool.
 */
final class LargeStores implements AutoCloseable {
    static final int VALUE_BYTES = 1024;

    private static final int MAX_PARALLELISM = 128;
    private static final int THREADS = 2;
    private static final int CHECK_EVERY = 64;

    private final Path root;
    private final TypeSerializer<Object> keys = longs();
    private final CacheBudget budget = new CacheBudget(256L << 20);
    private final NativeMemory memory = NativeMemory.create(256L << 20);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
        Thread thread = new Thread(work, "subtask");
        thread.setDaemon(true);
        return thread;
    });
    private int directories;

    /** @param parent of the directory of them all; it must have room for some five times the state */
    LargeStores(Path parent) throws IOException {
        this.root = Files.createTempDirectory(parent, "tidemark-stores-");
        Runtime.getRuntime().addShutdownHook(new Thread(this::delete));
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> longs() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();
    }

    Path root() {
        return root;
    }

    /** What is at a key: it does not compress, and is another at every key. */
    static byte[] value(long key) {
        byte[] value = new byte[VALUE_BYTES];
        new SplittableRandom(key).nextBytes(value);
        return value;
    }

    /** Opens all subtasks of a parallelism from those handles of another that each of them overlaps. */
    List<KeyedStateStore> open(int parallelism, List<KeyedStateHandle> handles, CheckpointStorage storage)
            throws Exception {
        List<Callable<KeyedStateStore>> subtasks = new ArrayList<>();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            StoreConfig config = new StoreConfig(
                    root.resolve("store-" + directories++),
                    "large",
                    KeyGroups.range(subtask, parallelism, MAX_PARALLELISM),
                    MAX_PARALLELISM,
                    keys,
                    budget,
                    memory);
            List<KeyedStateHandle> own = handles.stream()
                    .filter(handle -> handle.getFirstKeyGroup()
                                    <= config.keyGroups().last()
                            && handle.getLastKeyGroup() >= config.keyGroups().first())
                    .toList();
            subtasks.add(() -> KeyedStateStore.open(config, own, storage));
        }
        return all(subtasks);
    }

    /** Writes the value of every key that a subtask is responsible for, and takes a snapshot of each. */
    <T> List<KeyedStateHandle> fill(
            List<KeyedStateStore> stores,
            long keyCount,
            ValueStateDescriptor<T> descriptor,
            LongFunction<T> values,
            CheckpointStorage storage)
            throws Exception {
        List<Callable<KeyedStateHandle>> subtasks = new ArrayList<>();
        for (int i = 0; i < stores.size(); i++) {
            KeyedStateStore store = stores.get(i);
            int subtask = i;
            subtasks.add(() -> {
                ValueState<T> state = store.value(descriptor);
                for (long key = 0; key < keyCount; key++) {
                    int hash = keys.hash(key);
                    if (subtaskOf(hash, stores.size()) == subtask) {
                        store.setCurrentKey(key, hash);
                        state.update(values.apply(key));
                    }
                }
                return store.freeze(1).write(storage);
            });
        }
        return all(subtasks);
    }

    List<KeyedStateHandle> snapshot(List<KeyedStateStore> stores, long checkpointId, CheckpointStorage storage)
            throws Exception {
        List<Callable<KeyedStateHandle>> subtasks = new ArrayList<>();
        for (KeyedStateStore store : stores) {
            subtasks.add(() -> store.freeze(checkpointId).write(storage));
        }
        return all(subtasks);
    }

    /** Reads the value of one key in some, of all subtasks; fails when one is not what it was. */
    <T> void check(
            List<KeyedStateStore> stores, long keyCount, ValueStateDescriptor<T> descriptor, LongFunction<T> values)
            throws Exception {
        for (KeyedStateStore store : stores) {
            store.value(descriptor);
        }
        for (long key = 0; key < keyCount; key += CHECK_EVERY) {
            int hash = keys.hash(key);
            KeyedStateStore store = stores.get(subtaskOf(hash, stores.size()));
            store.setCurrentKey(key, hash);
            T found = store.value(descriptor).value();
            if (!Objects.deepEquals(found, values.apply(key))) {
                throw new IllegalStateException("key " + key + " came back as " + found);
            }
        }
    }

    private static int subtaskOf(int hash, int parallelism) {
        return KeyGroups.subtask(KeyGroups.keyGroup(hash, MAX_PARALLELISM), parallelism, MAX_PARALLELISM);
    }

    /** Frees them and what they have on the disk. */
    void end(List<KeyedStateStore> stores) throws IOException {
        stores.forEach(KeyedStateStore::close);
        for (int i = 0; i < directories; i++) {
            FileTree.delete(root.resolve("store-" + i));
        }
    }

    private <R> List<R> all(List<Callable<R>> subtasks) throws Exception {
        List<R> results = new ArrayList<>();
        for (Future<R> result : threads.invokeAll(subtasks)) {
            results.add(result.get());
        }
        return results;
    }

    private void delete() {
        try {
            FileTree.delete(root);
        } catch (IOException e) {
            System.err.println(root + " was not deleted: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        memory.close();
        delete();
    }
}
