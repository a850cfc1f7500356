package io.tidemark.bench.recovery;

import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.LocalCopies;
import io.tidemark.checkpoint.store.KeyedStateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long two subtasks of one worker take to have their state back, in full and checked: from copies on the worker's disk, from
 * a storage on the same file system, and from one on another file system.
 *
 * <p>Arguments: MiB of state (5120), rounds (3), a directory on the disk to work on (the system's one for temporary files), a
 * directory on another file system (none).
 *
 * <p>Prints a line of JSON for each source. Before each round the system's page cache is emptied where this process may do so;
 * the line says whether it was.
 */
public final class RestoreBench {
    private static final int PARALLELISM = 2;
    private static final String JOB = "restored";
    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");
    private static final ValueStateDescriptor<byte[]> STATE = new ValueStateDescriptor<>("value", byte[].class);

    private final LargeStores stores;
    private final long mebibytes;
    private final int rounds;
    private List<KeyedStateHandle> handles;

    private RestoreBench(LargeStores stores, long mebibytes, int rounds) {
        this.stores = stores;
        this.mebibytes = mebibytes;
        this.rounds = rounds;
    }

    public static void main(String[] args) throws Exception {
        long mebibytes = args.length > 0 ? Long.parseLong(args[0]) : 5120;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        Path work = Path.of(args.length > 2 ? args[2] : System.getProperty("java.io.tmpdir"));
        try (LargeStores stores = new LargeStores(work)) {
            new RestoreBench(stores, mebibytes, rounds).run(args.length > 3 ? Path.of(args[3]) : null);
        }
    }

    private void run(Path elsewhere) throws Exception {
        Path root = stores.root().resolve("storage");
        CheckpointStorage storage = CheckpointStorage.directory(root, JOB);
        LocalCopies copies = new LocalCopies(stores.root().resolve("copies"));
        CheckpointStorage withCopies = copies.over(storage, JOB);
        List<KeyedStateStore> filled = stores.open(PARALLELISM, List.of(), withCopies);
        handles = stores.fill(filled, keyCount(), STATE, LargeStores::value, withCopies);
        stores.end(filled);

        measure("local copies", withCopies);
        copies.drop(JOB);
        measure("storage on the same file system", storage);
        if (elsewhere != null) {
            Path other = Files.createTempDirectory(elsewhere, "tidemark-storage-");
            try {
                copy(root, other);
                FileTree.delete(root);
                measure("storage on another file system", CheckpointStorage.directory(other, JOB));
            } finally {
                FileTree.delete(other);
            }
        }
    }

    private long keyCount() {
        return (mebibytes << 20) / LargeStores.VALUE_BYTES;
    }

    private void measure(String from, CheckpointStorage storage) throws Exception {
        long[] openMs = new long[rounds];
        boolean isCold = true;
        for (int round = 0; round < rounds; round++) {
            isCold &= dropCaches();
            long startNs = System.nanoTime();
            List<KeyedStateStore> restored = stores.open(PARALLELISM, handles, storage);
            stores.check(restored, 1, STATE, LargeStores::value);
            openMs[round] = (System.nanoTime() - startNs) / 1_000_000;
            if (round == 0) {
                stores.check(restored, keyCount(), STATE, LargeStores::value);
            }
            stores.end(restored);
        }
        new JsonLine("restore")
                .with("from", from)
                .with("stateMiB", mebibytes)
                .with(
                        "storedMiB",
                        handles.stream()
                                        .mapToLong(KeyedStateHandle::getFullBytes)
                                        .sum()
                                >> 20)
                .with("pageCache", isCold ? "empty" : "as it was")
                .with("firstValueMs", openMs)
                .with("medianMs", JsonLine.median(openMs))
                .print();
    }

    private static boolean dropCaches() throws InterruptedException {
        try {
            if (new ProcessBuilder("sync").start().waitFor() != 0) {
                return false;
            }
            Files.writeString(DROP_CACHES, "3");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(from)) {
            walk.forEach(paths::add);
        }
        for (Path path : paths) {
            Path target = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(target);
            } else {
                Files.copy(path, target);
            }
        }
    }
}
