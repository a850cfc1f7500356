package io.tidemark.bench.recovery;

import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.LocalCopies;
import io.tidemark.checkpoint.store.KeyedStateStore;
import java.nio.file.Path;
import java.util.List;

/**
 * How long the subtasks of one worker take to have their state back at another parallelism: from 2 to 4, to 3 and back to 2. One
 * key in some is looked up afterwards, at each of them.
 *
 * <p>Arguments: MiB of state (5120), a directory to work in (the system's one for temporary files).
 *
 * <p>Prints a line of JSON for each step: until the first value was there, and what the first checkpoint took then.
 */
public final class RescaleBench {
    private static final int BEGIN = 2;
    private static final List<Integer> STEPS = List.of(4, 3, 2);
    private static final String JOB = "rescaled";
    private static final ValueStateDescriptor<byte[]> STATE = new ValueStateDescriptor<>("value", byte[].class);

    private RescaleBench() {}

    public static void main(String[] args) throws Exception {
        long mebibytes = args.length > 0 ? Long.parseLong(args[0]) : 5120;
        Path work = Path.of(args.length > 1 ? args[1] : System.getProperty("java.io.tmpdir"));
        try (LargeStores stores = new LargeStores(work)) {
            run(stores, mebibytes);
        }
    }

    private static void run(LargeStores stores, long mebibytes) throws Exception {
        CheckpointStorage directory = CheckpointStorage.directory(stores.root().resolve("storage"), JOB);
        LocalCopies copies = new LocalCopies(stores.root().resolve("copies"));
        CheckpointStorage storage = copies.over(directory, JOB);
        long keyCount = (mebibytes << 20) / LargeStores.VALUE_BYTES;
        List<KeyedStateStore> filled = stores.open(BEGIN, List.of(), storage);
        List<KeyedStateHandle> handles = stores.fill(filled, keyCount, STATE, LargeStores::value, storage);
        stores.end(filled);
        int before = BEGIN;
        long checkpointId = 1;
        for (int parallelism : STEPS) {
            // Each attempt has its own.
            storage = copies.over(directory, JOB);
            long startNs = System.nanoTime();
            List<KeyedStateStore> rescaled = stores.open(parallelism, handles, storage);
            stores.check(rescaled, 1, STATE, LargeStores::value);
            long openedNs = System.nanoTime();
            handles = stores.snapshot(rescaled, ++checkpointId, storage);
            long snapshotNs = System.nanoTime();
            stores.check(rescaled, keyCount, STATE, LargeStores::value);
            stores.end(rescaled);
            new JsonLine("rescale")
                    .with("fromParallelism", before)
                    .with("toParallelism", parallelism)
                    .with("stateMiB", mebibytes)
                    .with("firstValueMs", (openedNs - startNs) / 1_000_000)
                    .with("firstCheckpointMs", (snapshotNs - openedNs) / 1_000_000)
                    .with(
                            "checkpointMiB",
                            handles.stream()
                                            .mapToLong(KeyedStateHandle::getFullBytes)
                                            .sum()
                                    >> 20)
                    .with(
                            "newMiB",
                            handles.stream()
                                            .mapToLong(KeyedStateHandle::getNewBytes)
                                            .sum()
                                    >> 20)
                    .print();
            before = parallelism;
        }
    }
}
