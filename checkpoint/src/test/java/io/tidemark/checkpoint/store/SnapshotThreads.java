package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** As in a worker: two threads write snapshots and one writes ahead, for all stores. */
final class SnapshotThreads implements OtherThreads, AutoCloseable {
    private static final long END_WAIT_S = 60;

    private final ExecutorService snapshots = Executors.newFixedThreadPool(2);
    private final ExecutorService flusher = Executors.newSingleThreadExecutor();

    @Override
    public void flush(Runnable flush) {
        flusher.execute(flush);
    }

    @Override
    public void runFlushes() {
        // They run as they come.
    }

    @Override
    public void forgetFlushes() {
        // They notice that their store is closed.
    }

    /** Writes one snapshot, and can be interrupted while it does. */
    private static final class Work extends CompletableFuture<KeyedStateHandle> implements Runnable {
        private final Callable<KeyedStateHandle> writing;
        private Thread thread;

        Work(Callable<KeyedStateHandle> writing) {
            this.writing = writing;
        }

        @Override
        public void run() {
            synchronized (this) {
                thread = Thread.currentThread();
            }
            try {
                complete(writing.call());
            } catch (Exception | AssertionError e) {
                completeExceptionally(e);
            } finally {
                synchronized (this) {
                    thread = null;
                    // It was not meant for what the thread does next.
                    Thread.interrupted();
                }
            }
        }

        synchronized void interrupt() {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    @Override
    public Future<KeyedStateHandle> write(Callable<KeyedStateHandle> writing) {
        Work work = new Work(writing);
        snapshots.execute(work);
        return work;
    }

    @Override
    public void giveUp(Future<KeyedStateHandle> writing) {
        ((Work) writing).interrupt();
    }

    @Override
    public void close() {
        snapshots.shutdown();
        flusher.shutdown();
        try {
            if (!snapshots.awaitTermination(END_WAIT_S, TimeUnit.SECONDS)
                    || !flusher.awaitTermination(END_WAIT_S, TimeUnit.SECONDS)) {
                throw new AssertionError("what was being written did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted before what was being written ended", e);
        }
    }
}
