package io.tidemark.bench.state;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What it brings, and what it costs, to write state ahead of checkpoints: one store, one thread that counts, checkpoints in
 * the background, with writing ahead and without in turn. Told are the time from a barrier to the stored snapshot, and the
 * processor time of the whole process for each update, which other load on the machine hardly changes.
 *
 * <p>Arguments: keys (2000000), updates a second (300000; 0 for no limit), keys that are updated (all), checkpoints (8),
 * seconds between them (5).
 */
public final class AheadBench {
    private static final int KEY_GROUPS = 128;
    private static final int UPDATES_PER_STEP = 256;
    /** The first snapshot holds everything, the second tells how often they come. */
    private static final int WARM_UP = 3;

    private AheadBench() {}

    public static void main(String[] args) throws Exception {
        int keys = argument(args, 0, 2_000_000);
        int updatesPerSecond = argument(args, 1, 300_000);
        int changing = argument(args, 2, keys);
        int checkpoints = argument(args, 3, 8);
        int seconds = argument(args, 4, 5);
        for (boolean ahead : new boolean[] {false, true}) {
            run(keys, updatesPerSecond, changing, checkpoints, seconds * 1_000_000_000L, ahead);
        }
    }

    private static int argument(String[] args, int index, int otherwise) {
        return args.length > index ? Integer.parseInt(args[index]) : otherwise;
    }

    @SuppressWarnings("unchecked")
    private static void run(
            int keys, int updatesPerSecond, int changing, int checkpoints, long intervalNs, boolean ahead)
            throws Exception {
        Path root = Files.createTempDirectory("ahead");
        ExecutorService flusher = Executors.newSingleThreadExecutor();
        ExecutorService snapshots = Executors.newSingleThreadExecutor();
        CheckpointStorage storage = CheckpointStorage.directory(root.resolve("storage"), "job");
        try (NativeMemory memory = NativeMemory.create(256L << 20);
                KeyedStateStore store = KeyedStateStore.open(
                        new StoreConfig(
                                root.resolve("store"),
                                "counts",
                                new KeyGroupRange(0, KEY_GROUPS - 1),
                                KEY_GROUPS,
                                (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer(),
                                new CacheBudget(2L << 30),
                                memory),
                        List.of(),
                        storage)) {
            if (ahead) {
                store.flushWith(flusher);
            }
            ValueState<Long> counts = store.value(new ValueStateDescriptor<>("counts", Types.LONG));
            for (long key = 0; key < keys; key++) {
                store.setCurrentKey(key);
                counts.update(0L);
            }
            List<Long> writtenNs = new ArrayList<>();
            long startNs = System.nanoTime();
            long nextNs = startNs;
            long cpuNs = 0;
            long countedUpdates = 0;
            long updates = 0;
            long offset = 0;
            Future<Long> snapshot = null;
            for (int checkpoint = 1; checkpoint <= checkpoints; ) {
                long nowNs = System.nanoTime();
                store.tend(nowNs);
                if (nowNs >= nextNs && !store.isFrozen()) {
                    if (snapshot != null) {
                        writtenNs.add(snapshot.get());
                    }
                    if (checkpoint == WARM_UP) {
                        cpuNs = cpuNs();
                        countedUpdates = updates;
                    }
                    long id = checkpoint++;
                    store.checkpointComplete(id - 1);
                    KeyedStateStore.Frozen frozen = store.freeze(id);
                    snapshot = snapshots.submit(() -> {
                        frozen.write(storage);
                        return System.nanoTime() - nowNs;
                    });
                    nextNs = nowNs + intervalNs;
                }
                if (updatesPerSecond > 0 && updates > (nowNs - startNs) / 1e9 * updatesPerSecond) {
                    Thread.sleep(1);
                    continue;
                }
                for (int i = 0; i < UPDATES_PER_STEP; i++) {
                    // Goes through all of them in an order that jumps about, so that none comes twice in a round.
                    offset = (offset + 1_000_003L) % changing;
                    store.setCurrentKey(offset);
                    counts.update(counts.value() + 1);
                }
                updates += UPDATES_PER_STEP;
            }
            writtenNs.add(snapshot.get());
            double cpuNsPerUpdate = (cpuNs() - cpuNs) / (double) (updates - countedUpdates);
            List<Long> sorted = writtenNs.subList(WARM_UP, writtenNs.size()).stream()
                    .sorted()
                    .toList();
            System.out.printf(
                    Locale.ROOT,
                    "%s: a snapshot is stored after %.0f ms (median; %.0f to %.0f), %.0f ns of processor an update, %.2f M"
                            + " updates/s%n",
                    ahead ? "written ahead" : "all at the barrier",
                    sorted.get(sorted.size() / 2) / 1e6,
                    sorted.get(0) / 1e6,
                    sorted.get(sorted.size() - 1) / 1e6,
                    cpuNsPerUpdate,
                    updates * 1e3 / (System.nanoTime() - startNs));
        } finally {
            snapshots.shutdown();
            flusher.shutdown();
            FileTree.delete(root);
        }
    }

    private static long cpuNs() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
