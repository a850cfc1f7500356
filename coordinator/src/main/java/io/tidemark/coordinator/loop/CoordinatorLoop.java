package io.tidemark.coordinator.loop;

import io.tidemark.coordinator.cluster.ClusterMaster;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Owns the {@link ClusterMaster}: it is touched by this thread only. What comes before the start waits for it. */
public final class CoordinatorLoop implements AutoCloseable {
    private final ScheduledThreadPoolExecutor thread;
    private final LoopClock clock;
    private final Consumer<Throwable> fatal;
    private final CountDownLatch started = new CountDownLatch(1);
    private volatile ClusterMaster master;

    /** @param fatal told of a failure after which the master's state cannot be trusted; the process should end */
    public CoordinatorLoop(LoopClock clock, Consumer<Throwable> fatal) {
        this.clock = clock;
        this.fatal = fatal;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread loop = new Thread(task, "coordinator-loop");
            loop.setDaemon(true);
            return loop;
        });
        thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    }

    /** Begins with this master, which nobody else touches from now on, and gives it time. */
    public void start(ClusterMaster with, long tickMs) {
        master = with;
        started.countDown();
        thread.scheduleAtFixedRate(
                () -> guarded(() -> master.tick(clock.nowMs())), tickMs, tickMs, TimeUnit.MILLISECONDS);
    }

    /** Does something with the master, soon. After the end of the loop it is not done. */
    public void tell(BiConsumer<ClusterMaster, Long> action) {
        try {
            thread.execute(() -> guarded(() -> action.accept(master(), clock.nowMs())));
        } catch (RejectedExecutionException e) {
            // The coordinator is closed; whoever wanted this learns of it by its own means.
        }
    }

    /** Asks the master something, or has it do something that has a result. A {@link Refusal} fails the answer only. */
    public <T> CompletableFuture<T> ask(BiFunction<ClusterMaster, Long, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    answer.complete(question.apply(master(), clock.nowMs()));
                } catch (Refusal e) {
                    answer.completeExceptionally(e.reason());
                } catch (InterruptedException e) {
                    answer.completeExceptionally(e);
                } catch (Throwable e) {
                    answer.completeExceptionally(e);
                    fatal.accept(e);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    public LoopClock clock() {
        return clock;
    }

    private ClusterMaster master() throws InterruptedException {
        started.await();
        return master;
    }

    private interface Action {
        void run() throws InterruptedException;
    }

    private void guarded(Action action) {
        try {
            action.run();
        } catch (InterruptedException e) {
            // Closed.
        } catch (Throwable e) {
            fatal.accept(e);
        }
    }

    /** Does nothing more, and waits a moment for what is being done. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(5, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the coordinator loop does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
