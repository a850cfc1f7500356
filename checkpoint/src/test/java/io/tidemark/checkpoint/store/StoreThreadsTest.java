package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checkpoint.store.StoreRun.Action;
import io.tidemark.checkpoint.store.StoreRun.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two tasks use all kinds of state and timers at random, each of a store of its own, while the threads of a worker write what
 * is frozen, write ahead, and are given up. The stores share one budget, from none to plenty. Each round is named by its seed,
 * which gives the steps but not what the threads do meanwhile; {@code -Dtidemark.seed=N} begins with that one.
 */
class StoreThreadsTest {
    private static final long ROUNDS_NS = 20_000_000_000L;
    private static final int TASKS = 2;
    private static final int STEPS_PER_ROUND = 8_000;
    private static final int STEPS_PER_CHECK = 2_000;
    private static final int STEPS_PER_TIMER_CHECK = 64;
    private static final int CHECKED_AT_END = 3;
    private static final long[] BUDGETS = {0, 5_000, 50_000, 300_000, 1L << 30};
    private static final int[] KEYS = {StoreRun.FEW_KEYS, 60, 400};

    private final AtomicBoolean isOver = new AtomicBoolean();

    @Test
    @Tag("ci")
    void what_other_threads_write_meanwhile_changes_nothing_that_a_task_sees() throws Exception {
        int handlesBefore = NativeHandles.open();
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        long endNs = System.nanoTime() + ROUNDS_NS;
        while (System.nanoTime() - endNs < 0) {
            System.out.println("round with -Dtidemark.seed=" + seed);
            round(seed++);
        }
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private void round(long seed) throws Exception {
        Random random = new Random(seed);
        CacheBudget budget = new CacheBudget(BUDGETS[random.nextInt(BUDGETS.length)]);
        KeyKind keyKind = KeyKind.values()[random.nextInt(2)];
        int keys = KEYS[random.nextInt(KEYS.length)];
        ExecutorService tasks = Executors.newFixedThreadPool(TASKS);
        try (NativeMemory memory = NativeMemory.create(8 << 20)) {
            List<TestStores> stores = new ArrayList<>();
            List<Future<Void>> runs = new ArrayList<>();
            try (SnapshotThreads others = new SnapshotThreads()) {
                for (int task = 0; task < TASKS; task++) {
                    TestStores own = new TestStores(memory, keyKind);
                    stores.add(own);
                    long ownSeed = random.nextLong();
                    runs.add(tasks.submit(
                            (Callable<Void>) () -> play(new StoreRun(own, budget, keys, others), keys, ownSeed)));
                }
                for (Future<Void> run : runs) {
                    run.get();
                }
            } catch (ExecutionException e) {
                isOver.set(true);
                for (Future<Void> run : runs) {
                    awaitQuietly(run);
                }
                throw new AssertionError(
                        "seed " + seed + ", a budget of " + budget.limitBytes() + " bytes, " + keys + " keys as "
                                + keyKind,
                        e.getCause());
            } finally {
                stores.forEach(TestStores::close);
            }
            assertThat(budget.usedBytes()).as("bytes kept of the budget").isZero();
        } finally {
            tasks.shutdown();
        }
    }

    private static void awaitQuietly(Future<Void> run) throws InterruptedException {
        try {
            run.get();
        } catch (ExecutionException e) {
            // One failure is told.
        }
    }

    private Void play(StoreRun run, int keys, long seed) throws Exception {
        Random random = new Random(seed);
        Action[] actions = Action.values();
        Action[] machinery = {Action.FREEZE, Action.WRITE, Action.CLOSE_EPOCH, Action.BEGIN_FLUSH, Action.TEND};
        for (int i = 1; i <= STEPS_PER_ROUND && !isOver.get(); i++) {
            Action action = random.nextInt(8) == 0
                    ? machinery[random.nextInt(machinery.length)]
                    : actions[random.nextInt(actions.length)];
            boolean isRare = action == Action.RESTORE || action == Action.RESCALE || action == Action.DISCARD;
            if (!isRare || random.nextInt(16) == 0) {
                run.perform(new Step(action, random.nextInt(keys), random.nextInt(41)));
            }
            if (i % STEPS_PER_TIMER_CHECK == 0) {
                run.checkTimers();
            }
            if (i % STEPS_PER_CHECK == 0) {
                run.checkContents();
            }
        }
        run.end(CHECKED_AT_END);
        return null;
    }
}
