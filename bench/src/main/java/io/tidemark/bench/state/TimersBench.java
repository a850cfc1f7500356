package io.tidemark.bench.state;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The timers of one store on one thread, with no job around them: one timer a key is set, some are deleted, half of them fire
 * and are set again, and all fire. Start it with the heap that is to be tried.
 *
 * <p>Arguments: number of timers (1000000), megabytes of cache (1024), of native memory (512), turns (5), in what order of
 * time timers are set ({@code RANDOM}, {@code ASCENDING} with a hundred of each timestamp, {@code DESCENDING}, {@code
 * EQUAL}), directory for the database (a temporary one).
 */
public final class TimersBench {
    private static final int MAX_PARALLELISM = 64;
    private static final int DELETE_EVERY = 10;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    /** In what order of time timers are set. */
    enum Order {
        RANDOM {
            @Override
            long timeOf(long key, int count) {
                return ((key * MIX) >>> 1) % count;
            }
        },
        ASCENDING {
            @Override
            long timeOf(long key, int count) {
                return key / PER_TIMESTAMP;
            }
        },
        DESCENDING {
            @Override
            long timeOf(long key, int count) {
                return count - key;
            }
        },
        EQUAL {
            @Override
            long timeOf(long key, int count) {
                return 0;
            }
        };

        /** Of the timer of a key; between 0 and the number of timers. */
        abstract long timeOf(long key, int count);
    }

    private static final int PER_TIMESTAMP = 100;

    private final int count;
    private final Order order;
    private final KeyedStateStore store;
    private final TimerQueue timers;
    private final int group;
    private final TypeSerializer<Object> keys;

    private TimersBench(int count, Order order, KeyedStateStore store, TypeSerializer<Object> keys) {
        this.count = count;
        this.order = order;
        this.store = store;
        this.keys = keys;
        this.timers = store.timers();
        this.group = timers.group("timers", Types.VOID.createSerializer());
    }

    public static void main(String[] args) throws IOException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        long cacheBytes = (args.length > 1 ? Long.parseLong(args[1]) : 1024) << 20;
        long nativeBytes = (args.length > 2 ? Long.parseLong(args[2]) : 512) << 20;
        int turns = args.length > 3 ? Integer.parseInt(args[3]) : 5;
        Order order = args.length > 4 ? Order.valueOf(args[4]) : Order.RANDOM;
        Path directory = args.length > 5 ? Path.of(args[5]) : Files.createTempDirectory("timers");
        try {
            for (int turn = 0; turn < turns; turn++) {
                System.out.println("turn " + turn);
                run(count, order, cacheBytes, nativeBytes, directory, System.out::println);
            }
        } finally {
            FileTree.delete(directory);
        }
    }

    @SuppressWarnings("unchecked")
    static void run(int count, Order order, long cacheBytes, long nativeBytes, Path directory, Consumer<String> report)
            throws IOException {
        TypeSerializer<Object> keys = (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();
        FileTree.delete(directory);
        Files.createDirectories(directory);
        try (NativeMemory memory = NativeMemory.create(nativeBytes);
                KeyedStateStore store = KeyedStateStore.open(
                        new StoreConfig(
                                directory.resolve("store"),
                                "timers",
                                new KeyGroupRange(0, MAX_PARALLELISM - 1),
                                MAX_PARALLELISM,
                                keys,
                                new CacheBudget(cacheBytes),
                                memory),
                        List.of(),
                        CheckpointStorage.directory(directory.resolve("storage"), "job"))) {
            new TimersBench(count, order, store, keys).run(report);
        }
    }

    private void run(Consumer<String> report) {
        long start = System.nanoTime();
        for (long i = 0; i < count; i++) {
            setKey(i);
            timers.register(TimerDomain.EVENT, group, null, timeOf(i));
        }
        report.accept(perTimer("set", start, count));
        start = System.nanoTime();
        for (long i = 0; i < count; i += DELETE_EVERY) {
            setKey(i);
            if (!timers.delete(TimerDomain.EVENT, group, null, timeOf(i))) {
                throw new IllegalStateException("the timer of key " + i + " is gone");
            }
        }
        report.accept(perTimer("deleted", start, (count - 1) / DELETE_EVERY + 1));
        start = System.nanoTime();
        fire(count / 2, true);
        report.accept(perTimer("fired and set again", start, count / 2));
        int left = count - (count - 1) / DELETE_EVERY - 1;
        if (timers.size(TimerDomain.EVENT) != left) {
            throw new IllegalStateException(timers.size(TimerDomain.EVENT) + " timers instead of " + left);
        }
        start = System.nanoTime();
        fire(left, false);
        report.accept(perTimer("fired", start, left));
        if (timers.nextTimestamp(TimerDomain.EVENT) != Long.MAX_VALUE) {
            throw new IllegalStateException("a timer is left");
        }
    }

    private void setKey(Object key) {
        store.setCurrentKey(key, keys.hash(key));
    }

    private long timeOf(long key) {
        return order.timeOf(key, count);
    }

    private void fire(int number, boolean again) {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < number; i++) {
            Timer timer = timers.pollDue(TimerDomain.EVENT, Long.MAX_VALUE - 1);
            if (timer.timestamp() < last) {
                throw new IllegalStateException("a timer of " + timer.timestamp() + " after one of " + last);
            }
            last = timer.timestamp();
            store.setCurrentKey(timer.key(), timer.keyHash());
            if (again) {
                timers.register(TimerDomain.EVENT, group, null, last + count);
            }
        }
    }

    private static String perTimer(String what, long start, long number) {
        return String.format(Locale.ROOT, "%s: %d ns", what, (System.nanoTime() - start) / number);
    }
}
