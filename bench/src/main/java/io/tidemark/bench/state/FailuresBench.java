package io.tidemark.bench.state;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What a job leaves behind that fails over and over: a store is restored, used, spilled, frozen and closed, thousands of
 * times in one process, whose resident memory is told now and then. It should not grow.
 *
 * <p>Arguments: how many failures (6000).
 */
public final class FailuresBench {
    private static final int KEY_GROUPS = 128;
    private static final int KEYS = 20_000;
    private static final long NATIVE_BYTES = 64L << 20;
    /** The JVM, and malloc, have taken what they need after so many. */
    private static final int WARM_UP_PARTS = 6;

    private FailuresBench() {}

    public static void main(String[] args) throws Exception {
        int failures = args.length > 0 ? Integer.parseInt(args[0]) : 6_000;
        Path root = Files.createTempDirectory("failures");
        try (NativeMemory memory = NativeMemory.create(NATIVE_BYTES)) {
            CheckpointStorage storage = CheckpointStorage.directory(root.resolve("storage"), "job");
            KeyedStateStore first = open(root.resolve("first"), List.of(), storage, memory);
            count(first, KEYS);
            KeyedStateHandle handle = first.freeze(1).write(storage);
            first.close();
            for (int failure = 0; failure <= failures; failure++) {
                if (failure % Math.max(1, failures / WARM_UP_PARTS) == 0) {
                    System.gc();
                    System.out.printf(
                            Locale.ROOT, "after %d failures: %d MiB resident%n", failure, residentKib() >> 10);
                }
                fail(root.resolve("attempt-" + failure), handle, storage, memory, failure % 2 == 0);
            }
        } finally {
            FileTree.delete(root);
        }
    }

    private static void fail(
            Path directory, KeyedStateHandle handle, CheckpointStorage storage, NativeMemory memory, boolean written)
            throws IOException {
        try (KeyedStateStore store = open(directory, List.of(handle), storage, memory)) {
            count(store, KEYS / 10);
            KeyedStateStore.Frozen frozen = store.freeze(2);
            if (written) {
                frozen.write(storage);
            } else {
                frozen.discard();
            }
        }
        FileTree.delete(directory);
    }

    /** Nothing fits into the cache, so that the database is used for all of it. */
    @SuppressWarnings("unchecked")
    private static KeyedStateStore open(
            Path directory, List<KeyedStateHandle> restore, CheckpointStorage storage, NativeMemory memory)
            throws IOException {
        StoreConfig config = new StoreConfig(
                directory,
                "counts",
                new KeyGroupRange(0, KEY_GROUPS - 1),
                KEY_GROUPS,
                (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer(),
                new CacheBudget(0),
                memory);
        return KeyedStateStore.open(config, restore, storage);
    }

    private static void count(KeyedStateStore store, int keys) throws IOException {
        ValueState<Long> counts = store.value(new ValueStateDescriptor<>("counts", Types.LONG));
        for (long key = 0; key < keys; key++) {
            store.setCurrentKey(key);
            Long before = counts.value();
            counts.update(before == null ? 1 : before + 1);
        }
    }

    private static long residentKib() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
