package io.tidemark.bench.recovery;

import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.RenamedFrom;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.KeyedStateStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * How long it takes to declare a state whose type has changed: a field was added, another one widened and renamed. One subtask
 * with all of the state, so by one core.
 *
 * <p>Arguments: MiB of state (1024), rounds (3), a directory to work in (the system's one for temporary files).
 *
 * <p>Prints a line of JSON for each round: until the files were back, what the migration took, and what the first checkpoint
 * took then.
 */
public final class MigrationBench {
    private static final String JOB = "migrated";

    /** As the earlier version of the job had it. */
    record Before(long id, int amount, byte[] payload) {}

    /** As it is now. */
    @RenamedFrom("io.tidemark.bench.recovery.MigrationBench$Before")
    record After(long id, @RenamedFrom("amount") long cents, byte[] payload, String fresh) {
        @Override
        public boolean equals(Object other) {
            return other instanceof After after
                    && after.id == id
                    && after.cents == cents
                    && Arrays.equals(after.payload, payload)
                    && Objects.equals(after.fresh, fresh);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }
    }

    private MigrationBench() {}

    public static void main(String[] args) throws Exception {
        long mebibytes = args.length > 0 ? Long.parseLong(args[0]) : 1024;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        Path work = Path.of(args.length > 2 ? args[2] : System.getProperty("java.io.tmpdir"));
        try (LargeStores stores = new LargeStores(work)) {
            run(stores, mebibytes, rounds);
        }
    }

    private static void run(LargeStores stores, long mebibytes, int rounds) throws Exception {
        CheckpointStorage storage = CheckpointStorage.directory(stores.root().resolve("storage"), JOB);
        long keyCount = (mebibytes << 20) / LargeStores.VALUE_BYTES;
        List<KeyedStateStore> filled = stores.open(1, List.of(), storage);
        List<KeyedStateHandle> handles = stores.fill(
                filled,
                keyCount,
                new ValueStateDescriptor<>("value", TypeInformation.of(Before.class)),
                key -> new Before(key, (int) key, LargeStores.value(key)),
                storage);
        stores.end(filled);
        ValueStateDescriptor<After> now = new ValueStateDescriptor<>("value", TypeInformation.of(After.class));
        for (int round = 0; round < rounds; round++) {
            long startNs = System.nanoTime();
            List<KeyedStateStore> restored = stores.open(1, handles, storage);
            long openedNs = System.nanoTime();
            restored.get(0).value(now);
            long migratedNs = System.nanoTime();
            List<KeyedStateHandle> after = stores.snapshot(restored, 2, storage);
            long snapshotNs = System.nanoTime();
            stores.check(restored, keyCount, now, key -> new After(key, (int) key, LargeStores.value(key), null));
            stores.end(restored);
            new JsonLine("migration")
                    .with("stateMiB", mebibytes)
                    .with("values", keyCount)
                    .with("restoreMs", (openedNs - startNs) / 1_000_000)
                    .with("migrationMs", (migratedNs - openedNs) / 1_000_000)
                    .with("firstCheckpointMs", (snapshotNs - migratedNs) / 1_000_000)
                    .with("newMiB", after.get(0).getNewBytes() >> 20)
                    .print();
        }
    }
}
